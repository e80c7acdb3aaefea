import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Rate limits, size limits and store errors at the endpoints of Login with Amazon.
@Suite struct AmazonLimitsTests {
    @Test func limitsRequestsPerClient() async throws {
        var limits = RateLimits()
        limits.requestsPerClient = RateLimits.Rate(2, per: 60)
        let amazon = try await AmazonFixture(limits: limits)
        let form = AmazonFixture.siteForm([.grantType: "refresh_token", .refreshToken: "Atzr|made-up"])
        for _ in 0..<2 { #expect(await amazon.token(form).status == .badRequest) }
        let response = await amazon.token(form)
        #expect(response.status == .tooManyRequests)
        #expect(response.error?.code == .amazonServerError)
        #expect(response.fields[.retryAfter] == "60")
    }

    @Test func returnsServerErrorWhenStoreFails() async throws {
        let store = FailingStore()
        let amazon = try await AmazonFixture(on: try await ServerFixture(store: store))
        let tokens = try await amazon.tokens()
        let codePair = Parameters([
            .responseType: "device_code", .scope: "profile", .clientID: AmazonFixture.app.rawValue,
        ])
        let query = AmazonAccessTokenRequest(accessToken: tokens.accessToken).parameters.formEncoded
        store.isDown = true
        let responses = [
            await amazon.token(AmazonFixture.siteForm([.grantType: "client_credentials"])),
            await amazon.web.post("/auth/o2/create/codepair", codePair),
            await amazon.web.post("/auth/o2/revoke", AmazonFixture.siteForm([.token: tokens.refreshToken?.reveal()])),
            await amazon.web.send(.get, "/user/profile?" + query),
            await amazon.web.send(.get, "/auth/o2/tokeninfo?" + query),
        ]
        for response in responses {
            #expect(response.status == .serviceUnavailable)
            #expect(response.error?.code == .amazonServerError)
            #expect(response.fields[.retryAfter] == "5")
        }
        store.isDown = false
        #expect(await amazon.web.send(.get, "/user/profile?" + query).status == .ok)
    }

    @Test func rejectsTooLargeBody() async throws {
        let amazon = try await AmazonFixture()
        let response = await amazon.web.send(
            .post,
            "/auth/o2/token",
            fields: [.contentType: "application/json"],
            body: nil
        )
        #expect(response.status == .contentTooLarge)
    }

    @Test func rejectsDeeplyNestedJSON() async throws {
        let amazon = try await AmazonFixture()
        let body = Data(#"{"grant_type":"#.utf8) + Data(repeating: UInt8(ascii: "["), count: 30_000)
        let response = await amazon.web.send(
            .post,
            "/auth/o2/token",
            fields: [.contentType: "application/json"],
            body: body
        )
        #expect(response.text == #"{"error":"invalid_request","error_description":"Malformed request"}"#)
    }

    @Test func allowsEveryOrigin() async throws {
        let amazon = try await AmazonFixture()
        let preflight = await amazon.web.send(
            .options,
            "/user/profile",
            fields: [.origin: "https://app.example.com", .accessControlRequestHeaders: "x-amz-access-token"]
        )
        #expect(preflight.fields[.accessControlAllowHeaders] == "x-amz-access-token")
        let rejected = await amazon.token(AmazonFixture.siteForm([.grantType: "password"]))
        #expect(rejected.fields[.accessControlAllowOrigin] == "*")
    }
}
