import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The device flow with its pages (RFC 8628).
@Suite struct DeviceRoutesTests {
    private func begin(_ web: ServerFixture, scope: String = "openid email") async throws -> DeviceAuthorizationResponse
    {
        let response = await web.post("/oauth2/device_authorization", Parameters([.clientID: "app", .scope: scope]))
        try #require(response.status == .ok)
        return try DeviceAuthorizationResponse(body: response.body, fields: response.fields)
    }

    private func poll(_ web: ServerFixture, _ device: DeviceAuthorizationResponse) async -> ServerResponse {
        await web.post(
            "/oauth2/token",
            Parameters([
                .grantType: "urn:ietf:params:oauth:grant-type:device_code", .deviceCode: device.deviceCode.reveal(),
                .clientID: "app",
            ])
        )
    }

    @Test func connectsDevice() async throws {
        let web = try await ServerFixture()
        let device = try await begin(web)
        #expect(device.verificationURI.absoluteString == "https://login.example.com/device")
        #expect(await poll(web, device).error?.code == .authorizationPending)

        let browser = ScriptedBrowser(on: web.server)
        await browser.open(device.verificationURI)
        #expect(await browser.heading == "Connect a device")
        try await browser.submit([PageInput.userCode.rawValue: device.userCode])
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        #expect(await browser.page.contains(device.userCode))
        #expect(await browser.page.contains("Example App"))
        web.server.clock.advance(by: 5)
        #expect(await poll(web, device).error?.code == .authorizationPending)
        try await browser.submit(action: "continue")
        #expect(await browser.location.path() == "/device/connected")

        web.server.clock.advance(by: 5)
        let tokens = await poll(web, device)
        #expect(tokens.status == .ok)
        #expect(try TokenResponse(body: tokens.body, fields: tokens.fields).idToken != nil)
        web.server.clock.advance(by: 5)
        #expect(await poll(web, device).error?.code == .invalidGrant)
    }

    @Test func explainsThatAccountLacksRequiredFactor() async throws {
        let web = try await ServerFixture(factors: FactorSettings(secondFactor: .required))
        let now = web.server.clock.now
        let account = Account(
            id: "ada",
            identifiers: [AccountIdentifier(kind: .email, value: "ada@example.com", verifiedAt: now)],
            passwordHash: nil,
            attributes: [:],
            createdAt: now,
            updatedAt: now,
            requiresSecondFactor: true
        )
        try await web.server.store.commit([.account(.insert(account))])
        let device = try await begin(web)
        let browser = ScriptedBrowser(on: web.server)
        await browser.open(device.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: device.userCode])
        try await browser.submit(["email": "ada@example.com"])
        try await browser.submit(["code": try #require(try await web.server.mailedCode(to: "ada@example.com"))])
        #expect(await browser.status == .forbidden)
        #expect(await browser.heading == "You can’t sign in here with this account")
        web.server.clock.advance(by: 5)
        #expect(await poll(web, device).error?.code == .authorizationPending)
        let events = try await web.server.store.events(of: "ada", before: nil, limit: 9)
        #expect(events.filter { $0.kind == .signInFailed }.map(\.detail) == ["insufficient: code"])
    }

    @Test func prefillsUserCodeWithoutSubmittingIt() async throws {
        let web = try await ServerFixture()
        let device = try await begin(web)
        let browser = try await web.signedIn()
        await browser.open(try #require(device.verificationURIComplete))
        #expect(await browser.value(PageInput.userCode.rawValue) == device.userCode)
        #expect(await poll(web, device).error?.code == .authorizationPending)
        try await browser.submit()
        #expect(await browser.page.contains("ada@example.com"))
    }

    @Test func asksForEveryDeviceDespiteEarlierConsent() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        for _ in 0..<2 {
            let device = try await begin(web)
            await browser.open(device.verificationURI)
            try await browser.submit([
                PageInput.userCode.rawValue: device.userCode.lowercased().replacing("-", with: " ")
            ])
            #expect(await poll(web, device).error?.code == .authorizationPending)
            try await browser.submit(action: "continue")
            #expect(await browser.location.path() == "/device/connected")
        }
    }

    @Test func reportsAccessDeniedToDevice() async throws {
        let web = try await ServerFixture()
        let device = try await begin(web)
        let browser = try await web.signedIn()
        await browser.open(device.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: device.userCode])
        try await browser.submit(action: "cancel")
        #expect(await browser.location.path() == "/device/refused")
        #expect(await poll(web, device).error?.code == .accessDenied)
    }

    @Test(arguments: ["", "XXXX-XXXX", "BCDF", "<script>", String(repeating: "B", count: 5_000)])
    func rejectsWrongUserCode(code: String) async throws {
        let web = try await ServerFixture()
        _ = try await begin(web)
        let browser = try await web.signedIn()
        await browser.open(try web.url("/device"))
        try await browser.submit([PageInput.userCode.rawValue: code])
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.heading == "Connect a device")
    }

    @Test func rejectsUsedOrExpiredUserCode() async throws {
        let web = try await ServerFixture()
        let browser = try await web.signedIn()
        let used = try await begin(web)
        await browser.open(used.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: used.userCode])
        try await browser.submit(action: "continue")
        await browser.open(used.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: used.userCode])
        #expect(await browser.status == .unprocessableContent)

        let expired = try await begin(web)
        web.server.clock.advance(by: 600)
        await browser.open(expired.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: expired.userCode])
        #expect(await browser.status == .unprocessableContent)
        #expect(await poll(web, expired).error?.code == .expiredToken)
    }

    @Test func requiresFormToken() async throws {
        let web = try await ServerFixture()
        let device = try await begin(web)
        let browser = try await web.signedIn()
        await browser.open(device.verificationURI)
        await browser.post([PageInput.userCode.rawValue: device.userCode, "csrf": "wrong"], to: device.verificationURI)
        #expect(await browser.status == .unprocessableContent)
        #expect(await poll(web, device).error?.code == .authorizationPending)
    }

    @Test func countsWrongUserCodesByAddress() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = .init(3, per: 900)
        let web = try await ServerFixture(limits: limits)
        let device = try await begin(web)
        let browser = try await web.signedIn()
        await browser.open(device.verificationURI)
        for _ in 0..<3 { try await browser.submit([PageInput.userCode.rawValue: "BCDF-BCDF"]) }
        #expect(await browser.status == .unprocessableContent)
        try await browser.submit([PageInput.userCode.rawValue: "BCDF-BCDF"])
        #expect(await browser.status == .tooManyRequests)
        #expect(await browser.fields[.retryAfter] == "900")
        try await browser.submit([PageInput.userCode.rawValue: device.userCode])
        #expect(await browser.status == .tooManyRequests)
    }
}
