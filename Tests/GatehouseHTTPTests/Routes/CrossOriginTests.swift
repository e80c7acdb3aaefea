import Foundation
import GatehouseHTTP
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Cross-origin requests of apps in browsers.
@Suite struct CrossOriginTests {
    private static let open = [
        "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server", "/oauth2/keys",
        "/oauth2/token", "/oauth2/revoke", "/oauth2/userinfo", "/oauth2/device_authorization",
    ]
    private static let closed = [
        "/oauth2/authorize", "/oauth2/logout", "/sign-in", "/device", "/oauth2/introspect", "/health/live",
    ]

    @Test(arguments: open) func anyOriginMayReadEveryAnswerOfAProgramsEndpoint(path: String) async throws {
        let web = try await Web()
        for method in [HTTPRequest.Method.get, .post, .delete] {
            let answer = await web.send(method, path, [.origin: "https://spa.example.com"])
            #expect(answer.fields[.accessControlAllowOrigin] == "*", "\(method) \(answer.status)")
            #expect(answer.fields[.accessControlAllowCredentials] == nil)
            #expect(answer.fields[.accessControlExposeHeaders] == "WWW-Authenticate, Retry-After, X-Request-ID")
            #expect(answer.fields[.setCookie] == nil)
        }
    }

    @Test(arguments: open) func aPreflightAllowsTheFieldsThatAreAskedFor(path: String) async throws {
        let web = try await Web()
        let answer = await web.send(
            .options,
            path,
            [
                .origin: "https://spa.example.com", .accessControlRequestMethod: "POST",
                .accessControlRequestHeaders: "authorization,x-client-sku,client-request-id",
            ]
        )
        #expect(answer.status == .noContent)
        #expect(answer.body.isEmpty)
        #expect(answer.fields[.accessControlAllowOrigin] == "*")
        #expect(answer.fields[.accessControlAllowHeaders] == "authorization,x-client-sku,client-request-id")
        #expect(answer.fields[.accessControlAllowMethods]?.isEmpty == false)
        #expect(answer.fields[.vary] == "Access-Control-Request-Headers")
    }

    @Test(arguments: closed) func noOriginMayReadAPage(path: String) async throws {
        let web = try await Web()
        for method in [HTTPRequest.Method.get, .post, .options] {
            let answer = await web.send(
                method,
                path,
                [.origin: "https://spa.example.com", .accessControlRequestMethod: "GET"]
            )
            #expect(answer.fields[.accessControlAllowOrigin] == nil, "\(method)")
        }
    }
}
