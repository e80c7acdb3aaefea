import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// CORS and origin checks of native authentication.
@Suite struct EntraCrossOriginTests {
    private static let page = "https://app.example.com"
    private static let start: [ParameterName: String?] = [
        .username: EntraFixture.email, .challengeType: "oob redirect",
    ]

    private static let native = [
        "/signup/v1.0/start", "/signup/v1.0/challenge", "/signup/v1.0/continue", "/oauth2/v2.0/initiate",
        "/oauth2/v2.0/challenge", "/oauth2/v2.0/token", "/resetpassword/v1.0/start",
        "/resetpassword/v1.0/challenge", "/resetpassword/v1.0/continue", "/resetpassword/v1.0/submit",
        "/resetpassword/v1.0/poll_completion", "/oauth2/v2.0/introspect", "/register/v1.0/introspect",
        "/register/v1.0/challenge", "/register/v1.0/continue",
    ]
    private static let crossOrigin = [
        "/v2.0/.well-known/openid-configuration", "/discovery/v2.0/keys", "/oauth2/v2.0/devicecode",
    ]

    @Test(arguments: native + crossOrigin) func allowsFieldsOfLibrariesInPreflight(_ path: String) async throws {
        let entra = try await EntraFixture()
        let fields = "client-request-id,x-client-sku,x-client-ver,content-type"
        let response = await entra.web.send(
            .options,
            "/default" + path,
            fields: [.origin: Self.page, .accessControlRequestMethod: "POST", .accessControlRequestHeaders: fields]
        )
        #expect(response.status == .noContent)
        #expect(response.fields[.accessControlAllowOrigin] == "*")
        #expect(response.fields[.accessControlAllowHeaders] == fields)
        #expect(response.fields[.accessControlAllowCredentials] == nil)
    }

    @Test(arguments: native) func allowsRegisteredOriginToReadEveryResponse(_ path: String) async throws {
        let entra = try await EntraFixture(origins: [Self.page])
        for form in [[:], Self.start] {
            let form = form.merging([.grantType: "oob"]) { $1 }
            let response = try await entra.post(path, form, fields: [.origin: Self.page]).response
            #expect(response.fields[.accessControlAllowOrigin] == Self.page)
            #expect(response.fields[.vary] == "origin")
            #expect(response.fields[.accessControlAllowCredentials] == nil)
            #expect(
                response.fields[.accessControlExposeHeaders]
                    == "client-request-id, x-ms-request-id, retry-after, x-request-id"
            )
        }
    }

    @Test(arguments: native) func rejectsUnregisteredOrigin(_ path: String) async throws {
        let entra = try await EntraFixture(origins: [Self.page])
        let form = Self.start.merging([.grantType: "oob"]) { $1 }
        for origin in ["https://evil.example.com", "null", "http://app.example.com", Self.page + ":444"] {
            let response = try await entra.post(path, form, fields: [.origin: origin])
            #expect(response.summary == "unauthorized_client 9002326")
            #expect(response.response.fields[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func rejectsOriginsOfClientWithoutOrigins() async throws {
        let entra = try await EntraFixture()
        let response = try await entra.post("/oauth2/v2.0/initiate", Self.start, fields: [.origin: Self.page])
        #expect(response.summary == "unauthorized_client 9002326")
        #expect(try await entra.post("/oauth2/v2.0/initiate", Self.start).summary == "ok")
    }

    @Test func allowsAnyOriginWithWildcard() async throws {
        let entra = try await EntraFixture(origins: ["*"])
        let response = try await entra.post("/oauth2/v2.0/initiate", Self.start, fields: [.origin: "null"])
        #expect(response.summary == "ok")
        #expect(response.response.fields[.accessControlAllowOrigin] == "null")
    }

    /// Lets a developer with a mistyped client ID see the error.
    @Test func allowsAnyOriginToReadErrorsOfUnknownClient() async throws {
        let entra = try await EntraFixture()
        for form in [[.clientID: "unknown"], [.clientID: nil]] as [[ParameterName: String?]] {
            let response = try await entra.post("/oauth2/v2.0/initiate", form, fields: [.origin: Self.page])
            #expect(response.status == 400)
            #expect(response.response.fields[.accessControlAllowOrigin] == "*")
        }
    }

    @Test func allowsAnyOriginForOAuthGrants() async throws {
        let entra = try await EntraFixture()
        let response = try await entra.post(
            "/oauth2/v2.0/token",
            [.grantType: "refresh_token", .refreshToken: "rt.a.1.b"],
            fields: [.origin: Self.page]
        )
        #expect(response.summary == "invalid_grant 700082")
        #expect(response.response.fields[.accessControlAllowOrigin] == "*")
    }
}
