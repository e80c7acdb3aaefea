import Foundation
import GatehouseServer
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct ClientMetadataPolicyTests {
    private static let id = "https://app.example.com/client.json"

    private func document(_ members: [String: JSONValue]) throws -> Data {
        var all: [String: JSONValue] = [
            "client_id": .string(Self.id), "client_name": "Example App",
            "redirect_uris": ["https://app.example.com/callback"],
        ]
        for (name, value) in members { all[name] = value == .null ? nil : value }
        return JSONCoding.encode(JSONValue.object(all))
    }

    private func metadata(_ members: [String: JSONValue] = [:]) throws -> ClientMetadata {
        let policy = ClientMetadataPolicy()
        let url = try #require(policy.url(Self.id))
        return try policy.metadata(of: ClientMetadataDocument(body: document(members), from: url), at: url)
    }

    private func code(_ members: [String: JSONValue]) throws -> OAuthErrorCode? {
        do {
            _ = try metadata(members)
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

    // MARK: Document

    @Test func acceptsPublicClient() throws {
        let metadata = try metadata()
        #expect(metadata.clientName == "Example App")
        #expect(metadata.tokenEndpointAuthMethod == ClientAuthenticationMethod.none)
        #expect(metadata.redirectURIs == ["https://app.example.com/callback"])
    }

    @Test func namesClientAfterItsHostWithoutName() throws {
        #expect(try metadata(["client_name": .null]).clientName == "app.example.com")
    }

    @Test func acceptsClientWithKeys() throws {
        let method: [String: JSONValue] = ["token_endpoint_auth_method": "private_key_jwt"]
        #expect(try code(method) == .invalidClientMetadata)
        let byReference = method.merging(["jwks_uri": "https://app.example.com/keys"]) { $1 }
        #expect(try metadata(byReference).jwksURI == "https://app.example.com/keys")
        let key: JSONValue = ["kty": "EC", "crv": "P-256", "x": "AA", "y": "AA"]
        let byValue = method.merging(["jwks": ["keys": [key]]]) { $1 }
        #expect(try metadata(byValue).tokenEndpointAuthMethod == .privateKeyJWT)
        #expect(try code(byReference.merging(byValue) { $1 }) == .invalidClientMetadata)
    }

    @Test(arguments: ["jwks_uri", "backchannel_logout_uri", "sector_identifier_uri"])
    func rejectsUnencryptedURL(member: String) throws {
        for url in ["http://app.example.com/", "http://127.0.0.1/", "https://app.example.com/#a"] {
            #expect(try code([member: .string(url)]) == .invalidClientMetadata)
        }
    }

    // MARK: Grants and redirect URIs

    @Test func rejectsClientWithoutCodeGrant() throws {
        #expect(try code(["grant_types": ["client_credentials"]]) == .invalidClientMetadata)
        #expect(try code(["response_types": ["token"]]) == .invalidClientMetadata)
    }

    @Test(arguments: [
        JSONValue.null, [], ["http://app.example.com/"], ["https://app.example.com/", "http://192.0.2.1/"],
        ["https://app.example.com/#a"], ["javascript:alert(1)"], ["callback"], ["myapp:/cb"],
    ])
    func rejectsRedirectURIs(uris: JSONValue) throws {
        #expect(try code(["redirect_uris": uris]) == .invalidRedirectURI)
    }
}

@Suite struct ClientMetadataResolverTests {
    private static let id = "https://app.example.com/client.json"
    private let fetcher = StubFetcher()

    private func resolver() -> ClientMetadataResolver {
        ClientMetadataResolver(policy: ClientMetadataPolicy(), fetcher: fetcher, environment: fetcher.environment)
    }

    private func publish(name: String, id: String = id, at url: String = id) throws {
        let text = #"{"client_id":"\#(id)","client_name":"\#(name)","redirect_uris":["https://app.example.com/cb"]}"#
        fetcher.set(try #require(RemoteURL(url)), text, maxAge: 0)
    }

    @Test func fetchesDocumentOncePerLifetime() async throws {
        let resolver = resolver()
        try publish(name: "One")
        for _ in 1...3 { #expect(try await resolver.metadata(of: Self.id)?.value.clientName == "One") }
        try publish(name: "Two")
        fetcher.clock.advance(by: 59)
        #expect(try await resolver.metadata(of: Self.id)?.value.clientName == "One")
        fetcher.clock.advance(by: 1)
        #expect(try await resolver.metadata(of: Self.id)?.value.clientName == "Two")
        #expect(fetcher.requests.count == 2)
    }

    @Test(arguments: ["app", "http://app.example.com/a", "https://app.example.com"])
    func fetchesNothingForOtherIdentifier(id: String) async throws {
        #expect(try await resolver().metadata(of: id) == nil)
        #expect(fetcher.requests == [])
    }

    @Test func rejectsDocumentOfOtherClient() async throws {
        try publish(name: "One", id: "https://other.example.com/a", at: Self.id)
        let error = await #expect(throws: OAuthError.self) { try await resolver().metadata(of: Self.id) }
        #expect(error?.code == .invalidClient)
        #expect(
            error?.description
                == "The client's metadata document is not valid: client_id must be the URL of the document."
        )
    }

    @Test(arguments: [RemoteDocumentError.status(404), .tooLarge, .unsupportedMediaType])
    func rejectsClientWithoutDocument(failure: RemoteDocumentError) async throws {
        fetcher.set(try #require(RemoteURL(Self.id)), failure)
        let error = await #expect(throws: OAuthError.self) { try await resolver().metadata(of: Self.id) }
        #expect(error?.code == .invalidClient)
    }

    /// The response to a name of the operator's network is that to a name that does not exist.
    @Test(arguments: [RemoteDocumentError.timedOut, .unreachable, .forbiddenAddress, .status(503), .overloaded])
    func isUnavailableWhileServerFails(failure: RemoteDocumentError) async throws {
        fetcher.set(try #require(RemoteURL(Self.id)), failure)
        await #expect(throws: OAuthError.busy) { try await resolver().metadata(of: Self.id) }
    }
}
