import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct ProtectedResourceMetadataTests {
    @Test func writesMetadata() throws {
        var metadata = ProtectedResourceMetadata(
            resource: "https://api.example.com/mcp",
            authorizationServers: ["https://id.example.com"],
            scopesSupported: ["files:read"]
        )
        metadata.bearerMethodsSupported = ["header"]
        metadata.dpopSigningAlgorithms = [.es256]
        metadata.requiresDPoP = false
        metadata.resourceName = "Files"
        let json =
            #"{"authorization_servers":["https://id.example.com"],"bearer_methods_supported":["header"],"#
            + #""dpop_bound_access_tokens_required":false,"dpop_signing_alg_values_supported":["ES256"],"#
            + #""resource":"https://api.example.com/mcp","resource_name":"Files","scopes_supported":["files:read"]}"#
        #expect(String(decoding: metadata.body(), as: UTF8.self) == json)
        #expect(try ProtectedResourceMetadata(body: Data(json.utf8), fields: [:]) == metadata)
        #expect(metadata.fields[.cacheControl] == "public, max-age=300")
    }

    @Test func ignoresUnknownMembers() throws {
        let json = #"{"resource":"r","signed_metadata":"a.b.c","resource_name#de":"x","tls_client":true}"#
        let metadata = try ProtectedResourceMetadata(body: Data(json.utf8), fields: [:])
        #expect(metadata == ProtectedResourceMetadata(resource: "r"))
    }

    @Test(arguments: ["{}", "[]", #"{"resource":7}"#, #"{"resource":"r","authorization_servers":"x"}"#])
    func rejectsOtherFormats(_ json: String) {
        #expect(throws: WireError.self) { try ProtectedResourceMetadata(body: Data(json.utf8), fields: [:]) }
    }

    /// RFC 9728 §3.1.
    @Test func locatesMetadataOfResource() {
        #expect(
            ProtectedResourceMetadataEndpoint.url(resource: "https://api.example.com/mcp")
                == "https://api.example.com/.well-known/oauth-protected-resource/mcp"
        )
        #expect(
            ProtectedResourceMetadataEndpoint.path(resource: "https://api.example.com/")
                == "/.well-known/oauth-protected-resource"
        )
        #expect(ProtectedResourceMetadataEndpoint.url(resource: "urn:example:api") == nil)
    }
}
