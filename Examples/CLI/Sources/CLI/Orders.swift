import Foundation
import Gatehouse
import HTTPTypes

/// The user's orders at the API of the example OrdersAPI.
struct Orders {
    private struct Order: Codable {
        var id: Int?
        var item: String
        var quantity: Int

        var line: String { "Order \(id ?? 0): \(item) (\(quantity))" }
    }

    private let api: URL
    private let session: Session
    private let transport: AuthorizedTransport

    init(api: URL, session: Session) {
        self.api = api
        self.session = session
        // Sends the API's own token, and the proof of its key if the token is bound to one.
        transport = AuthorizedTransport(
            session: session,
            hosts: [api.host() ?? ""],
            resource: api.absoluteString
        )
    }

    func list() async throws(AuthError) {
        let orders = decode([Order].self, from: try await send(.get))
        print(orders.isEmpty ? "You have no orders." : orders.map(\.line).joined(separator: "\n"))
    }

    func place(_ item: String, quantity: Int) async throws(AuthError) {
        let body = try? JSONEncoder().encode(Order(item: item, quantity: quantity))
        print(decode(Order.self, from: try await send(.post, body)).line)
    }

    /// Sends a request, again after a sign-in if the API requires a more recent one.
    private func send(_ method: HTTPRequest.Method, _ body: Data? = nil) async throws(AuthError) -> Data {
        var (response, data) = try await attempt(method, body)
        let field = response.headerFields[.wwwAuthenticate] ?? ""
        if let challenge = AuthenticationChallenge(wwwAuthenticate: field) {
            CLI.report("The API requires that you sign in again.")
            try await session.reauthenticate(answering: challenge)
            (response, data) = try await attempt(method, body)
        }
        switch response.status {
        case .ok, .created: return data
        case .forbidden: CLI.fail(try await missingScopes(response))
        default: CLI.fail("The API refused the request: \(response.status.code).")
        }
    }

    private func attempt(
        _ method: HTTPRequest.Method,
        _ body: Data?
    ) async throws(AuthError) -> (HTTPResponse, Data) {
        let port = api.port.map { ":\($0)" } ?? ""
        let request = HTTPRequest(
            method: method,
            scheme: api.scheme,
            authority: (api.host() ?? "") + port,
            path: "/orders",
            headerFields: body == nil ? [:] : [.contentType: "application/json"]
        )
        do throws(TransportError) {
            return try await transport.send(request, body: body)
        } catch {
            guard let cause = error.cause else { CLI.fail("The API at \(api) does not respond.") }
            // The server issues tokens for the APIs of the sign-in only.
            guard cause.code == .requestRejected else { throw cause }
            CLI.fail("You are not signed in for the API: run \"CLI sign-in orders:read orders:write\".")
        }
    }

    /// Returns how to get the scopes that the challenge names (RFC 6750 §3.1).
    private func missingScopes(_ response: HTTPResponse) async throws(AuthError) -> String {
        let challenge = response.headerFields[.wwwAuthenticate] ?? ""
        let required = challenge.firstMatch(of: /scope="([^"]+)"/).flatMap { ScopeSet(parsing: String($0.1)) } ?? []
        let granted = try await session.accessToken(forResource: api.absoluteString).scopes
        return "The API requires the scope \(required), which your sign-in does not include. "
            + "Run \"CLI sign-in \(granted.union(required))\"."
    }

    private func decode<Value: Decodable>(_ type: Value.Type, from data: Data) -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            CLI.fail("The API sent an invalid response.")
        }
    }
}
