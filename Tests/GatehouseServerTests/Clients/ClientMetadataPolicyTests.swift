import Foundation
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ClientMetadataPolicyTests {
    private static let id = "https://app.example.com/client.json"

    private func document(_ members: [String: JSONValue], at id: String = id) throws -> Data {
        var all: [String: JSONValue] = [
            "client_id": .string(id), "client_name": "Example App",
            "redirect_uris": ["https://app.example.com/callback"],
        ]
        for (name, value) in members { all[name] = value == .null ? nil : value }
        return JSONCoding.encode(JSONValue.object(all))
    }

    private func client(
        _ members: [String: JSONValue] = [:],
        policy: ClientMetadataPolicy = ClientMetadataPolicy(),
        id: String = id
    ) throws -> MetadataDocumentClient {
        let url = try #require(policy.url(id))
        return try policy.client(ClientMetadataDocument(body: document(members, at: id), from: url), at: url)
    }

    private func code(
        _ members: [String: JSONValue],
        policy: ClientMetadataPolicy = ClientMetadataPolicy()
    ) throws -> OAuthErrorCode? {
        do {
            _ = try client(members, policy: policy)
            return nil
        } catch let error as OAuthError {
            return error.code
        }
    }

    // MARK: Identifier

    @Test func allowsLoopbackURLInDevelopment() {
        let policy = ClientMetadataPolicy(allowsLoopback: true)
        #expect(policy.url("http://127.0.0.1:8080/client.json") != nil)
        #expect(policy.url("http://app.example.com/client.json") == nil)
    }

    @Test(arguments: [
        ("https://example.com/a", true), ("https://app.Example.com/a", true), ("https://notexample.com/a", false),
        ("https://example.com.evil.test/a", false), ("https://evil.test/example.com", false),
    ])
    func restrictsHosts(id: String, isAdmitted: Bool) {
        #expect((ClientMetadataPolicy(hosts: ["Example.com"]).url(id) != nil) == isAdmitted)
    }

    // MARK: Document

    @Test func acceptsPublicClient() throws {
        let client = try client()
        #expect(client.url.description == Self.id)
        #expect(client.metadata.clientName == "Example App")
        #expect(client.metadata.tokenEndpointAuthMethod == ClientAuthenticationMethod.none)
        #expect(client.metadata.grantTypes == [.authorizationCode])
        #expect(client.metadata.responseTypes == [.code])
        #expect(client.redirectHosts == ["app.example.com"])
    }

    @Test func namesClientAfterItsHostWithoutName() throws {
        #expect(try client(["client_name": .null]).metadata.clientName == "app.example.com")
    }

    @Test func acceptsClientWithKeys() throws {
        let method: [String: JSONValue] = ["token_endpoint_auth_method": "private_key_jwt"]
        #expect(try code(method) == .invalidClientMetadata)
        let byReference = method.merging(["jwks_uri": "https://app.example.com/keys"]) { $1 }
        #expect(try client(byReference).metadata.jwksURI == "https://app.example.com/keys")
        let key: JSONValue = ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"]
        let byValue = method.merging(["jwks": ["keys": [key]]]) { $1 }
        #expect(try client(byValue).metadata.tokenEndpointAuthMethod == .privateKeyJWT)
        #expect(try code(byReference.merging(byValue) { $1 }) == .invalidClientMetadata)
    }

    @Test(arguments: ["jwks_uri", "backchannel_logout_uri", "sector_identifier_uri"])
    func rejectsUnencryptedURL(member: String) throws {
        for url in ["http://app.example.com/", "http://127.0.0.1/", "https://app.example.com/#a"] {
            #expect(try code([member: .string(url)]) == .invalidClientMetadata)
        }
    }

    @Test func dropsPagesWithoutEncryption() throws {
        let client = try client([
            "logo_uri": "http://app.example.com/logo.png", "client_uri": "https://app.example.com/",
            "policy_uri": "http://app.example.com/privacy",
        ])
        #expect(client.metadata.logoURI == nil)
        #expect(client.metadata.clientURI == "https://app.example.com/")
        #expect(client.metadata.policyURI == nil)
    }

    // MARK: Grants and redirect URIs

    @Test func ignoresGrantsWithoutUser() throws {
        let grants: JSONValue = [
            "refresh_token", "authorization_code", "client_credentials", "password",
            "urn:ietf:params:oauth:grant-type:device_code",
        ]
        #expect(try client(["grant_types": grants]).metadata.grantTypes == [.authorizationCode, .refreshToken])
    }

    @Test func rejectsClientWithoutCodeGrant() throws {
        #expect(try code(["grant_types": ["client_credentials"]]) == .invalidClientMetadata)
        #expect(try code(["response_types": ["token"]]) == .invalidClientMetadata)
    }

    @Test(arguments: [
        JSONValue.null, [], ["http://app.example.com/"], ["https://app.example.com/", "http://192.0.2.1/"],
        ["https://app.example.com/#a"], ["javascript:alert(1)"], ["callback"],
    ])
    func rejectsRedirectURIs(uris: JSONValue) throws {
        #expect(try code(["redirect_uris": uris]) == .invalidRedirectURI)
    }

    /// RFC 8252 §7: apps on a device.
    @Test func recognizesClientOnDevice() throws {
        let loopback: JSONValue = ["http://127.0.0.1/cb", "http://[::1]/cb", "http://localhost:8080/cb"]
        let local = try client(["redirect_uris": loopback])
        #expect(local.isOnDeviceOnly)
        #expect(local.redirectHosts == ["127.0.0.1", "[::1]", "localhost"])
        let uris: JSONValue = ["http://127.0.0.1/cb", "https://b.example.com/cb", "com.example:/cb"]
        let mixed = try client(["redirect_uris": uris])
        #expect(!mixed.isOnDeviceOnly)
        #expect(mixed.redirectHosts == ["127.0.0.1", "b.example.com", "com.example:"])
    }

    @Test func canRequireOriginOfIdentifier() throws {
        let policy = ClientMetadataPolicy(requiresSameOrigin: true)
        let own: JSONValue = ["https://app.example.com:443/cb", "https://APP.example.com/cb", "http://127.0.0.1/cb"]
        #expect(try code(["redirect_uris": own], policy: policy) == nil)
        for uri in ["https://app.example.com:8443/cb", "https://example.com/cb", "com.example.app:/cb"] {
            #expect(try code(["redirect_uris": [.string(uri)]], policy: policy) == .invalidRedirectURI)
            #expect(try code(["redirect_uris": [.string(uri)]]) == nil)
        }
    }
}

@Suite struct ClientMetadataResolverTests {
    private static let id = "https://app.example.com/client.json"
    private let fetcher = StubFetcher()

    private func resolver(_ policy: ClientMetadataPolicy = ClientMetadataPolicy()) -> ClientMetadataResolver {
        ClientMetadataResolver(policy: policy, fetcher: fetcher, environment: fetcher.environment)
    }

    private func publish(name: String, id: String = id, at url: String = id) throws {
        let text = #"{"client_id":"\#(id)","client_name":"\#(name)","redirect_uris":["https://app.example.com/cb"]}"#
        fetcher.set(try #require(RemoteURL(url)), text, maxAge: 0)
    }

    @Test func fetchesDocumentOncePerLifetime() async throws {
        let resolver = resolver()
        try publish(name: "One")
        for _ in 1...3 { #expect(try await resolver.client(Self.id)?.value.metadata.clientName == "One") }
        try publish(name: "Two")
        fetcher.clock.advance(by: 59)
        #expect(try await resolver.client(Self.id)?.value.metadata.clientName == "One")
        fetcher.clock.advance(by: 1)
        #expect(try await resolver.client(Self.id)?.value.metadata.clientName == "Two")
        #expect(fetcher.requests.count == 2)
    }

    @Test(arguments: ["app", "http://app.example.com/a", "https://app.example.com", "https://other.example.com/a"])
    func fetchesNothingForOtherIdentifier(id: String) async throws {
        #expect(try await resolver(ClientMetadataPolicy(hosts: ["app.example.com"])).client(id) == nil)
        #expect(fetcher.requests == [])
    }

    @Test func rejectsDocumentOfOtherClient() async throws {
        try publish(name: "One", id: "https://other.example.com/a", at: Self.id)
        let error = await #expect(throws: OAuthError.self) { try await resolver().client(Self.id) }
        #expect(error?.code == .invalidClient)
        #expect(
            error?.description
                == "The client's metadata document is not valid: client_id must be the URL of the document."
        )
    }

    @Test(arguments: [RemoteDocumentError.status(404), .forbiddenAddress, .tooLarge, .unsupportedMediaType])
    func rejectsClientWithoutDocument(failure: RemoteDocumentError) async throws {
        fetcher.set(try #require(RemoteURL(Self.id)), failure)
        let error = await #expect(throws: OAuthError.self) { try await resolver().client(Self.id) }
        #expect(error?.code == .invalidClient)
    }

    @Test(arguments: [RemoteDocumentError.timedOut, .unreachable, .status(503), .overloaded])
    func isUnavailableWhileServerFails(failure: RemoteDocumentError) async throws {
        fetcher.set(try #require(RemoteURL(Self.id)), failure)
        await #expect(throws: OAuthError.busy) { try await resolver().client(Self.id) }
    }
}
