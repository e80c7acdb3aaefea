import Foundation
import GatehouseHTTP
import GatehouseJOSE
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Every way to tokens requires the second factor of a user who has turned it on.
@Suite struct SecondFactorBypassTests {
    private static let email = "ada@example.com"
    private static let password = "correct horse battery"

    private let web: ServerFixture
    private var server: TestServer { web.server }

    init() async throws {
        web = try await ServerFixture()
    }

    private func account(_ kind: AccountIdentifier.Kind = .email, _ name: String = email) async throws -> Account {
        try #require(try await server.store.account(kind, name))
    }

    private func enrolled() async throws -> TimeBasedSecret {
        try await server.users.add(email: Self.email, password: Self.password)
        return try await web.enrolApp(for: try await account())
    }

    /// Submits the password on the pages that the browser shows.
    private func signIn(in browser: ScriptedBrowser) async throws {
        try await browser.submit(["email": Self.email], action: "password")
        try await browser.submit(["password": Self.password], action: "continue")
    }

    private func submit(_ app: TimeBasedSecret, in browser: ScriptedBrowser) async throws {
        #expect(await browser.heading == "Confirm it’s you")
        try await browser.submit(["code": try web.code(of: app)], action: "continue")
    }

    private func acr(of tokens: TokenResponse) throws -> JSONValue? {
        let parts = try #require(tokens.idToken).reveal().split(separator: ".")
        let payload = try #require(Base64URL.decode(String(parts[1])))
        return try JSONDecoder().decode(JSONValue.self, from: payload)["acr"]
    }

    private func refresh(_ tokens: TokenResponse) async throws -> TokenResponse {
        let token = try #require(tokens.refreshToken).reveal()
        let response = await web.post(
            "/oauth2/token",
            Parameters([.grantType: "refresh_token", .refreshToken: token, .clientID: "app"])
        )
        try #require(response.status == .ok, "\(response.text)")
        return try TokenResponse(body: response.body, fields: response.fields)
    }

    @Test func deviceGetsTokensAfterSecondFactorOnly() async throws {
        let app = try await enrolled()
        let started = await web.post(
            "/oauth2/device_authorization",
            Parameters([.clientID: "app", .scope: "openid"])
        )
        let device = try DeviceAuthorizationResponse(body: started.body, fields: started.fields)
        let form = Parameters([
            .grantType: "urn:ietf:params:oauth:grant-type:device_code", .deviceCode: device.deviceCode.reveal(),
            .clientID: "app",
        ])
        let browser = ScriptedBrowser(on: server)
        await browser.open(device.verificationURI)
        try await browser.submit([PageInput.userCode.rawValue: device.userCode])
        try await signIn(in: browser)
        // The approval cannot be posted to a page that is not shown yet.
        let approval = try #require(await browser.forms.last)
        await browser.post(
            approval.values.merging(["action": "continue", "code": ""]) { $1 },
            to: try #require(URL(string: approval.action, relativeTo: await browser.location))
        )
        #expect(await browser.heading == "Confirm it’s you")
        server.clock.advance(by: 5)
        #expect(await web.post("/oauth2/token", form).error?.code == .authorizationPending)
        try await submit(app, in: browser)
        try await browser.submit(action: "continue")
        #expect(await browser.location.path() == "/device/connected")
        server.clock.advance(by: 5)
        let response = await web.post("/oauth2/token", form)
        #expect(try acr(of: TokenResponse(body: response.body, fields: response.fields)) == "urn:gatehouse:acr:2")
    }

    @Test func refreshDoesNotReachHigherClass() async throws {
        try await server.users.add(email: Self.email, password: Self.password)
        let request = ServerFixture.authorization([.scope: "openid offline_access"])
        let browser = try await web.browser(opening: request)
        try await signIn(in: browser)
        let first = try await web.tokens(from: browser)
        #expect(try acr(of: first) == "urn:gatehouse:acr:1")
        let app = try await web.enrolApp(for: try await account())

        let second = try await web.browser(opening: request)
        try await signIn(in: second)
        try await submit(app, in: second)
        let tokens = try await web.tokens(from: second)
        #expect(try acr(of: tokens) == "urn:gatehouse:acr:2")
        #expect(try await acr(of: refresh(tokens)) == "urn:gatehouse:acr:2")
        // The session that began with one factor stays what it is.
        #expect(try await acr(of: refresh(first)) == "urn:gatehouse:acr:1")
    }

    @Test func promptNoneFailsWithoutSecondFactor() async throws {
        try await server.users.add(email: Self.email, password: Self.password)
        let browser = try await web.browser()
        try await signIn(in: browser)
        #expect(await browser.hasLeft)
        let app = try await web.enrolApp(for: try await account())
        let silent = ServerFixture.authorization([.prompt: "none"])
        await browser.open(try web.url("/oauth2/authorize", silent))
        #expect(await browser.redirectParameters[.error] == "login_required")
        await browser.open(try web.url("/oauth2/authorize", ServerFixture.authorization()))
        try await submit(app, in: browser)
        #expect(await browser.redirectParameters[.code] != nil)
        await browser.open(try web.url("/oauth2/authorize", silent))
        #expect(await browser.redirectParameters[.code] != nil)
    }

    @Test func rejectsRequiredClassThatSignInDoesNotReach() async throws {
        try await server.users.add(email: Self.email, password: Self.password)
        let entry = ClaimsRequest.Entry(essential: true, value: "urn:gatehouse:acr:2")
        let claims = try #require(ClaimsRequest(idToken: [.acr: entry]).encoded)
        let browser = try await web.browser(opening: ServerFixture.authorization([.claims: claims]))
        try await signIn(in: browser)
        #expect(await browser.redirectParameters[.error] == "unmet_authentication_requirements")
        #expect(await browser.redirectParameters[.code] == nil)
    }

    @Test func loginWithAmazonRequiresSecondFactor() async throws {
        let amazon = try await AmazonFixture()
        let account = try #require(try await amazon.server.store.account(.email, AmazonFixture.email))
        let app = try await amazon.web.enrolApp(for: account)
        let browser = try await amazon.browser(opening: AmazonFixture.siteRequest())
        try await browser.submit(["email": AmazonFixture.email])
        let code = try #require(try await amazon.server.mailedCode(to: AmazonFixture.email))
        try await browser.submit(["code": code])
        #expect(await browser.heading == "Confirm it’s you")
        #expect(await !browser.hasLeft)
        try await browser.submit(["code": try amazon.web.code(of: app)], action: "continue")
        if await !browser.hasLeft { try await browser.submit(action: "continue") }
        #expect(await browser.redirectParameters[.code] != nil)
    }

    @Test func kiiLogInCannotSkipSecondFactor() async throws {
        let kii = try await KiiFixture()
        _ = try await kii.registerAda()
        #expect(await kii.logIn().status == 200)
        let ada = try #require(try await kii.server.store.account(.username, "ada"))
        _ = try await kii.web.enrolApp(for: ada)
        let sessions = try await kii.server.store.sessions(of: ada.id).count
        #expect(await kii.logIn().summary == "400 invalid_grant")
        #expect(try await kii.server.store.sessions(of: ada.id).count == sessions)
        let events = try await kii.server.store.events(of: ada.id, before: nil, limit: 1)
        #expect(events.map(\.kind) == [.signInFailed] && events.first?.detail?.contains("insufficient") == true)
    }
}

/// Pages before a proof of the address do not depend on the user's factors.
@Suite struct FactorEnumerationTests {
    private static let emails = ["ada@example.com", "bob@example.com", "eve@example.com"]

    private let web: ServerFixture

    /// Adds Ada with a passkey, and Bob without; Eve has no account.
    init() async throws {
        web = try await ServerFixture()
        for email in Self.emails.prefix(2) {
            try await web.server.users.add(email: email, password: "correct horse battery")
        }
        var ada = try #require(try await web.server.store.account(.email, Self.emails[0]))
        ada.requiresSecondFactor = true
        ada.revision += 1
        let passkey = Credential(
            id: "passkey-of-ada",
            accountID: ada.id,
            factor: .passkey,
            name: "Laptop",
            createdAt: web.server.clock.now,
            state: Data("{}".utf8)
        )
        try await web.server.store.commit([.account(.update(ada)), .credential(.insert(passkey))])
    }

    /// Returns the page without the entered address, and without secrets and identifiers of the flow.
    private func page(of browser: ScriptedBrowser, for email: String) async -> String {
        let name = String(email.prefix { $0 != "@" })
        return await browser.page.replacing(email, with: "EMAIL").replacing(name + "%40", with: "EMAIL")
            .replacing(/[A-Za-z0-9_-]{22,}/, with: "SECRET")
    }

    private func expectEqual(_ pages: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(pages[0] == pages[1], sourceLocation: sourceLocation)
        #expect(pages[0] == pages[2], sourceLocation: sourceLocation)
        #expect(pages[0].contains("EMAIL"), sourceLocation: sourceLocation)
        #expect(!pages[0].contains("passkey-of-ada"), sourceLocation: sourceLocation)
    }

    @Test func passwordPagesAreAlike() async throws {
        var (empty, wrong): ([String], [String]) = ([], [])
        for email in Self.emails {
            let browser = try await web.browser()
            try await browser.submit(["email": email], action: "password")
            empty.append(await page(of: browser, for: email))
            try await browser.submit(["password": "wrong horse battery"], action: "continue")
            wrong.append(await page(of: browser, for: email))
        }
        expectEqual(empty)
        expectEqual(wrong)
    }

    @Test func codePagesAreAlike() async throws {
        for action in [nil, "reset"] {
            var (empty, wrong): ([String], [String]) = ([], [])
            for email in Self.emails {
                let browser = try await web.browser()
                if let action {
                    try await browser.submit(["email": email], action: "password")
                    try await browser.submit([:], action: action)
                } else {
                    try await browser.submit(["email": email])
                }
                empty.append(await page(of: browser, for: email))
                try await browser.submit(["code": "no"], action: "continue")
                wrong.append(await page(of: browser, for: email))
            }
            expectEqual(empty)
            expectEqual(wrong)
        }
    }

    @Test func passkeyOptionsNameNoCredential() async throws {
        for email in Self.emails {
            let browser = try await web.browser(opening: ServerFixture.authorization([.loginHint: email]))
            let page = await browser.page
            #expect(page.contains("challenge"))
            #expect(!page.contains("allowCredentials") && !page.contains("passkey-of-ada"))
        }
    }
}
