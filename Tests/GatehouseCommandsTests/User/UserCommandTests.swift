import Foundation
import GatehouseCommands
import GatehousePasswords
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct UserCommandTests {
    private static let password = "plum kettle orbit sandal"

    @Test func createsAccountWithVerifiedAddressAndHashedPassword() async throws {
        let terminal = Terminal(input: Self.password + "\nsecond line\n")
        let status = await terminal.run(
            "user",
            "create",
            "--email",
            "Alex@Example.com",
            "--password-stdin",
            "--attribute",
            "given_name=Alex",
            "--attribute",
            "note=a=b"
        )
        #expect(status == .success)
        let account = try #require(try await terminal.store.account(.email, "alex@example.com"))
        #expect(account.identifiers.map(\.verifiedAt) == [Terminal.now])
        #expect(account.attributes == ["given_name": "Alex", "note": "a=b"])
        let hash = try #require(account.passwordHash)
        #expect(hash.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(try await PasswordHasher(threads: 1).verify(Password(Self.password), against: hash))
        #expect(terminal.printed == "Created account alex@example.com (\(account.id)). Sign-in: password or code.\n")
    }

    @Test func createsAccountWithoutPassword() async throws {
        let terminal = Terminal()
        await terminal.run("user", "create", "--email", "alex@example.com", "--json")
        let object = try #require(try terminal.json() as? [String: Any])
        #expect(object["email"] as? String == "alex@example.com")
        #expect(object["verified"] as? Bool == true)
        #expect(object["password"] as? Bool == false)
        #expect(object["created"] as? String == "2023-11-14T22:13:20Z")
    }

    @Test(
        arguments: [
            ("", "No password on standard input"), ("short\n", "too short"), ("password1234\n", "easy to guess"),
            (String(repeating: "x7", count: 129) + "\n", "too long"),
        ])
    func rejectsUnacceptablePassword(input: String, message: String) async throws {
        let terminal = Terminal(input: input)
        #expect(await terminal.run("user", "create", "--email", "alex@example.com", "--password-stdin") == .failure)
        #expect(terminal.errorOutput.contains(message))
        #expect(try await terminal.store.accounts(after: nil, limit: 1) == [])
    }

    @Test func disablesAndEnablesAccount() async throws {
        let terminal = Terminal()
        await terminal.run("user", "create", "--email", "alex@example.com")
        #expect(await terminal.run("user", "disable", "alex@example.com") == .success)
        let disabled = try #require(try await terminal.store.account(.email, "alex@example.com"))
        #expect(disabled.disabledAt == Terminal.now)
        #expect(disabled.revision == 2)
        #expect(await terminal.run("user", "disable", disabled.id.rawValue) == .success)
        _ = terminal.printed
        await terminal.run("user", "list")
        #expect(terminal.printed.split(separator: "  ").contains("disabled"))
        #expect(await terminal.run("user", "enable", "alex@example.com") == .success)
        let enabled = try #require(try await terminal.store.account(.email, "alex@example.com"))
        #expect(enabled.disabledAt == nil)
        #expect(enabled.revision == 3)
        #expect(await terminal.run("user", "disable", "nobody@example.com") == .failure)
    }

    @Test(arguments: [
        ["--email", "nobody"], ["--email", "a@example.com", "--attribute", "x"],
        ["--email", "a@example.com", "--attribute", "=x"],
    ])
    func rejectsInvalidInput(arguments: [String]) async throws {
        let terminal = Terminal()
        #expect(await terminal.run(all: ["user", "create"] + arguments) == .failure)
        #expect(try await terminal.store.accounts(after: nil, limit: 1) == [])
    }

    @Test func storesAttributesLikeSignUp() async throws {
        let terminal = Terminal()
        var arguments = ["user", "create", "--email", "alex@example.com"]
        for text in ["vip=true", "news=false", "age=42", "debt=-7", "badge=007", "postal_code=10115", "birthdate=1990"]
        {
            arguments += ["--attribute", text]
        }
        #expect(await terminal.run(all: arguments) == .success)
        let account = try #require(try await terminal.store.account(.email, "alex@example.com"))
        #expect(
            account.attributes == [
                "vip": true, "news": false, "age": 42, "debt": -7, "badge": "007", "postal_code": "10115",
                "birthdate": "1990",
            ]
        )
    }

    @Test(arguments: ["sub", "email", "email_verified", "updated_at", "iss", "scope"])
    func rejectsReservedAttributes(name: String) async throws {
        let terminal = Terminal()
        let status = await terminal.run("user", "create", "--email", "a@example.com", "--attribute", "\(name)=x")
        #expect(status == .failure)
        #expect(terminal.errorOutput.contains("'\(name)' can't be an attribute"))
        #expect(try await terminal.store.accounts(after: nil, limit: 1) == [])
    }

    @Test func rejectsDuplicateAddress() async {
        let terminal = Terminal()
        #expect(await terminal.run("user", "create", "--email", "alex@example.com") == .success)
        #expect(await terminal.run("user", "create", "--email", "ALEX@example.com") == .failure)
        #expect(terminal.errorOutput.contains("already has an account"))
    }

    @Test func listsAllAccounts() async throws {
        let terminal = Terminal()
        await terminal.run("user", "create", "--email", "a@example.com")
        await terminal.run("user", "create", "--email", "b@example.com")
        _ = terminal.printed
        await terminal.run("user", "list", "--json")
        let list = try #require(try terminal.json() as? [[String: Any]])
        #expect(Set(list.compactMap { $0["email"] as? String }) == ["a@example.com", "b@example.com"])
    }

    @Test func deletesAccountByAddressOrID() async throws {
        let terminal = Terminal()
        await terminal.run("user", "create", "--email", "a@example.com")
        await terminal.run("user", "create", "--email", "b@example.com")
        let second = try #require(try await terminal.store.account(.email, "b@example.com"))
        #expect(await terminal.run("user", "delete", "A@example.com", "--yes") == .success)
        #expect(await terminal.run("user", "delete", second.id.rawValue, "--yes") == .success)
        #expect(try await terminal.store.accounts(after: nil, limit: 1) == [])
        #expect(await terminal.run("user", "delete", "a@example.com", "--yes") == .failure)
        #expect(terminal.errorOutput.contains("No account found for 'a@example.com'."))
    }
}
