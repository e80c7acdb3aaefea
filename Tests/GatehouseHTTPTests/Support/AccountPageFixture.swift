import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// A server with the account of Ada, and a browser in which she is signed in to the account pages.
struct AccountPageFixture {
    static let email = "ada@example.com"
    static let password = "correct horse battery"
    static let newPassword = "nine violet harbours sing"

    let web: ServerFixture
    let browser: ScriptedBrowser

    var server: TestServer { web.server }

    /// Signs Ada in at a page of the account.
    init(
        at path: String = "/account",
        password: String? = password,
        phone: String? = nil,
        issuer: String = "https://login.example.com",
        factors: FactorSettings = FactorSettings(),
        lifetimes: Lifetimes = Lifetimes(),
        client change: (inout Client) -> Void = { _ in }
    ) async throws {
        web = try await ServerFixture(issuer: issuer, factors: factors, lifetimes: lifetimes, client: change)
        try await web.server.users.add(email: Self.email, password: password, name: "Ada Lovelace", phone: phone)
        browser = ScriptedBrowser(on: web.server)
        await browser.open(try web.url(path))
        try await signIn(to: browser)
    }

    /// Completes the sign-in that the browser shows, with a code.
    func signIn(to browser: ScriptedBrowser, as email: String = Self.email) async throws {
        try await browser.submit(["email": email])
        try await browser.submit(["code": try #require(try await server.mailedCode(to: email))])
    }

    /// Opens a page in the browser.
    func open(_ path: String) async throws { await browser.open(try web.url(path)) }

    /// Makes the sign-in too old for changes that require a recent one.
    func age() { server.clock.advance(by: server.identity.settings.lifetimes.freshSignIn + 1) }

    /// Returns Ada's account as it is stored.
    func account(_ email: String = Self.email) async throws -> Account {
        let found = try await server.store.account(.email, email)
        return try #require(found)
    }

    /// Changes Ada's account, as another client does.
    func update(_ change: (inout Account) -> Void) async throws {
        var account = try await account()
        change(&account)
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
    }

    /// Posts a form of the page with changed values, which need not be values of the form.
    func post(_ changes: [String: String?], to path: String) async throws {
        var values = try #require(await browser.forms.last?.values)
        for name in values.keys where !["flow", "csrf", "revision"].contains(name) { values[name] = nil }
        for (name, value) in changes { values[name] = value }
        await browser.post(values, to: try web.url(path))
    }

    /// The confirmation that the page shows.
    var notice: String? {
        get async {
            await browser.page.firstMatch(of: /role="status"><p>([^<]+)</).map { HTMLForm.text($0.output.1) }
        }
    }

    /// Returns the subjects of the emails to an address.
    func subjects(to address: String = Self.email) async throws -> Set<String> {
        try await server.deliverMail()
        return Set(server.delivered.mails.filter { $0.to == address }.map(\.subject))
    }
}
