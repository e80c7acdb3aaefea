import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Which pages may use native authentication in a client's name.
@Suite struct EntraCrossOriginTests {
    private static let page = "https://app.example.com"
    private static let start: [ParameterName: String?] = [.username: EntraWeb.email, .challengeType: "oob redirect"]

    private static let native = [
        "/signup/v1.0/start", "/signup/v1.0/challenge", "/signup/v1.0/continue", "/oauth2/v2.0/initiate",
        "/oauth2/v2.0/challenge", "/oauth2/v2.0/token", "/resetpassword/v1.0/start",
        "/resetpassword/v1.0/challenge", "/resetpassword/v1.0/continue", "/resetpassword/v1.0/submit",
        "/resetpassword/v1.0/poll_completion",
    ]
    private static let open = [
        "/v2.0/.well-known/openid-configuration", "/discovery/v2.0/keys", "/oauth2/v2.0/devicecode",
    ]

    @Test(arguments: native + open) func aPreflightAllowsTheFieldsThatLibrariesSend(_ path: String) async throws {
        let entra = try await EntraWeb()
        let fields = "client-request-id,x-client-sku,x-client-ver,content-type"
        let answer = await entra.web.send(
            .options,
            "/default" + path,
            [.origin: Self.page, .accessControlRequestMethod: "POST", .accessControlRequestHeaders: fields]
        )
        #expect(answer.status == .noContent)
        #expect(answer.fields[.accessControlAllowOrigin] == "*")
        #expect(answer.fields[.accessControlAllowHeaders] == fields)
        #expect(answer.fields[.accessControlAllowCredentials] == nil)
    }

    @Test(arguments: native) func aRegisteredPageReadsEveryAnswerRefusalsIncluded(_ path: String) async throws {
        let entra = try await EntraWeb(origins: [Self.page])
        for form in [[:], Self.start] {
            let form = form.merging([.grantType: "oob"]) { $1 }
            let answer = try await entra.post(path, form, [.origin: Self.page]).answer
            #expect(answer.fields[.accessControlAllowOrigin] == Self.page)
            #expect(answer.fields[.vary] == "origin")
            #expect(answer.fields[.accessControlAllowCredentials] == nil)
            #expect(
                answer.fields[.accessControlExposeHeaders]
                    == "client-request-id, x-ms-request-id, retry-after, x-request-id"
            )
        }
    }

    @Test(arguments: native) func anyOtherPageIsRefusedAndReadsNothing(_ path: String) async throws {
        let entra = try await EntraWeb(origins: [Self.page])
        let form = Self.start.merging([.grantType: "oob"]) { $1 }
        for origin in ["https://evil.example.com", "null", "http://app.example.com", Self.page + ":444"] {
            let answer = try await entra.post(path, form, [.origin: origin])
            #expect(answer.verdict == "unauthorized_client 9002326")
            #expect(answer.answer.fields[.accessControlAllowOrigin] == nil)
        }
    }

    @Test func aClientWithoutOriginsHasNoPages() async throws {
        let entra = try await EntraWeb()
        let answer = try await entra.post("/oauth2/v2.0/initiate", Self.start, [.origin: Self.page])
        #expect(answer.verdict == "unauthorized_client 9002326")
        #expect(try await entra.post("/oauth2/v2.0/initiate", Self.start).verdict == "ok")
    }

    @Test func aClientMayHaveAnyPage() async throws {
        let entra = try await EntraWeb(origins: ["*"])
        let answer = try await entra.post("/oauth2/v2.0/initiate", Self.start, [.origin: "null"])
        #expect(answer.verdict == "ok")
        #expect(answer.answer.fields[.accessControlAllowOrigin] == "null")
    }

    /// A developer who has mistyped the client sees why nothing works.
    @Test func whatIsSaidBeforeTheClientIsKnownAnyPageReads() async throws {
        let entra = try await EntraWeb()
        for form in [[.clientID: "nobody"], [.clientID: nil]] as [[ParameterName: String?]] {
            let answer = try await entra.post("/oauth2/v2.0/initiate", form, [.origin: Self.page])
            #expect(answer.status == 400)
            #expect(answer.answer.fields[.accessControlAllowOrigin] == "*")
        }
    }

    @Test func theGrantsOfOAuthAreOpenAsElsewhere() async throws {
        let entra = try await EntraWeb()
        let answer = try await entra.post(
            "/oauth2/v2.0/token",
            [.grantType: "refresh_token", .refreshToken: "rt.a.1.b"],
            [.origin: Self.page]
        )
        #expect(answer.verdict == "invalid_grant 700082")
        #expect(answer.answer.fields[.accessControlAllowOrigin] == "*")
    }
}
