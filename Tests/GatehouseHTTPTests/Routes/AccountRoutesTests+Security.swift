import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The page `/account`.
@Suite struct AccountDetailsRoutesTests {
    @Test func savesAttributes() async throws {
        let ada = try await AccountPageFixture()
        try await ada.browser.submit(["attribute.name": "Augusta Ada King"], action: "continue")
        #expect(await ada.browser.location.path() == "/account")
        #expect(await ada.notice == "Your changes were saved.")
        #expect(try await ada.account().attributes["name"] == "Augusta Ada King")
        #expect(await ada.browser.value("attribute.name") == "Augusta Ada King")
        #expect(try await ada.subjects().contains("Your login.example.com details were changed"))
    }

    @Test func removesEmptiedAttribute() async throws {
        let ada = try await AccountPageFixture()
        try await ada.browser.submit(["attribute.name": " "], action: "continue")
        #expect(try await ada.account().attributes["name"] == nil)
    }

    @Test func savesNothingWithoutChange() async throws {
        let ada = try await AccountPageFixture()
        let before = try await ada.account()
        try await ada.browser.submit(action: "continue")
        #expect(await ada.notice == "Your changes were saved.")
        #expect(try await ada.account() == before)
    }

    @Test func changesLanguageOfPages() async throws {
        let ada = try await AccountPageFixture()
        await ada.browser.open(try ada.web.url("/account?language=ja"))
        #expect(await ada.browser.heading == "個人情報")
        try await ada.browser.submit(["attribute.locale": "de"], action: "continue")
        #expect(await ada.browser.heading == "Persönliche Angaben")
        #expect(try await ada.account().attributes["locale"] == "de")
        try await ada.browser.submit(["attribute.locale": ""], action: "continue")
        #expect(try await ada.account().attributes["locale"] == nil)
    }

    @Test func keepsTypedValuesWithErrors() async throws {
        let ada = try await AccountPageFixture()
        let long = String(repeating: "a", count: 513)
        try await ada.browser.submit(["attribute.name": long, "attribute.given_name": "Ada"], action: "continue")
        #expect(await ada.browser.status == .unprocessableContent)
        #expect(await ada.browser.problems.contains("Use 512 characters or fewer."))
        #expect(await ada.browser.value("attribute.given_name") == "Ada")
        #expect(try await ada.account().attributes["name"] == "Ada Lovelace")
    }

    @Test func keepsTypedValuesWhenLanguageIsChosen() async throws {
        let ada = try await AccountPageFixture()
        try await ada.browser.submit(["attribute.name": "Augusta"], pressing: ("language", "de"))
        #expect(await ada.browser.heading == "Persönliche Angaben")
        #expect(await ada.browser.value("attribute.name") == "Augusta")
        #expect(try await ada.account().attributes["name"] == "Ada Lovelace")
    }

    @Test func keepsTypedValuesThroughSignIn() async throws {
        let ada = try await AccountPageFixture()
        var form = try #require(await ada.browser.forms.last?.values)
        form["attribute.name"] = "Augusta"
        try await ada.browser.submit(action: "signOut")
        await ada.browser.post(form, to: try ada.web.url("/account"))
        try await ada.signIn(to: ada.browser)
        #expect(await ada.browser.value("attribute.name") == "Augusta")
        #expect(try await ada.account().attributes["name"] == "Ada Lovelace")
    }

    @Test func keepsAttributesThatFormOmits() async throws {
        let ada = try await AccountPageFixture()
        try await ada.post(["attribute.given_name": "Augusta"], to: "/account")
        #expect(await ada.notice == "Your changes were saved.")
        #expect(try await ada.account().attributes == ["name": "Ada Lovelace", "given_name": "Augusta"])
    }

    @Test func keepsValuesWhoseFieldsAreUntouched() async throws {
        let ada = try await AccountPageFixture()
        let values: [String: JSONValue] = [
            "zoneinfo": 7, "gender": true, "birthdate": "1815", "nickname": "Ada\r\nKing",
            "website": .array(["https://a.example", "https://b.example"]), "profile": .object(["a": "b"]),
        ]
        try await ada.update { $0.attributes.merge(values) { $1 } }
        try await ada.open("/account")
        #expect(await ada.browser.value("attribute.zoneinfo") == "7")
        #expect(await ada.browser.value("attribute.birthdate") == "")
        #expect(await ada.browser.value("attribute.website") == nil)
        try await ada.browser.submit(["attribute.family_name": "King"], action: "continue")
        try await ada.post(["attribute.website": "", "attribute.profile": "x"], to: "/account")
        let expected = values.merging(["name": "Ada Lovelace", "family_name": "King"]) { $1 }
        #expect(try await ada.account().attributes == expected)
    }

    @Test(arguments: [true, false]) func rejectsOutdatedForm(signsInAgain: Bool) async throws {
        let ada = try await AccountPageFixture()
        var form = try #require(await ada.browser.forms.last?.values)
        form["attribute.family_name"] = "King"
        try await ada.update { $0.attributes.merge(["name": "Countess", "given_name": "Augusta"]) { $1 } }
        let before = try await ada.account().attributes
        if signsInAgain { try await ada.browser.submit(action: "signOut") }
        await ada.browser.post(form, to: try ada.web.url("/account"))
        if signsInAgain {
            try await ada.signIn(to: ada.browser)
            #expect(await ada.browser.value("attribute.family_name") == "King")
            try await ada.browser.submit(action: "continue")
        }
        #expect(await ada.browser.status == .unprocessableContent)
        let problem = "Your account was changed in the meantime. Check it and try again."
        #expect(await ada.browser.problems.contains(problem))
        #expect(await ada.browser.value("attribute.name") == "Countess")
        #expect(try await ada.account().attributes == before)

        try await ada.browser.submit(["attribute.family_name": "King"], action: "continue")
        #expect(try await ada.account().attributes == before.merging(["family_name": "King"]) { $1 })
    }

    @Test func rejectsFormWithoutRevision() async throws {
        let ada = try await AccountPageFixture()
        try await ada.post(["revision": nil, "attribute.name": "Augusta"], to: "/account")
        #expect(await ada.browser.status == .unprocessableContent)
        #expect(try await ada.account().attributes["name"] == "Ada Lovelace")
    }

    @Test func ignoresAttributeThatUsersCannotEdit() async throws {
        let ada = try await AccountPageFixture()
        try await ada.post(["action": "continue", "attribute.plan": "premium"], to: "/account")
        #expect(try await ada.account().attributes["plan"] == nil)
    }
}

/// The pages of `/account/security`.
@Suite struct AccountSecurityRoutesTests {
    @Test func listsWaysToSignIn() async throws {
        let ada = try await AccountPageFixture(at: "/account/security")
        let page = await ada.browser.page
        #expect(page.contains("Password") && page.contains("Not used yet"))
        #expect(page.contains("Code by email") && page.contains("Last used"))
        #expect(page.contains("href=\"/account/security/password\""))
    }

    @Test func changesPasswordAndEndsOtherSessions() async throws {
        let ada = try await AccountPageFixture(at: "/account/security/password")
        let other = ScriptedBrowser(on: ada.server)
        await other.open(try ada.web.url("/account"))
        ada.server.clock.advance(by: 60)
        try await ada.signIn(to: other)
        let before = try await ada.account()
        try await ada.browser.submit(["password": AccountPageFixture.newPassword], action: "continue")
        #expect(await ada.browser.heading == "Sign-in and security")
        #expect(await ada.notice == "Your password was changed. You’re signed out everywhere else.")
        #expect(try await ada.account().passwordHash != before.passwordHash)
        #expect(try await ada.subjects().contains("Your login.example.com password was changed"))
        await other.open(try ada.web.url("/account"))
        #expect(await other.heading == "Sign in")
        // The notice is for one view.
        try await ada.open("/account/security")
        #expect(await ada.notice == nil)
    }

    @Test func setsFirstPassword() async throws {
        let ada = try await AccountPageFixture(at: "/account/security/password", password: nil)
        #expect(await ada.browser.heading == "Set a password")
        #expect(await !ada.browser.page.contains("Remove password"))
        try await ada.browser.submit(["password": AccountPageFixture.newPassword], action: "continue")
        #expect(await ada.notice == "Your password was set. You’re signed out everywhere else.")
        #expect(try await ada.account().passwordHash != nil)
    }

    @Test func removesPassword() async throws {
        let ada = try await AccountPageFixture(at: "/account/security/password")
        try await ada.browser.submit(action: "remove")
        #expect(await ada.notice == "Your password was removed. You now sign in with codes that we email you.")
        #expect(try await ada.account().passwordHash == nil)
    }

    @Test func explainsRejectedPassword() async throws {
        let ada = try await AccountPageFixture(at: "/account/security/password")
        let before = try await ada.account()
        for (typed, problem) in [
            ("short", "Use at least 8 characters."),
            ("ada.lovelace", "Don’t base your password on your name, your email address or the app’s name."),
        ] {
            try await ada.browser.submit(["password": typed], action: "continue")
            #expect(await ada.browser.status == .unprocessableContent)
            let problems = await ada.browser.problems
            #expect(problems.contains(problem), "\(typed): \(problems)")
            #expect(await !ada.browser.page.contains(typed))
        }
        #expect(try await ada.account() == before)
    }

    @Test func explainsRepeatedRemoval() async throws {
        let ada = try await AccountPageFixture(at: "/account/security/password", password: nil)
        try await ada.post(["action": "remove"], to: "/account/security/password")
        #expect(await ada.browser.status == .unprocessableContent)
        #expect(await ada.browser.problems.contains("Your account has no password."))
    }

    @Test(arguments: ["continue", "remove"]) func requiresRecentSignInToSubmit(action: String) async throws {
        let ada = try await AccountPageFixture(at: "/account/security/password")
        let before = try await ada.account()
        ada.age()
        try await ada.post(
            ["action": action, "password": AccountPageFixture.newPassword],
            to: "/account/security/password"
        )
        #expect(await ada.browser.heading == "Confirm it’s you")
        #expect(await !ada.browser.location.absoluteString.contains("password="))
        try await ada.signIn(to: ada.browser)
        #expect(await ada.browser.heading == "Change your password")
        #expect(try await ada.account().passwordHash == before.passwordHash)
    }
}
