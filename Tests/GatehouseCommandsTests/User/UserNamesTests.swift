import Foundation
import GatehouseCommands
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct UserNamesTests {
    private let terminal = Terminal()

    /// Adds an account with all kinds of identifiers and pending addresses.
    private func addAccount(_ id: Account.ID = "account-1", username: String = "Ada.L") async throws {
        let now = Terminal.now
        let account = Account(
            id: id,
            identifiers: [
                AccountIdentifier(kind: .username, value: username.lowercased(), spelling: username, verifiedAt: now),
                AccountIdentifier(kind: .email, value: "\(id)@example.com", verifiedAt: now),
                AccountIdentifier(kind: .phone, value: "+81901234567\(id.rawValue.last ?? "8")", verifiedAt: now),
            ],
            pending: [
                PendingAddress(kind: .email, value: "new@example.com", since: now),
                PendingAddress(kind: .phone, value: "+12015550123", since: now),
            ],
            passwordHash: "hash",
            attributes: ["name": "Ada Example", "vip": true],
            createdAt: now,
            updatedAt: now
        )
        try await terminal.store.commit([.account(.insert(account))])
    }

    @Test func showsAllIdentifiers() async throws {
        try await addAccount()
        #expect(await terminal.run("user", "show", "ada.l") == .success)
        #expect(
            terminal.printed == """
                Account       account-1
                Username      Ada.L
                Email         account-1@example.com, new@example.com (pending)
                Phone         +819012345671, +12015550123 (pending)
                Sign-in       password or code
                Created       2023-11-14T22:13:20Z
                name: Ada Example
                vip: true

                """
        )
        await terminal.run("user", "list")
        #expect(
            terminal.printed
                == "account-1  Ada.L  account-1@example.com, new@example.com (pending)"
                + "  +819012345671, +12015550123 (pending)  password or code  2023-11-14T22:13:20Z\n"
        )
    }

    @Test func printsIdentifiersAsJSON() async throws {
        try await addAccount()
        await terminal.run("user", "show", "account-1", "--json")
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["username"] as? String == "Ada.L")
        #expect(object["email"] as? String == "account-1@example.com")
        #expect(object["phone"] as? String == "+819012345671")
        #expect(object["pending_email"] as? String == "new@example.com")
        #expect(object["pending_phone"] as? String == "+12015550123")
    }

    @Test(arguments: ["account-1", "ADA.L", "Account-1@Example.com", "+81 90-1234-5671"])
    func findsAccountByAnyIdentifier(name: String) async throws {
        try await addAccount()
        #expect(await terminal.run("user", "show", name) == .success)
    }

    @Test(arguments: ["new@example.com", "+12015550123", "ada", "09012345671", "no such name", ""])
    func ignoresUnverifiedAddresses(name: String) async throws {
        try await addAccount()
        #expect(await terminal.run("user", "show", name) == .failure)
        #expect(terminal.errorOutput.contains("No account found for '\(name)'."))
    }

    @Test func prefersIDOverUsername() async throws {
        try await addAccount("account-1")
        try await addAccount("account-2", username: "account-1")
        #expect(await terminal.run("user", "delete", "account-1", "--yes") == .success)
        #expect(try await terminal.store.account(Account.ID("account-1")) == nil)
        #expect(try await terminal.store.account(Account.ID("account-2")) != nil)
    }

    @Test func showsAccountWithoutCredentials() async throws {
        let account = Account(
            id: "pseudo",
            identifiers: [],
            passwordHash: nil,
            attributes: [:],
            createdAt: Terminal.now,
            updatedAt: Terminal.now
        )
        try await terminal.store.commit([.account(.insert(account))])
        await terminal.run("user", "list")
        #expect(terminal.printed == "pseudo  -  -  -  tokens only  2023-11-14T22:13:20Z\n")
    }
}
