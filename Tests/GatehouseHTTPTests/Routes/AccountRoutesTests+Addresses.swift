import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The page `/account/addresses`.
@Suite struct AccountAddressRoutesTests {
    private static let path = "/account/addresses"
    private static let new = "new@example.com"
    private static let number = "+493012345678"

    private func opened(phone: String? = nil) async throws -> AccountPageFixture {
        try await AccountPageFixture(at: Self.path, phone: phone)
    }

    private func add(_ email: String = new, to ada: AccountPageFixture) async throws {
        try await ada.browser.submit(["email": email], action: "continue")
    }

    private func confirm(_ ada: AccountPageFixture) async throws {
        try await ada.browser.submit(["code": try #require(try await ada.server.mailedCode(to: Self.new))])
    }

    private func values(_ ada: AccountPageFixture) async throws -> [String] {
        try await ada.account().identifiers.map(\.value)
    }

    @Test func addsAddressAfterItsCode() async throws {
        let ada = try await opened()
        try await add(to: ada)
        #expect(await ada.notice == "We sent you a code. Enter it below.")
        #expect(await ada.browser.page.contains("Waiting for confirmation"))
        #expect(try await values(ada) == [AccountPageFixture.email])
        try await confirm(ada)
        #expect(await ada.notice == "The address was confirmed.")
        #expect(try await values(ada) == [AccountPageFixture.email, Self.new])
        #expect(try await ada.subjects().contains("A new address was added to your login.example.com account"))
    }

    @Test func addsPhoneNumber() async throws {
        let ada = try await opened()
        try await ada.browser.submit(["phone": "+49 30 12345678"], action: "continue")
        #expect(try await ada.account().pending.map(\.value) == [Self.number])
        try await ada.browser.submit(["code": try #require(try await ada.server.mailedCode(to: Self.number))])
        #expect(try await values(ada) == [AccountPageFixture.email, Self.number])
    }

    @Test func explainsInvalidAddressAtItsField() async throws {
        let ada = try await opened()
        try await add("new@", to: ada)
        #expect(await ada.browser.status == .unprocessableContent)
        #expect(await ada.browser.problems.contains("Enter an email address like name@example.com."))
        #expect(await ada.browser.page.contains("value=\"new@\""))
        try await ada.browser.submit(["phone": "12"], action: "continue")
        #expect(await ada.browser.page.contains("id=\"field-phone-error\""))
        #expect(await !ada.browser.page.contains("id=\"field-email-error\""))
    }

    @Test func explainsWrongCodeAtItsField() async throws {
        let ada = try await opened()
        try await add(to: ada)
        try await ada.browser.submit(["code": "00000000"])
        #expect(await ada.browser.status == .unprocessableContent)
        #expect(await ada.browser.page.contains("id=\"field-email-code-error\""))
        #expect(await !ada.browser.page.contains("value=\"00000000\""))
        #expect(try await values(ada) == [AccountPageFixture.email])
    }

    @Test func sendsCodeAgain() async throws {
        let ada = try await opened()
        try await add(to: ada)
        ada.server.clock.advance(by: 60)
        let before = try await ada.server.mailCount
        try await ada.browser.submit(action: "resend")
        #expect(await ada.notice == "We sent you a code. Enter it below.")
        #expect(try await ada.server.mailCount == before + 1)
    }

    @Test func abandonsPendingAddress() async throws {
        let ada = try await opened()
        try await add(to: ada)
        try await ada.post(["item": "email:" + Self.new, "action": "remove"], to: Self.path)
        #expect(await ada.notice == "The address was removed.")
        #expect(try await ada.account().pending.isEmpty)
    }

    @Test func makesAddressPrimaryAndRemovesOldOne() async throws {
        let ada = try await opened()
        try await add(to: ada)
        try await confirm(ada)
        try await ada.browser.submit(action: "makePrimary")
        #expect(await ada.notice == "Your primary address was changed.")
        #expect(try await values(ada) == [Self.new, AccountPageFixture.email])
        try await ada.post(["item": "email:" + AccountPageFixture.email, "action": "remove"], to: Self.path)
        #expect(await ada.notice == "The address was removed.")
        #expect(try await ada.server.store.account(.email, AccountPageFixture.email) == nil)
        #expect(try await ada.account(Self.new).identifiers.map(\.value) == [Self.new])
    }

    @Test func refusesToRemoveLastAddress() async throws {
        let ada = try await opened()
        try await ada.browser.submit(action: "remove")
        #expect(await ada.browser.status == .unprocessableContent)
        let problem = "You can’t remove your only confirmed address. Add and confirm another one first."
        #expect(await ada.browser.problems.contains(problem))
        #expect(try await values(ada) == [AccountPageFixture.email])
    }

    @Test(
        arguments: ["email:eve@example.com", "email:", "username:eve", "x", ""],
        ["remove", "makePrimary", "resend"]
    )
    func rejectsAddressOfAnotherUser(item: String, action: String) async throws {
        let ada = try await opened()
        try await ada.server.users.add(email: "eve@example.com", username: "eve")
        try await ada.post(["item": item, "action": action], to: Self.path)
        #expect(await ada.browser.status == .unprocessableContent)
        #expect(try await ada.account("eve@example.com").identifiers.count == 2)
    }

    @Test func hidesWhetherAddressHasAccount() async throws {
        let ada = try await opened()
        try await ada.server.users.add(email: Self.new)
        try await add(to: ada)
        #expect(await ada.notice == "We sent you a code. Enter it below.")
        #expect(try await ada.account().pending.map(\.value) == [Self.new])
    }

    @Test func keepsTypedAddressThroughNewSignIn() async throws {
        let ada = try await opened()
        ada.age()
        try await add(to: ada)
        #expect(await ada.browser.heading == "Confirm it’s you")
        try await ada.signIn(to: ada.browser)
        #expect(await ada.browser.heading == "Email and phone")
        #expect(await ada.notice == "You’ve signed in again. You can make your change now.")
        #expect(await ada.browser.page.contains("value=\"\(Self.new)\""))
        #expect(try await ada.account().pending.isEmpty)
        try await ada.browser.submit(["email": Self.new], action: "continue")
        #expect(try await ada.account().pending.map(\.value) == [Self.new])
    }
}
