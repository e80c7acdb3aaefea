import Foundation
import GatehouseWire
import Testing

/// The sections are those of OAuth Client ID Metadata Document, draft 02.
@Suite struct ClientMetadataDocumentTests {
    private static let url = "https://app.example.com/client.json"

    private static func read(_ members: String, url: String = url) throws -> ClientMetadataDocument {
        let identifier = try #require(ClientMetadataURL(url))
        return try ClientMetadataDocument(body: Data("{\(members)}".utf8), from: identifier)
    }

    @Test func readsDocument() throws {
        let document = try Self.read(
            #""client_id":"\#(Self.url)","client_name":"App","redirect_uris":["http://localhost/cb"],"x":1"#
        )
        #expect(document.clientID == Self.url)
        #expect(document.metadata.clientName == "App")
        #expect(document.authenticationMethod == .none)
        #expect(try JSONCoding.decode(ClientMetadataDocument.self, from: JSONCoding.encode(document)) == document)
    }

    @Test func acceptsKeysOfClient() throws {
        let method = #""client_id":"\#(Self.url)","token_endpoint_auth_method":"private_key_jwt""#
        #expect(try Self.read(method + #","jwks":{"keys":[]}"#).authenticationMethod == .privateKeyJWT)
        #expect(try Self.read(method + #","jwks_uri":"https://app.example.com/jwks""#).metadata.jwksURI != nil)
        #expect(throws: OAuthError(.invalidClientMetadata, "The method private_key_jwt requires jwks or jwks_uri.")) {
            try Self.read(method)
        }
    }

    @Test(arguments: [
        #""client_name":"App""#, #""client_id":"https://app.example.com:443/client.json""#,
        #""client_id":"https://APP.example.com/client.json""#, #""client_id":7"#,
        #""client_id":"https://app.example.com/client.json/""#,
    ])
    func rejectsDocumentOfOtherClient(_ members: String) {
        let error = #expect(throws: OAuthError.self) { try Self.read(members) }
        #expect(error?.code == .invalidClientMetadata)
    }

    /// §4.1: shared secrets are of no use in a public document.
    @Test(arguments: [
        #""client_secret":"s""#, #""client_secret_expires_at":0"#,
        #""token_endpoint_auth_method":"client_secret_basic""#, #""token_endpoint_auth_method":"client_secret_post""#,
        #""token_endpoint_auth_method":"client_secret_jwt","jwks":{"keys":[]}"#,
        #""token_endpoint_auth_method":"tls_client_auth""#, #""jwks":{"keys":[{"kty":"EC","d":"AA"}]}"#,
    ])
    func rejectsSecrets(_ members: String) {
        let error = #expect(throws: OAuthError.self) { try Self.read(#""client_id":"\#(Self.url)","# + members) }
        #expect(error?.code == .invalidClientMetadata)
    }

    @Test(arguments: [
        (url, "app.example.com"), ("https://App.example.com:8443/a?b=c", "app.example.com"),
        ("https://app.example.com/", "app.example.com"), ("https://app.example.com/a..b/.well", "app.example.com"),
    ])
    func acceptsURLs(_ text: String, _ host: String) {
        #expect(ClientMetadataURL(text)?.host == host)
        #expect(ClientMetadataURL(text)?.description == text)
    }

    /// §3.
    @Test(arguments: [
        "", "app", "http://app.example.com/client", "http://localhost/client", "https://app.example.com",
        "https://app.example.com?a", "https://app.example.com/a#b", "https://user@app.example.com/a",
        "https://app.example.com/../a", "https://app.example.com/./a", "https://app.example.com/a/..",
        "https://app.example.com/%2e%2E/a", "https://app.example.com/.%2e", "https:///a", "https://app.example.com/ä",
        "HTTPS://app.example.com/a", "urn:example:app", "https://app.example.com:99999/a",
    ])
    func rejectsOtherIdentifiers(_ text: String) {
        #expect(ClientMetadataURL(text) == nil)
    }

    @Test func acceptsLoopbackInDevelopmentOnly() {
        let text = "http://127.0.0.1:8080/client"
        #expect(ClientMetadataURL(text, allowsLoopback: true)?.host == "127.0.0.1")
        #expect(ClientMetadataURL(text) == nil)
        #expect(ClientMetadataURL("http://app.example.com/client", allowsLoopback: true) == nil)
    }
}
