import Foundation
import Hummingbird

/// An API that accepts requests with access tokens of a Gatehouse server.
@main
struct HummingbirdAPI {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        guard let issuer = URL(string: environment["GATEHOUSE_ISSUER"] ?? "http://localhost:8080"),
            let port = Int(environment["PORT"] ?? "8070")
        else { fatalError("GATEHOUSE_ISSUER or PORT is invalid.") }

        let router = Router(context: APIContext.self)
        router.add(middleware: BearerTokenMiddleware(validator: TokenValidator(issuer: issuer)))
        router.get("me") { _, context in
            Caller(id: try context.caller(with: "openid").sub.value)
        }
        router.get("contacts") { _, context in
            // A client gets this scope only if the user consents.
            Contacts(owner: try context.caller(with: "email").sub.value, contacts: ["ada@example.com"])
        }
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port))
        )
        try await application.runService()
    }
}

/// The response of `/me`.
struct Caller: ResponseEncodable {
    var id: String
}

/// The response of `/contacts`.
struct Contacts: ResponseEncodable {
    var owner: String
    var contacts: [String]
}

/// A request with its access token.
struct APIContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var token: AccessToken?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }

    /// Returns the token of the request.
    ///
    /// - Parameter scope: The scope that the token must have.
    /// - Returns: The token.
    /// - Throws: The error response for the client (RFC 6750 §3.1), with the missing scope.
    func caller(with scope: String) throws -> AccessToken {
        guard let token else { throw HTTPError(.unauthorized, headers: [.wwwAuthenticate: "Bearer"]) }
        guard token.allows(scope) else {
            let challenge = "Bearer error=\"insufficient_scope\", scope=\"\(scope)\""
            throw HTTPError(.forbidden, headers: [.wwwAuthenticate: challenge])
        }
        return token
    }
}

/// Validates the access token of a request.
struct BearerTokenMiddleware: RouterMiddleware {
    let validator: TokenValidator

    func handle(
        _ request: Request,
        context: APIContext,
        next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if let field = request.headers[.authorization] {
            guard field.prefix(7).lowercased() == "bearer " else { throw Self.invalidToken }
            do {
                context.token = try await validator.validate(String(field.dropFirst(7)))
            } catch is TokenValidator.InvalidToken {
                throw Self.invalidToken
            } catch {
                context.logger.error("keys not loaded", metadata: ["error": "\(error)"])
                throw HTTPError(.serviceUnavailable)
            }
        }
        return try await next(request, context)
    }

    private static var invalidToken: HTTPError {
        HTTPError(.unauthorized, headers: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
    }
}
