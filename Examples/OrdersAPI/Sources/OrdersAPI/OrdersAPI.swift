import Foundation
import GatehouseHummingbird
import GatehouseVerifier
import Hummingbird

/// An API of orders, which accepts access tokens of a Gatehouse server.
@main
struct OrdersAPI {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let port = Int(environment["PORT"] ?? "8070") else { fatalError("PORT is invalid.") }

        var configuration = VerifierConfiguration()
        configuration.resource = .init(name: "Orders", scopes: ["orders:read", "orders:write"])
        let verifier = try TokenVerifier(
            issuer: environment["GATEHOUSE_ISSUER"] ?? "http://localhost:8080",
            audience: environment["AUDIENCE"] ?? "http://localhost:\(port)",
            configuration: configuration
        )
        let application = Application(
            router: router(verifier, OrderBook()),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
        )
        try await application.runService()
    }

    /// Returns the routes, each with the scope that it requires.
    static func router(_ verifier: TokenVerifier, _ orders: OrderBook) -> Router<TokenContext> {
        let router = Router(context: TokenContext.self)
        router.addResourceMetadata(of: verifier)

        router.group("orders")
            .add(middleware: TokenMiddleware(verifier, requiring: ["orders:read"]))
            .get { _, context in
                await orders.orders(of: try context.identity.subject)
            }

        // An order costs money: the user must have signed in within the last five minutes.
        router.group("orders")
            .add(
                middleware: TokenMiddleware(
                    verifier,
                    requiring: ["orders:write"],
                    authentication: .within(.seconds(300))
                )
            )
            .post { request, context in
                let order = try await request.decode(as: NewOrder.self, context: context)
                guard (1...100).contains(order.quantity) else { throw HTTPError(.unprocessableContent) }
                let placed = await orders.place(order, for: try context.identity.subject)
                return EditedResponse(status: .created, response: placed)
            }
        return router
    }
}
