import Foundation
import GatehouseHummingbird
import GatehouseJOSE
import GatehouseVerifier
import GatehouseWire
import HTTPTypes
import Hummingbird
import Logging
import NIOEmbedded
import Testing

/// An issuer in the test's process.
private struct StubIssuer: VerifierTransport {
    static let url = "https://login.example.com"
    let key: SigningKey

    func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
        guard request.path == "/keys" else { return (HTTPResponse(status: .internalServerError), Data()) }
        return (HTTPResponse(status: .ok), JSONWebKeySet(keys: [key.publicJWK]).body())
    }
}

@Suite struct TokenMiddlewareTests {
    private static let audience = "https://api.example.com/orders"
    private static let metadataPath = "/.well-known/oauth-protected-resource/orders"

    private let key: SigningKey
    private let clientKey: SigningKey
    private let router = Router(context: TokenContext.self)

    init() throws {
        key = try SigningKey.generate(.es256)
        clientKey = try SigningKey.generate(.es256)
        var configuration = VerifierConfiguration()
        configuration.keySetURL = StubIssuer.url + "/keys"
        configuration.resource = .init(name: "Orders", scopes: ["orders:read"])
        configuration.dpop.nonces = .ownKey
        let verifier = try TokenVerifier(
            issuer: StubIssuer.url,
            audience: Self.audience,
            configuration: configuration,
            transport: StubIssuer(key: key)
        )
        router.addResourceMetadata(of: verifier)
        router.group("orders")
            .add(middleware: TokenMiddleware(verifier, requiring: ["orders:read"]))
            .get { _, context in try context.identity.subject }
            .get("missing") { _, _ -> String in throw HTTPError(.notFound, message: "There is no such order.") }
        router.group("payments")
            .add(
                middleware: TokenMiddleware(
                    verifier,
                    requiring: ["orders:read"],
                    authentication: .within(.seconds(300))
                )
            )
            .get { _, context in try context.identity.subject }
        router.get("unprotected") { _, context in try context.identity.subject }
    }

    private func token(_ changes: [String: JSONValue] = [:]) throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        var claims: [String: JSONValue] = [
            "iss": .string(StubIssuer.url), "sub": "ada", "aud": .string(Self.audience), "client_id": "shop",
            "exp": .integer(now + 3_600), "iat": .integer(now), "jti": "j", "scope": "orders:read",
        ]
        claims.merge(changes) { $1 }
        return try key.sign(claims, as: .accessToken).reveal()
    }

    private func get(_ path: String, _ fields: HTTPFields = [:]) async throws -> (HTTPResponse, String) {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "a", path: path, headerFields: fields)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test"))
        let context = TokenContext(source: source)
        do {
            let response = try await router.buildResponder().respond(to: request, context: context)
            return (response.head, try await text(of: response.body))
        } catch let error as any HTTPResponseError {
            return (try error.response(from: request, context: context).head, "")
        }
    }

    private func text(of body: ResponseBody) async throws -> String {
        let writer = TextWriter()
        try await body.write(writer)
        return await writer.collector.text
    }

    private func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer " + token] }

    @Test func passesIdentityToHandler() async throws {
        let (response, body) = try await get("/orders", bearer(try token()))
        #expect(response.status == .ok)
        #expect(body == "ada")
    }

    @Test func refusesRequestWithChallenge() async throws {
        let (missing, _) = try await get("/orders")
        #expect(missing.status == .unauthorized)
        let challenges = missing.headerFields[values: .wwwAuthenticate]
        #expect(challenges.map { $0.prefix { $0 != " " } } == ["Bearer", "DPoP"])
        for challenge in challenges {
            #expect(challenge.contains(#"resource_metadata="https://api.example.com\#(Self.metadataPath)""#))
        }
        let (invalid, _) = try await get("/orders", bearer("x"))
        #expect(invalid.status == .unauthorized)
        let (insufficient, _) = try await get("/orders", bearer(try token(["scope": "profile"])))
        #expect(insufficient.status == .forbidden)
        #expect(insufficient.headerFields[.wwwAuthenticate]?.contains(#"scope="orders:read""#) == true)
    }

    @Test func requiresRecentAuthentication() async throws {
        let (old, _) = try await get("/payments", bearer(try token(["auth_time": 1])))
        #expect(old.status == .unauthorized)
        #expect(old.headerFields[.wwwAuthenticate]?.contains(#"max_age="300""#) == true)
        let now = Int64(Date().timeIntervalSince1970)
        let (recent, _) = try await get("/payments", bearer(try token(["auth_time": .integer(now)])))
        #expect(recent.status == .ok)
    }

    /// Returns the fields of a request with a token that is bound to the client's key.
    private func bound(path: String = "/orders", nonce: String?) throws -> HTTPFields {
        let token = try token(["cnf": ["jkt": .string(try #require(clientKey.publicJWK.thumbprint))]])
        let uri = try #require(NormalizedURI("https://api.example.com" + path))
        let proof = try DPoPProof.create(
            for: DPoPProof.Request(method: "GET", uri: uri, accessToken: Secret(token)),
            with: clientKey,
            identifier: nonce ?? "none",
            nonce: nonce,
            now: Date()
        )
        return [.authorization: "DPoP " + token, .dpop: proof]
    }

    @Test func verifiesProofOfBoundToken() async throws {
        let (refused, _) = try await get("/orders", bound(nonce: nil))
        #expect(refused.status == .unauthorized)
        let nonce = try #require(refused.headerFields[.dpopNonce])
        let (accepted, _) = try await get("/orders?page=2", bound(nonce: nonce))
        #expect(accepted.status == .ok)
        #expect(accepted.headerFields[.dpopNonce] != nil)
    }

    /// RFC 9449 §9: without it, the client's next request is refused once the nonce has expired.
    @Test func addsNonceToErrorOfHandler() async throws {
        let (refused, _) = try await get("/orders/missing", bound(path: "/orders/missing", nonce: nil))
        let nonce = try #require(refused.headerFields[.dpopNonce])
        let (missing, _) = try await get("/orders/missing", bound(path: "/orders/missing", nonce: nonce))
        #expect(missing.status == .notFound)
        #expect(missing.headerFields[values: .dpopNonce].count == 1)
        let (unbound, _) = try await get("/orders/missing", bearer(try token()))
        #expect(unbound.status == .notFound)
        #expect(unbound.headerFields[.dpopNonce] == nil)
    }

    /// RFC 9728 §3.2.
    @Test func servesMetadataOfResource() async throws {
        let (response, body) = try await get(Self.metadataPath)
        #expect(response.status == .ok)
        #expect(response.headerFields[.contentType] == "application/json")
        #expect(response.headerFields[.accessControlAllowOrigin] == "*")
        let metadata = try JSONCoding.decode(ProtectedResourceMetadata.self, from: Data(body.utf8))
        #expect(metadata.resource == Self.audience)
        #expect(metadata.authorizationServers == [StubIssuer.url])
    }

    @Test func failsOnRouteWithoutMiddleware() async throws {
        let (response, _) = try await get("/unprotected", bearer(try token()))
        #expect(response.status == .internalServerError)
    }
}

/// Collects the body of a response.
private struct TextWriter: ResponseBodyWriter {
    actor Collector {
        private(set) var text = ""

        func append(_ buffer: ByteBuffer) { text += String(buffer: buffer) }
    }

    let collector = Collector()

    mutating func write(_ buffer: ByteBuffer) async throws {
        await collector.append(buffer)
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
