import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The pages of second factors and passkeys, without the script.
@Suite struct FactorRoutesTests {
    @Test func signsInWithPasswordAndAppCode() async throws {
        let ada = try await AccountPageFixture()
        let app = try await ada.addApp()
        #expect(await ada.browser.heading == "Save your recovery codes")

        let browser = try await ada.signInWithPassword()
        #expect(await browser.heading == "Confirm it’s you")
        #expect(!(await browser.page.contains("trust-browser")))
        try await browser.submit(["code": " "], action: "continue")
        #expect(await browser.problems.contains("Fill in this field."))
        try await browser.submit(["code": "000000"], action: "continue")
        #expect(await browser.status == .unprocessableContent)
        let wrong = "That code is wrong or was used before. Enter the code that the app shows now."
        #expect(await browser.problems.contains(wrong))
        try await browser.submit(["code": try ada.code(of: app)], action: "continue")
        #expect(await browser.location.path() == "/account")
    }

    @Test func keepsKeyAfterWrongCodeOfNewApp() async throws {
        let ada = try await AccountPageFixture()
        try await ada.open(AuthenticatorAppPage.path)
        let key = try await ada.key()
        try await ada.browser.submit(["code": "000000"], action: "continue")
        #expect(await ada.browser.status == .unprocessableContent)
        #expect(try await ada.key() == key)
    }

    @Test func trustsBrowserExceptForChangesOfAccount() async throws {
        var lifetimes = Lifetimes()
        lifetimes.trustedBrowser = 30 * 24 * 60 * 60
        let ada = try await AccountPageFixture(lifetimes: lifetimes)
        let app = try await ada.addApp()
        let browser = try await ada.signInWithPassword()
        #expect(await browser.page.contains("Don’t ask again on this browser for 30 days"))
        try await browser.submit(["code": try ada.code(of: app), "trust-browser": "true"], action: "continue")
        try await browser.submit(to: AccountFrame.signOutPath, pressing: "signOut")

        try await ada.signInWithPassword(in: browser)
        #expect(await browser.location.path() == "/account")
        await browser.open(try ada.web.url(AuthenticatorAppPage.path))
        try await browser.submit(["email": AccountPageFixture.email], action: "password")
        try await browser.submit(["password": AccountPageFixture.password], action: "continue")
        #expect(await browser.heading == "Confirm it’s you")
        #expect(await browser.page.contains("Enter the 6-digit code"))
    }

    @Test func asksAgainAfterTrustOnSharedComputer() async throws {
        var lifetimes = Lifetimes()
        lifetimes.trustedBrowser = 24 * 60 * 60
        let ada = try await AccountPageFixture(lifetimes: lifetimes)
        _ = try await ada.addApp()
        let browser = ScriptedBrowser(on: ada.server)
        await browser.open(try ada.web.url("/account"))
        try await browser.submit(["email": AccountPageFixture.email, "shared-computer": "true"], action: "password")
        try await browser.submit(["password": AccountPageFixture.password], action: "continue")
        #expect(await browser.heading == "Confirm it’s you")
        #expect(!(await browser.page.contains("trust-browser")))
    }

    @Test func masksAddressOfMailedCode() async throws {
        var factors = FactorSettings(secondFactor: .required, acceptsMailCodes: true)
        factors.relatedOrigins = ["https://example.org"]
        let web = try await ServerFixture(policy: AuthenticationPolicy(secondFactor: .required), factors: factors)
        try await web.server.users.add(email: "ada@example.com", password: "correct horse battery")
        let browser = ScriptedBrowser(on: web.server)
        await browser.open(try web.url("/account"))
        try await browser.submit(["email": "ada@example.com"], action: "password")
        try await browser.submit(["password": "correct horse battery"], action: "continue")
        #expect(await browser.page.contains("Enter the code we emailed to a***a@example.com."))
        let code = try #require(try await web.server.mailedCode(to: "ada@example.com"))
        try await browser.submit(["code": code], action: "continue")
        #expect(await browser.location.path() == "/account")
    }

    @Test func enrolsRequiredSecondFactor() async throws {
        let policy = AuthenticationPolicy(secondFactor: .required)
        let web = try await ServerFixture(policy: policy, factors: FactorSettings(secondFactor: .required))
        try await web.server.users.add(email: "ada@example.com", password: "correct horse battery")
        let browser = ScriptedBrowser(on: web.server)
        await browser.open(try web.url("/account"))
        try await browser.submit(["email": "ada@example.com"], action: "password")
        try await browser.submit(["password": "correct horse battery"], action: "continue")
        #expect(await browser.heading == "Set up a second step")
        try await browser.submit(pressing: ("factor", "passkey"))
        #expect(await browser.heading == "Create a passkey")
        try await browser.submit(pressing: ("factor", "authenticator-app"))
        #expect(await browser.heading == "Set up an authenticator app")
        let secret = try TimeBasedSecret.shown(on: await browser.page)
        let step = try #require(TimeBasedSecret.step(at: web.server.clock.now))
        try await browser.submit(["code": secret.code(step: step)], action: "continue")
        #expect(await browser.heading == "Save your recovery codes")
        try await browser.submit(action: "continue")
        #expect(await browser.location.path() == "/account")
    }

    /// Submits the response of a passkey in the hidden field that the script fills.
    private func submit(passkey response: String, in browser: ScriptedBrowser) async throws {
        let form = try #require(await browser.forms.last)
        let target = try #require(URL(string: form.action, relativeTo: await browser.location))
        await browser.post(form.values.merging(["passkey": response, "action": "passkey"]) { $1 }, to: target)
    }

    @Test(arguments: ["", "no JSON", "{}", String(repeating: "[", count: 5_000)])
    func rejectsMalformedPasskey(response: String) async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        try await submit(passkey: response, in: browser)
        #expect(await browser.status == .unprocessableContent)
        #expect(await browser.problems.contains("That passkey didn’t work. Try again, or choose another way."))
        #expect(await browser.heading == "Sign in")
    }

    @Test func tellsBrowserToForgetUnknownPasskey() async throws {
        let web = try await ServerFixture()
        let browser = try await web.browser()
        let response =
            #"{"id":"AAAA","rawId":"AAAA","type":"public-key","clientExtensionResults":{},"#
            + #""response":{"clientDataJSON":"AAAA","authenticatorData":"AAAA","signature":"AAAA"}}"#
        try await submit(passkey: response, in: browser)
        #expect(await browser.page.contains(#"data-unknown="AAAA""#))
    }

    @Test func describesPasskeysToPasswordManagers() async throws {
        let plain = try await ServerFixture()
        #expect(await plain.send(.get, "/.well-known/webauthn").status == .notFound)
        let endpoints = await plain.send(.get, "/.well-known/passkey-endpoints")
        let expected =
            #"{"enroll":"https://login.example.com/account/security/passkey","#
            + #""manage":"https://login.example.com/account/security"}"#
        #expect(String(decoding: endpoints.body, as: UTF8.self) == expected)
        let related = try await ServerFixture(factors: FactorSettings(relatedOrigins: ["https://example.org"]))
        let origins = await related.send(.get, "/.well-known/webauthn")
        #expect(String(decoding: origins.body, as: UTF8.self) == #"{"origins":["https://example.org"]}"#)
        #expect(origins.fields[.contentType] == "application/json")
    }

    @Test func cancelsResetOnSecurityPage() async throws {
        let ada = try await AccountPageFixture()
        _ = try await ada.addApp()
        try await ada.requestReset()
        // The user has lost the factors: the recent sign-in includes none of them.
        try await ada.open("/account/security")
        #expect(await ada.browser.page.contains("will be removed on"))
        try await ada.browser.submit(pressing: ("action", "cancelReset"))
        #expect(await ada.notice == "The removal was stopped. Nothing was removed.")
        #expect(try await ada.account().factorReset == nil)
        #expect(await !ada.browser.page.contains("will be removed on"))
        #expect(try await ada.subjects().contains { $0.contains("won’t be removed") })
    }

    @Test func requiresRecentSignInToCancelReset() async throws {
        let ada = try await AccountPageFixture()
        _ = try await ada.addApp()
        try await ada.requestReset()
        ada.age()
        try await ada.open("/account/security")
        try await ada.browser.submit(pressing: ("action", "cancelReset"))
        #expect(await ada.browser.heading == "Confirm it’s you")
        #expect(try await ada.account().factorReset != nil)
    }

    @Test func cancelsResetByLinkOfMail() async throws {
        let ada = try await AccountPageFixture()
        _ = try await ada.addApp()
        try await ada.requestReset()
        let link = try #require(try await ada.server.mailedLink(to: AccountPageFixture.email))
        let browser = ScriptedBrowser(on: ada.server)
        await browser.open(link)
        #expect(await browser.heading == "Stop the removal?")
        #expect(try await ada.account().factorReset != nil)
        try await browser.submit(action: "continue")
        #expect(await browser.location.path() == "/link/factors-kept")
        #expect(await browser.heading == "The removal was stopped")
        #expect(try await ada.account().factorReset == nil)
        await browser.open(link)
        #expect(await browser.status == .gone)
    }

    @Test func requiresSecondFactorForTurningItOff() async throws {
        let ada = try await AccountPageFixture()
        _ = try await ada.addApp()
        try await ada.open("/account/security")
        #expect(await ada.browser.page.contains("10 codes left"))
        try await ada.browser.submit(action: "turnOff")
        #expect(await ada.browser.heading == "Confirm it’s you")
        #expect(try await ada.account().requiresSecondFactor)
    }
}

extension AccountPageFixture {
    /// Sets up an authenticator app.
    fileprivate func addApp() async throws -> TimeBasedSecret {
        try await open(AuthenticatorAppPage.path)
        let secret = try await key()
        try await browser.submit(["code": try code(of: secret)], action: "continue")
        server.clock.advance(by: 60)
        return secret
    }

    /// Requests the removal of all factors, as an administrator does.
    fileprivate func requestReset() async throws {
        let accounts = server.identity.accounts
        let call = AccountRequest(
            client: accounts.client,
            language: .english,
            authority: .administrator,
            context: RequestMetadata(address: nil, requestID: "command-line")
        )
        _ = try await accounts.factorResets.request(of: try await account(), after: 72 * 60 * 60, call)
    }

    /// Returns the key that the page shows.
    fileprivate func key() async throws -> TimeBasedSecret { try TimeBasedSecret.shown(on: await browser.page) }

    fileprivate func code(of secret: TimeBasedSecret) throws -> String { try web.code(of: secret) }

    /// Signs in with the password, in a new browser unless one is given.
    @discardableResult
    fileprivate func signInWithPassword(in other: ScriptedBrowser? = nil) async throws -> ScriptedBrowser {
        let browser = other ?? ScriptedBrowser(on: server)
        await browser.open(try web.url("/account"))
        try await browser.submit(["email": Self.email], action: "password")
        try await browser.submit(["password": Self.password], action: "continue")
        return browser
    }
}
