import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

/// Request objects by value (RFC 9101, OpenID Connect Core §6.1).
@Suite struct RequestObjectTests {
    /// A change of a valid request object.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var claims: [String: JSONValue?] = [:]
        var header: [String: JSONValue?] = [:]
        var code = OAuthErrorCode.invalidRequestObject

        init(
            _ description: String,
            claims: [String: JSONValue?] = [:],
            header: [String: JSONValue?] = [:],
            code: OAuthErrorCode = .invalidRequestObject
        ) {
            testDescription = description
            self.claims = claims
            self.header = header
            self.code = code
        }
    }

    private static let now: Int64 = 1_800_000_000

    /// Sends a signed request with its parameters outside, and returns the response.
    private func respond(
        _ change: Change = Change("none"),
        outside: [ParameterName: String?] = [:],
        _ registration: (inout Client) -> Void = { _ in }
    ) async throws -> AuthorizationResponse {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server, registration)
        let object = try app.sign(SigningClient.requestObject(at: server.now, change.claims), header: change.header)
        return try await server.authorize(Self.parameters(outside, object: object))
    }

    /// Returns a request with `prompt=none` outside, which shows whether that is used.
    private static func parameters(_ changes: [ParameterName: String?], object: Secret?) -> Parameters {
        var values: [ParameterName: String?] = [
            .clientID: "app", .redirectURI: ServerHarness.redirectURI, .state: "outside", .scope: "openid",
            .request: object?.reveal(),
        ]
        values.merge(changes) { _, changed in changed }
        var parameters = Parameters()
        for (name, value) in values { parameters.append(name, value) }
        return parameters
    }

    private static let accepted = [
        Change("no type"), Change("type JWT", header: ["typ": "JWT"]),
        Change("explicit type", header: ["typ": "oauth-authz-req+jwt"]),
        Change("issuer among audiences", claims: ["aud": ["https://other.example", .string(ServerHarness.issuer)]]),
        Change("no times", claims: ["exp": nil, "nbf": nil]),
        Change("clock 10 s ahead", claims: ["nbf": .integer(now + 10)]),
        Change("claims as object", claims: ["claims": ["id_token": ["email": nil]]]),
        Change("seconds as number", claims: ["max_age": 60]),
    ]

    /// The object asks for no interaction, so the response is that the user must sign in.
    @Test(arguments: accepted) func acceptsObject(_ change: Change) async throws {
        var change = change
        change.claims["prompt"] = .some("none")
        let response = try await respond(change)
        #expect(response.errorCode == .loginRequired, "\(response.outcome)")
        #expect(response.state == "inside")
    }

    private static let rejected = [
        // RFC 9101 §6.2: the signature is validated with a key of the client, and algorithms are restricted.
        Change("6.2: unsigned", header: ["alg": "none"]), Change("6.2: symmetric", header: ["alg": "HS256"]),
        Change("6.2: no algorithm", header: ["alg": nil]), Change("6.2: unknown key", header: ["kid": "other"]),
        Change("6.2: algorithm of other keys", header: ["alg": "RS256"]),
        Change("6.2: critical extension", header: ["crit": ["exp"]]),
        // §10.8: the type and the subject tell request objects from other tokens.
        Change("10.8: type of access tokens", header: ["typ": "at+jwt"]),
        Change("10.8: type of client assertions", header: ["typ": "client-authentication+jwt"]),
        Change("10.8: subject of client assertions", claims: ["sub": "app"]),
        // §4: issuer and audience; OpenID Connect Core §6.1.
        Change("4: no issuer", claims: ["iss": nil]), Change("4: other issuer", claims: ["iss": "other"]),
        Change("4: no audience", claims: ["aud": nil]),
        Change("4: other audience", claims: ["aud": "https://other.example"]),
        Change("4: request inside", claims: ["request": "x"]),
        Change("4: request_uri inside", claims: ["request_uri": "https://app.example.com/request"]),
        Change("4: no client", claims: ["client_id": nil]), Change("5: other client", claims: ["client_id": "other"]),
        Change("4: no response type", claims: ["response_type": nil]),
        Change("parameter of wrong type", claims: ["scope": ["openid"]]),
        // RFC 7519 §4.1.4, §4.1.5.
        Change("expired", claims: ["exp": .integer(now - 60)]),
        Change("not yet valid", claims: ["nbf": .integer(now + 61)]),
        Change("expiry as text", claims: ["exp": "1800000300"]),
        // Errors of the parameters inside keep their codes.
        Change("unknown scope", claims: ["scope": "unknown"], code: .invalidScope),
        Change("implicit grant", claims: ["response_type": "token"], code: .unsupportedResponseType),
    ]

    @Test(arguments: rejected) func rejectsObject(_ change: Change) async throws {
        let response = try await respond(change)
        #expect(response.errorCode == change.code, "\(response.outcome)")
        #expect(response.redirectURI.rawValue == ServerHarness.redirectURI)
        #expect(response.issuer == ServerHarness.issuer)
    }

    @Test(arguments: ["x", "a.b.c", "eyJhbGciOiJub25lIn0.e30.", "a.b.c.d.e", "."])
    func rejectsMalformedObject(_ text: String) async throws {
        let server = try ServerHarness()
        try await SigningClient().register(at: server)
        let response = try await server.authorize(Self.parameters([:], object: Secret(text)))
        #expect(response.errorCode == .invalidRequestObject)
        #expect(response.state == "outside")
    }

    @Test func rejectsObjectSignedByAnotherParty() async throws {
        let server = try ServerHarness()
        let app = try SigningClient()
        try await app.register(at: server)
        let forged = try SigningClient().sign(
            SigningClient.requestObject(at: server.now),
            header: ["kid": .string(app.key.keyID)]
        )
        let response = try await server.authorize(Self.parameters([:], object: forged))
        #expect(response.errorCode == .invalidRequestObject)
    }

    /// RFC 9101 §5: only the parameters inside are used.
    @Test func ignoresParametersOutsideObject() async throws {
        let response = try await respond(
            Change("prompt", claims: ["prompt": "none", "response_mode": "fragment"]),
            outside: [
                .prompt: "login", .state: "outside", .scope: "unknown", .nonce: "outside",
                .redirectURI: "https://evil.example.com/callback", .responseMode: "form_post",
            ]
        )
        #expect(response.errorCode == .loginRequired)
        #expect(response.redirectURI.rawValue == ServerHarness.redirectURI)
        #expect(response.mode == .fragment)
        #expect(response.state == "inside")
    }

    /// OpenID Connect Core §6.1: `client_id` and `response_type` must match.
    @Test func rejectsObjectThatContradictsRequest() async throws {
        let response = try await respond(outside: [.responseType: "token"])
        #expect(response.errorCode == .invalidRequestObject)
    }

    @Test func redirectsErrorOfObjectOnlyToRegisteredURI() async throws {
        let error = await #expect(throws: AuthorizationError.self) {
            try await respond(
                Change("expired", claims: ["exp": .integer(Self.now - 60)]),
                outside: [.redirectURI: "https://evil.example.com/callback"]
            )
        }
        guard case .page(let page)? = error else {
            Issue.record("The error is not shown on a page.")
            return
        }
        #expect(page.code == .invalidRedirectURI)
    }

    @Test func showsPageForUnregisteredRedirectURIInObject() async throws {
        let error = await #expect(throws: AuthorizationError.self) {
            try await respond(Change("evil", claims: ["redirect_uri": "https://evil.example.com/callback"]))
        }
        guard case .page(let page)? = error else {
            Issue.record("The error is not shown on a page.")
            return
        }
        #expect(page.code == .invalidRedirectURI)
    }

    @Test func rejectsObjectOfClientWithoutKeys() async throws {
        let response = try await respond { client in
            client.tokenEndpointAuthMethod = .none
            client.keys = nil
        }
        #expect(response.errorCode == .requestNotSupported)
    }

    /// RFC 9101 §10.5.
    @Test func rejectsUnsignedRequestIfSignatureIsRequired() async throws {
        let server = try ServerHarness()
        try await SigningClient().register(at: server) { $0.security.requiresSignedRequests = true }
        let plain = Self.parameters([.responseType: "code", .prompt: "none"], object: nil)
        #expect(try await server.authorize(plain).errorCode == .invalidRequest)
    }

    @Test func acceptsRegisteredAlgorithmOnly() async throws {
        let response = try await respond { $0.security.requestObjectAlgorithm = .ps256 }
        #expect(response.errorCode == .invalidRequestObject)
    }

    /// The server fetches no documents of clients.
    @Test(arguments: ["https://app.example.com/request.jwt", "http://127.0.0.1/", "urn:example:request", "x"])
    func rejectsReferenceToDocument(_ uri: String) async throws {
        let server = try ServerHarness()
        try await SigningClient().register(at: server)
        let response = try await server.authorize(Self.parameters([.requestURI: uri], object: nil))
        #expect(response.errorCode == .requestURINotSupported)
        #expect(response.state == "outside")
    }

    @Test func rejectsObjectTogetherWithReference() async throws {
        let uri = RequestURI.prefix + "reference"
        let response = try await respond(outside: [.requestURI: uri])
        #expect(response.errorCode == .invalidRequest)
    }
}

extension AuthorizationResponse {
    /// The error of the response; `nil` for a code.
    var errorCode: OAuthErrorCode? {
        guard case .error(let error) = outcome else { return nil }
        return error.code
    }
}

extension ServerHarness {
    /// Sends an authorization request from a browser without a sign-in, and returns the response.
    ///
    /// - Throws: `AuthorizationError.page` for an error on a page.
    func authorize(_ parameters: Parameters) async throws -> AuthorizationResponse {
        let decision: AuthorizationDecision
        do throws(AuthorizationError) {
            decision = try await identity.authorization.authorize(
                parameters,
                browser: BrowserContext(binding: identity.browserSessions.newBinding()),
                context: context,
                acceptLanguage: nil
            )
        } catch {
            guard case .redirect(let response) = error else { throw error }
            return response
        }
        guard case .respond(let response) = decision else { throw UnexpectedInteraction() }
        return response
    }
}

/// An error that occurs when a request unexpectedly shows a page.
struct UnexpectedInteraction: Error {}
