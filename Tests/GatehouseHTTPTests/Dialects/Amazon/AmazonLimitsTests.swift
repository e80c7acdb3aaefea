import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// What the endpoints say to too much, to what is too large, and when the server is unwell.
@Suite struct AmazonLimitsTests {
    @Test func whoAsksTooOftenIsToldWhenToTryAgain() async throws {
        var limits = Limits()
        limits.requestsPerClient = Limits.Rate(2, per: 60)
        let amazon = try await AmazonWeb(limits: limits)
        let form = AmazonWeb.siteForm([.grantType: "refresh_token", .refreshToken: "Atzr|made-up"])
        for _ in 0..<2 { #expect(await amazon.token(form).status == .badRequest) }
        let answer = await amazon.token(form)
        #expect(answer.status == .tooManyRequests)
        #expect(answer.error?.code == .amazonServerError)
        #expect(answer.fields[.retryAfter] == "60")
    }

    @Test func aStoreThatIsDownIsAServerErrorAtEveryEndpoint() async throws {
        let store = FailingStore()
        let amazon = try await AmazonWeb(on: try await Web(store: store))
        let tokens = try await amazon.tokens()
        let codePair = Parameters([.responseType: "device_code", .scope: "profile", .clientID: AmazonWeb.app.rawValue])
        let query = AmazonAccessTokenRequest(accessToken: tokens.accessToken).parameters.formEncoded
        store.isDown = true
        let answers = [
            await amazon.token(AmazonWeb.siteForm([.grantType: "client_credentials"])),
            await amazon.web.post("/auth/o2/create/codepair", codePair),
            await amazon.web.post("/auth/o2/revoke", AmazonWeb.siteForm([.token: tokens.refreshToken?.reveal()])),
            await amazon.web.send(.get, "/user/profile?" + query),
            await amazon.web.send(.get, "/auth/o2/tokeninfo?" + query),
        ]
        for answer in answers {
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.error?.code == .amazonServerError)
            #expect(answer.fields[.retryAfter] == "5")
        }
        store.isDown = false
        #expect(await amazon.web.send(.get, "/user/profile?" + query).status == .ok)
    }

    @Test func aBodyBeyondTheLimitIsRefusedUnread() async throws {
        let amazon = try await AmazonWeb()
        let answer = await amazon.web.send(.post, "/auth/o2/token", [.contentType: "application/json"], body: nil)
        #expect(answer.status == .contentTooLarge)
    }

    @Test func JSONThatIsNestedWithoutEndIsRefused() async throws {
        let amazon = try await AmazonWeb()
        let body = Data(#"{"grant_type":"#.utf8) + Data(repeating: UInt8(ascii: "["), count: 30_000)
        let answer = await amazon.web.send(.post, "/auth/o2/token", [.contentType: "application/json"], body: body)
        #expect(answer.text == #"{"error":"invalid_request","error_description":"Malformed request"}"#)
    }

    @Test func everyOriginMayAskAndReadTheRefusal() async throws {
        let amazon = try await AmazonWeb()
        let preflight = await amazon.web.send(
            .options,
            "/user/profile",
            [.origin: "https://app.example.com", .accessControlRequestHeaders: "x-amz-access-token"]
        )
        #expect(preflight.fields[.accessControlAllowHeaders] == "x-amz-access-token")
        let refused = await amazon.token(AmazonWeb.siteForm([.grantType: "password"]))
        #expect(refused.fields[.accessControlAllowOrigin] == "*")
    }
}
