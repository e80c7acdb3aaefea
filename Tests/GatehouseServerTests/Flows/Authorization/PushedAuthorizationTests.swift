import Foundation
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Pushed authorization requests (RFC 9126).
@Suite struct PushedAuthorizationTests {
    private let server: ServerHarness
    private let app: SigningClient

    init() async throws {
        server = try ServerHarness()
        app = try SigningClient()
    }

    /// Returns the form of a valid request, with changes and a new assertion; `nil` omits a parameter.
    private func form(
        _ changes: [ParameterName: String?] = [:],
        assertion id: String = UUID().uuidString
    ) throws -> Parameters {
        var values: [ParameterName: String?] = [
            .redirectURI: ServerHarness.redirectURI, .responseType: "code", .scope: "openid email", .state: "pushed",
            .prompt: "none", .clientID: "app",
        ]
        values.merge(changes) { _, changed in changed }
        var parameters = Parameters()
        for (name, value) in values { parameters.append(name, value) }
        ClientCredentials(
            clientAssertion: try app.sign(SigningClient.assertion(at: server.now, id: id)),
            clientAssertionType: .jwtBearer
        ).append(to: &parameters)
        return parameters
    }

    private func push(_ form: Parameters) async throws(OAuthError) -> PushedAuthorizationResponse {
        try await server.identity.pushedAuthorization.push(form, authorization: nil, context: server.context)
    }

    private func authorize(_ uri: RequestURI, client: String? = "app") async throws -> AuthorizationResponse {
        try await server.authorize(Self.reference(uri, client: client))
    }

    private static func reference(_ uri: RequestURI, client: String?) -> Parameters {
        var parameters = Parameters()
        parameters.append(.requestURI, uri.rawValue)
        parameters.append(.clientID, client)
        return parameters
    }

    /// Returns the code of the error page for a request.
    private func page(_ uri: RequestURI, client: String? = "app") async throws -> OAuthErrorCode? {
        let error = await #expect(throws: AuthorizationError.self) { try await authorize(uri, client: client) }
        guard case .page(let page)? = error else { return nil }
        return page.code
    }

    @Test func returnsReferenceWithShortLifetime() async throws {
        try await app.register(at: server)
        let response = try await push(try form())
        #expect(response.status == .created)
        #expect(response.expiresIn == 90)
        #expect(response.requestURI.rawValue.hasPrefix("urn:ietf:params:oauth:request_uri:"))
        // §2.2: the reference is not guessable; §7.1.
        #expect(response.requestURI.reference.reveal().utf8.count == 43)
        let other = try await push(try form())
        #expect(other.requestURI != response.requestURI)
    }

    @Test func storesRequestWithoutCredentials() async throws {
        try await app.register(at: server)
        let uri = try await push(try form()).requestURI
        let id = PushedRequest.ID(OpaqueToken.hash(of: uri.rawValue))
        let stored = try #require(try await server.store.pushedRequest(id))
        #expect(stored.clientID == "app")
        #expect(!stored.form.contains("assertion"))
        #expect(!stored.form.contains(uri.reference.reveal()))
    }

    /// §4: other parameters than the client identifier are not needed, and are ignored.
    @Test func usesPushedParametersOnly() async throws {
        try await app.register(at: server)
        let uri = try await push(try form()).requestURI
        let response = try await authorize(uri)
        #expect(response.errorCode == .loginRequired)
        #expect(response.state == "pushed")
        #expect(response.redirectURI.rawValue == ServerHarness.redirectURI)
        var parameters = Self.reference(uri, client: "app")
        parameters.append(.state, "other")
        parameters.append(.prompt, "login")
        parameters.append(.redirectURI, "https://evil.example.com/callback")
        let again = try await server.authorize(parameters)
        #expect(again.state == "pushed")
        #expect(again.redirectURI.rawValue == ServerHarness.redirectURI)
    }

    @Test func acceptsRequestWithoutClientIdentifierInForm() async throws {
        try await app.register(at: server)
        let uri = try await push(try form([.clientID: nil])).requestURI
        #expect(try await authorize(uri).errorCode == .loginRequired)
    }

    /// By the sections of RFC 9126.
    private static let rejected: [(String, [ParameterName: String?], OAuthErrorCode)] = [
        ("2.1: request_uri", [.requestURI: "https://app.example.com/request"], .invalidRequest),
        ("2.1: pushed request_uri", [.requestURI: RequestURI.prefix + "reference"], .invalidRequest),
        ("2.1: unregistered redirect URI", [.redirectURI: "https://evil.example.com/callback"], .invalidRequest),
        ("2.1: malformed redirect URI", [.redirectURI: "/callback"], .invalidRequest),
        ("2.1: no redirect URI", [.redirectURI: nil], .invalidRequest),
        ("2.1: no response type", [.responseType: nil], .invalidRequest),
        ("2.3: implicit grant", [.responseType: "token"], .unsupportedResponseType),
        ("2.3: unknown scope", [.scope: "unknown"], .invalidScope),
        ("2.1: other resource", [.resource: "https://other.example"], .invalidTarget),
        ("2.1: PKCE without S256", [.codeChallenge: "x", .codeChallengeMethod: "plain"], .invalidRequest),
        ("2.1: malformed thumbprint", [.dpopKeyThumbprint: "x"], .invalidRequest),
        ("3: malformed request object", [.request: "x"], .invalidRequestObject),
    ]

    @Test(arguments: rejected.indices) func rejectsInvalidRequestAtPush(index: Int) async throws {
        let (name, changes, code) = Self.rejected[index]
        try await app.register(at: server)
        let error = try await oauthError { try await push(try form(changes)) }
        #expect(error.code == code, "\(name)")
        #expect(error.status == .badRequest, "\(name)")
        #expect(PushedAuthorizationEndpoint.errors.contains(error.code))
    }

    /// §2.3: SECURITY.md names the largest stored request.
    @Test(arguments: [(14_000, true), (16_000, false)])
    func storesNoRequestAbove16Kilobytes(length: Int, isStored: Bool) async throws {
        try await app.register(at: server)
        let form = try form([
            .idTokenHint: String(repeating: "x", count: length), .state: String(repeating: "x", count: 2_048),
        ])
        guard isStored else {
            let error = try await oauthError { try await push(form) }
            #expect(error.code == .invalidRequest)
            #expect(error.status == .contentTooLarge)
            return
        }
        let id = PushedRequest.ID(OpaqueToken.hash(of: try await push(form).requestURI.rawValue))
        let stored = try #require(try await server.store.pushedRequest(id))
        #expect(stored.form.utf8.count > 16_000)
        #expect(stored.form.utf8.count <= PushedAuthorizationHandler.storedLimit)
    }

    /// §2.1: the client is authenticated as at the token endpoint.
    @Test func rejectsUnauthenticatedClient() async throws {
        try await app.register(at: server)
        for forged in [try form([.clientAssertion: nil, .clientAssertionType: nil]), Parameters()] {
            var form = forged
            form.set(.clientAssertion, nil)
            form.set(.clientAssertionType, nil)
            let error = try await oauthError { try await push(form) }
            #expect(error.code == .invalidClient)
            #expect(error.status == .unauthorized)
        }
        let replayed = try form(assertion: "1")
        _ = try await push(replayed)
        #expect(try await oauthError { try await push(replayed) }.code == .invalidClient)
    }

    /// §2.2: the reference is bound to the client that pushed the request.
    @Test func rejectsReferenceOfAnotherClient() async throws {
        try await app.register(at: server)
        _ = try await server.addClient("other")
        let uri = try await push(try form()).requestURI
        #expect(try await page(uri, client: "other") == .invalidRequestURI)
        #expect(try await page(uri, client: nil) == .invalidRequest)
        #expect(try await authorize(uri).errorCode == .loginRequired)
    }

    /// §4: an expired reference is rejected.
    @Test func rejectsExpiredReference() async throws {
        try await app.register(at: server)
        let uri = try await push(try form()).requestURI
        server.clock.advance(by: 89.999)
        #expect(try await authorize(uri).errorCode == .loginRequired)
        server.clock.advance(by: 0.001)
        #expect(try await page(uri) == .invalidRequestURI)
    }

    @Test func rejectsUnknownReference() async throws {
        try await app.register(at: server)
        let unknown = RequestURI(reference: "unknown")
        #expect(try await page(unknown) == .invalidRequestURI)
    }

    /// §5.
    @Test func rejectsRequestThatWasNotPushed() async throws {
        try await app.register(at: server) { $0.security.requiresPushedRequests = true }
        let response = try await server.authorize(try form())
        #expect(response.errorCode == .invalidRequest)
        let uri = try await push(try form()).requestURI
        #expect(try await authorize(uri).errorCode == .loginRequired)
        let object = try app.sign(SigningClient.requestObject(at: server.now))
        let signed = try await server.authorize(try form([.request: object.reveal()]))
        #expect(signed.errorCode == .invalidRequest)
    }

    /// §3.
    @Test func acceptsRequestObject() async throws {
        try await app.register(at: server) { $0.security.requiresSignedRequests = true }
        let object = try app.sign(SigningClient.requestObject(at: server.now, ["prompt": "none"]))
        let uri = try await push(try form([.request: object.reveal(), .state: "outside"])).requestURI
        let response = try await authorize(uri)
        #expect(response.errorCode == .loginRequired)
        #expect(response.state == "inside")
    }

    /// §3: the client of the request object is the authenticated one.
    @Test func rejectsRequestObjectOfAnotherClient() async throws {
        try await app.register(at: server)
        let object = try app.sign(SigningClient.requestObject(at: server.now, ["client_id": "other"]))
        let error = try await oauthError {
            try await push(try form([.clientID: nil, .request: object.reveal()]))
        }
        #expect(error.code == .invalidRequestObject)
    }

    @Test func rejectsUnsignedRequestIfSignatureIsRequired() async throws {
        try await app.register(at: server) { $0.security.requiresSignedRequests = true }
        #expect(try await oauthError { try await push(try form()) }.code == .invalidRequest)
    }

    /// FAPI 2.0 Security Profile §5.3.2.2.
    @Test func requiresRedirectURIOfClientsWithFAPIProfile() async throws {
        try await app.register(at: server) { $0.security.profile = .fapi2Security }
        let error = try await oauthError { try await push(try form([.redirectURI: nil, .scope: "email"])) }
        #expect(error.code == .invalidRequest)
    }

    @Test func returnsServerErrorWhenStoreFails() async throws {
        try await app.register(at: server)
        let uri = try await push(try form()).requestURI
        let form = try form()
        server.store.isDown = true
        #expect(try await oauthError { try await push(form) }.code == .temporarilyUnavailable)
        #expect(try await page(uri) == .temporarilyUnavailable)
    }
}
