import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonDeviceTests {
    private static let invalidPair =
        #"{"error":"invalid_code_pair","error_description":"The request has an invalid code pair. Ask for a new one."}"#

    private func pair(_ amazon: AmazonFixture, _ changes: [ParameterName: String?] = [:]) async throws -> ServerResponse
    {
        let form: [ParameterName: String?] = [
            .responseType: "device_code", .clientID: AmazonFixture.app.rawValue, .scope: "profile",
        ]
        return await amazon.web.post(
            "/auth/o2/create/codepair",
            Parameters(form.merging(changes) { _, changed in changed })
        )
    }

    private func poll(
        _ amazon: AmazonFixture,
        _ pair: DeviceAuthorizationResponse,
        userCode: String? = nil
    ) async -> ServerResponse {
        await amazon.token(
            Parameters([
                .grantType: "device_code", .deviceCode: pair.deviceCode.reveal(),
                .userCode: userCode ?? pair.userCode,
            ])
        )
    }

    @discardableResult
    private func complete(
        _ amazon: AmazonFixture,
        _ pair: DeviceAuthorizationResponse,
        agrees: Bool = true
    ) async throws -> ScriptedBrowser {
        let browser = ScriptedBrowser(on: amazon.server)
        await browser.open(pair.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: pair.userCode])
        try await ScriptedUser(email: AmazonFixture.email, agrees: agrees).signIn(in: browser, on: amazon.server)
        return browser
    }

    @Test func keepsBrowserSessionWhenDeviceSignsOut() async throws {
        let amazon = try await AmazonFixture()
        let pair = try DeviceAuthorizationResponse(body: try await pair(amazon).body, fields: [:])
        let browser = try await complete(amazon, pair)
        let response = await poll(amazon, pair)
        let tokens = try TokenResponse(body: response.body, fields: response.fields)
        let form = Parameters([.token: tokens.refreshToken?.reveal(), .clientID: AmazonFixture.app.rawValue])
        #expect(await amazon.web.post("/auth/o2/revoke", form).status == .ok)
        #expect(await amazon.profile(tokens.accessToken).status == .badRequest)
        await browser.open(try amazon.web.url("/ap/oa", AmazonFixture.appRequest()))
        #expect(await browser.heading == "Allow Example App to use your account?")
    }

    @Test func issuesTokensForCodePairWithoutClientID() async throws {
        let amazon = try await AmazonFixture()
        let created = try await pair(amazon)
        #expect(created.status == .ok, "\(created.text)")
        let members = try JSONCoding.decode([String: JSONValue].self, from: created.body)
        #expect(Set(members.keys) == ["device_code", "user_code", "verification_uri", "expires_in", "interval"])
        let pair = try DeviceAuthorizationResponse(body: created.body, fields: [:])
        #expect(pair.expiresIn == 600)
        #expect(await poll(amazon, pair).error?.code == .authorizationPending)
        #expect(await poll(amazon, pair).error?.code == .slowDown)
        try await complete(amazon, pair)
        amazon.server.clock.advance(by: 30)
        let tokens = await poll(amazon, pair)
        #expect(tokens.status == .ok, "\(tokens.text)")
        let response = try TokenResponse(body: tokens.body, fields: tokens.fields)
        #expect(response.refreshToken != nil)
        #expect(await amazon.profile(response.accessToken).text.contains(AmazonFixture.email))
        #expect(await poll(amazon, pair).text == Self.invalidPair)
    }

    @Test func reportsDeniedConsent() async throws {
        let amazon = try await AmazonFixture()
        let pair = try DeviceAuthorizationResponse(body: try await pair(amazon).body, fields: [:])
        try await complete(amazon, pair, agrees: false)
        let response = await poll(amazon, pair)
        #expect(response.text == #"{"error":"access_denied","error_description":"Access not permitted."}"#)
        #expect(response.status == .badRequest)
    }

    @Test func rejectsExpiredOrMismatchedCodePair() async throws {
        let amazon = try await AmazonFixture()
        let pair = try DeviceAuthorizationResponse(body: try await pair(amazon).body, fields: [:])
        #expect(await poll(amazon, pair, userCode: "BBBB-BBBB").text == Self.invalidPair)
        var unknown = pair
        unknown.deviceCode = Secret("unknown")
        #expect(await poll(amazon, unknown).text == Self.invalidPair)
        amazon.server.clock.advance(by: 600)
        let late = await poll(amazon, pair)
        #expect(late.status == .badRequest)
        #expect(late.text == Self.invalidPair)
    }

    @Test func rejectsCodePairOfAnotherClient() async throws {
        let amazon = try await AmazonFixture()
        let pair = try DeviceAuthorizationResponse(body: try await pair(amazon).body, fields: [:])
        try await complete(amazon, pair)
        let response = await amazon.token(
            AmazonFixture.siteForm([
                .grantType: "device_code", .deviceCode: pair.deviceCode.reveal(), .userCode: pair.userCode,
            ])
        )
        #expect(response.error?.code == .unauthorizedClient)
        #expect(await poll(amazon, pair).status == .ok)
    }

    @Test(
        arguments: [
            ([.responseType: nil], "invalid_request"), ([.responseType: "code"], "unsupported_response_type"),
            ([.scope: nil], "invalid_request"), ([.scope: "alexa:all"], "invalid_scope"),
            ([.clientID: nil], "invalid_client"), ([.clientID: "unknown"], "invalid_client"),
            ([.clientID: AmazonFixture.site.rawValue, .clientSecret: ServerFixture.webSecret], "unauthorized_client"),
            ([.clientID: AmazonFixture.site.rawValue], "invalid_client"),
        ] as [([ParameterName: String?], String)]
    )
    func rejectsInvalidCodePairRequest(_ changes: [ParameterName: String?], _ code: String) async throws {
        let amazon = try await AmazonFixture()
        let response = try await pair(amazon, changes)
        #expect(response.error?.code.rawValue == code)
        #expect(AmazonCodePairEndpoint.errors.contains(OAuthErrorCode(rawValue: code)))
    }
}
