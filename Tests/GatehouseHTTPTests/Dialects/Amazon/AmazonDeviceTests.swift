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

    private func pair(_ amazon: AmazonWeb, _ changes: [ParameterName: String?] = [:]) async throws -> HTTPAnswer {
        let form: [ParameterName: String?] = [
            .responseType: "device_code", .clientID: AmazonWeb.app.rawValue, .scope: "profile",
        ]
        return await amazon.web.post(
            "/auth/o2/create/codepair",
            Parameters(form.merging(changes) { _, changed in changed })
        )
    }

    private func poll(
        _ amazon: AmazonWeb,
        _ pair: DeviceAuthorizationResponse,
        userCode: String? = nil
    ) async -> HTTPAnswer {
        await amazon.token(
            Parameters([
                .grantType: "device_code", .deviceCode: pair.deviceCode.reveal(),
                .userCode: userCode ?? pair.userCode,
            ])
        )
    }

    @discardableResult
    private func walk(
        _ amazon: AmazonWeb,
        _ pair: DeviceAuthorizationResponse,
        agrees: Bool = true
    ) async throws -> ScriptedBrowser {
        let browser = ScriptedBrowser(on: amazon.server)
        await browser.open(pair.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: pair.userCode])
        try await ScriptedPerson(email: AmazonWeb.email, agrees: agrees).walk(browser, on: amazon.server)
        return browser
    }

    @Test func whoSignsOutOnADeviceStaysSignedInInTheBrowserTheyDecidedIn() async throws {
        let amazon = try await AmazonWeb()
        let pair = try DeviceAuthorizationResponse(body: try await pair(amazon).body, fields: [:])
        let browser = try await walk(amazon, pair)
        let answer = await poll(amazon, pair)
        let tokens = try TokenResponse(body: answer.body, fields: answer.fields)
        let form = Parameters([.token: tokens.refreshToken?.reveal(), .clientID: AmazonWeb.app.rawValue])
        #expect(await amazon.web.post("/auth/o2/revoke", form).status == .ok)
        #expect(await amazon.profile(tokens.accessToken).status == .badRequest)
        await browser.open(try amazon.web.url("/ap/oa", AmazonWeb.appRequest()))
        #expect(await browser.heading == "Share with Example App?")
    }

    @Test func bothHalvesOfThePairGiveTokensWithoutTheClientsName() async throws {
        let amazon = try await AmazonWeb()
        let answer = try await pair(amazon)
        #expect(answer.status == .ok, "\(answer.text)")
        let members = try WireJSON.decode([String: JSONValue].self, from: answer.body)
        #expect(Set(members.keys) == ["device_code", "user_code", "verification_uri", "expires_in", "interval"])
        let pair = try DeviceAuthorizationResponse(body: answer.body, fields: [:])
        #expect(pair.expiresIn == 600)
        #expect(await poll(amazon, pair).error?.code == .authorizationPending)
        #expect(await poll(amazon, pair).error?.code == .slowDown)
        try await walk(amazon, pair)
        amazon.server.clock.advance(by: 30)
        let tokens = await poll(amazon, pair)
        #expect(tokens.status == .ok, "\(tokens.text)")
        let response = try TokenResponse(body: tokens.body, fields: tokens.fields)
        #expect(response.refreshToken != nil)
        #expect(await amazon.profile(response.accessToken).text.contains(AmazonWeb.email))
        #expect(await poll(amazon, pair).text == Self.invalidPair)
    }

    @Test func whoRefusesIsReportedInAmazonsWords() async throws {
        let amazon = try await AmazonWeb()
        let pair = try DeviceAuthorizationResponse(body: try await pair(amazon).body, fields: [:])
        try await walk(amazon, pair, agrees: false)
        let answer = await poll(amazon, pair)
        #expect(answer.text == #"{"error":"access_denied","error_description":"Access not permitted."}"#)
        #expect(answer.status == .badRequest)
    }

    @Test func aPairThatIsOverOrDoesNotFitIsInvalid() async throws {
        let amazon = try await AmazonWeb()
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

    @Test func anotherClientGetsNothingForThePair() async throws {
        let amazon = try await AmazonWeb()
        let pair = try DeviceAuthorizationResponse(body: try await pair(amazon).body, fields: [:])
        try await walk(amazon, pair)
        let answer = await amazon.token(
            AmazonWeb.siteForm([
                .grantType: "device_code", .deviceCode: pair.deviceCode.reveal(), .userCode: pair.userCode,
            ])
        )
        #expect(answer.error?.code == .unauthorizedClient)
        #expect(await poll(amazon, pair).status == .ok)
    }

    @Test(
        arguments: [
            ([.responseType: nil], "invalid_request"), ([.responseType: "code"], "unsupported_response_type"),
            ([.scope: nil], "invalid_request"), ([.scope: "alexa:all"], "invalid_scope"),
            ([.clientID: nil], "invalid_client"), ([.clientID: "nobody"], "invalid_client"),
            ([.clientID: AmazonWeb.site.rawValue, .clientSecret: Web.webSecret], "unauthorized_client"),
            ([.clientID: AmazonWeb.site.rawValue], "invalid_client"),
        ] as [([ParameterName: String?], String)]
    )
    func refuses(_ changes: [ParameterName: String?], _ code: String) async throws {
        let amazon = try await AmazonWeb()
        let answer = try await pair(amazon, changes)
        #expect(answer.error?.code.rawValue == code)
        #expect(AmazonCodePairEndpoint.errors.contains(OAuthErrorCode(rawValue: code)))
    }
}
