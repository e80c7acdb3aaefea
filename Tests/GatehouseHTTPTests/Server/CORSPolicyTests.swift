import Foundation
import GatehouseHTTP
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Cross-origin requests of browser-based apps.
@Suite struct CORSPolicyTests {
    private static let crossOrigin = [
        "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server", "/oauth2/keys",
        "/oauth2/token", "/oauth2/par", "/oauth2/revoke", "/oauth2/userinfo", "/oauth2/device_authorization",
    ]
    private static let sameOrigin = [
        "/oauth2/authorize", "/oauth2/logout", "/sign-in", "/device", "/oauth2/introspect", "/health/live",
    ]

    @Test(arguments: crossOrigin) func allowsAnyOriginToReadAPIResponses(path: String) async throws {
        let web = try await ServerFixture()
        for method in [HTTPRequest.Method.get, .post, .delete] {
            let response = await web.send(method, path, fields: [.origin: "https://spa.example.com"])
            #expect(response.fields[.accessControlAllowOrigin] == "*", "\(method) \(response.status)")
            #expect(response.fields[.accessControlAllowCredentials] == nil)
            #expect(response.fields[.accessControlExposeHeaders] == "WWW-Authenticate, Retry-After, X-Request-ID")
            #expect(response.fields[.setCookie] == nil)
        }
    }

    @Test(arguments: crossOrigin) func allowsRequestedFieldsInPreflight(path: String) async throws {
        let web = try await ServerFixture()
        let response = await web.send(
            .options,
            path,
            fields: [
                .origin: "https://spa.example.com", .accessControlRequestMethod: "POST",
                .accessControlRequestHeaders: "authorization,x-client-sku,client-request-id",
            ]
        )
        #expect(response.status == .noContent)
        #expect(response.body.isEmpty)
        #expect(response.fields[.accessControlAllowOrigin] == "*")
        #expect(response.fields[.accessControlAllowHeaders] == "authorization,x-client-sku,client-request-id")
        #expect(response.fields[.accessControlAllowMethods]?.isEmpty == false)
        #expect(response.fields[.vary] == "Access-Control-Request-Headers")
    }

    @Test(arguments: sameOrigin) func doesNotAllowOriginsToReadPages(path: String) async throws {
        let web = try await ServerFixture()
        for method in [HTTPRequest.Method.get, .post, .options] {
            let response = await web.send(
                method,
                path,
                fields: [.origin: "https://spa.example.com", .accessControlRequestMethod: "GET"]
            )
            #expect(response.fields[.accessControlAllowOrigin] == nil, "\(method)")
        }
    }
}
