import Foundation
import GatehouseCommands
import GatehouseStore
import GatehouseWire
import Testing

/// Confirmation prompts of commands that delete.
@Suite struct ClientDeleteTests {
    private static let loss =
        "Deleting client app (Example App) ends 2 sessions and deletes 1 consent, and the custom fields of 1 account."
        + " It keeps 1 account that registered with it."

    private func terminal(isTerminal: Bool) async throws -> Terminal {
        let terminal = Terminal(isTerminal: isTerminal)
        let status = await terminal.run(
            "client",
            "create",
            "--name",
            "Example App",
            "--client-id",
            "app",
            "--redirect-uri",
            "https://a.example/"
        )
        try #require(status == .success)
        let account = Account(
            id: "ada",
            identifiers: [AccountIdentifier(kind: .email, value: "ada@example.com", verifiedAt: Terminal.now)],
            registeredBy: "app",
            passwordHash: nil,
            attributes: [:],
            createdAt: Terminal.now,
            updatedAt: Terminal.now
        )
        try await terminal.store.commit([
            .account(.insert(account)), .session(.insert(session("one"))), .session(.insert(session("two"))),
            .session(.insert(session("over", expiresAt: Terminal.now))),
            .consent(.put(Consent(accountID: "ada", clientID: "app", scopes: [.openid], grantedAt: Terminal.now))),
            .customFields(.put(CustomFields(accountID: "ada", clientID: "app", values: ["level": 1]))),
        ])
        _ = terminal.printed
        _ = terminal.errorOutput
        return terminal
    }

    private func session(_ id: Session.ID, expiresAt: Date = Terminal.now + 60) -> Session {
        Session(
            id: id,
            accountID: "ada",
            clientID: "app",
            browserSessionID: nil,
            scopes: [.openid],
            isOffline: true,
            salt: Data(repeating: 7, count: 32),
            authentication: Authentication([], at: Terminal.now),
            claims: nil,
            createdAt: Terminal.now,
            expiresAt: expiresAt
        )
    }

    @Test func requiresYesOptionWithoutTerminal() async throws {
        let terminal = try await terminal(isTerminal: false)
        #expect(await terminal.run("client", "delete", "app") == .failure)
        #expect(
            terminal.errorOutput == "gatehouse: \(Self.loss) Nothing was changed. Add --yes to continue.\n"
        )
        #expect(try await terminal.store.client("app") != nil)
        #expect(await terminal.run("client", "delete", "app", "--yes") == .success)
        #expect(terminal.printed == "Deleted client app.\n")
        #expect(try await terminal.store.client("app") == nil)
        #expect(try await terminal.store.account("ada") != nil)
    }

    @Test(arguments: ["y", "Yes", " yes "])
    func deletesAfterConfirmation(answer: String) async throws {
        let terminal = try await terminal(isTerminal: true)
        terminal.enqueueInput(answer)
        #expect(await terminal.run("client", "delete", "app") == .success)
        let output = terminal.errorOutput
        #expect(output.hasPrefix("\(Self.loss)\nDelete client app? [y/N] "))
        #expect(output.hasSuffix("] 100 %  6 records\n"))
        #expect(try await terminal.store.client("app") == nil)
    }

    @Test func leavesRecordsToServerOnRequest() async throws {
        let terminal = try await terminal(isTerminal: false)
        #expect(await terminal.run("client", "delete", "app", "--yes", "--no-wait", "--json") == .success)
        #expect(try terminal.json() as? [String: String] == ["deleting": "app"])
        #expect(try await terminal.store.session("one") != nil)
        await terminal.run("client", "list")
        #expect(terminal.printed == "app  Example App  deleting  https://a.example/  -\n")
        #expect(await terminal.run("client", "update", "app", "--name", "Other") == .failure)

        #expect(await terminal.run("client", "delete", "app") == .success, "It was confirmed before.")
        #expect(try await terminal.store.client("app") == nil)
        #expect(try await terminal.store.session("one") == nil)
        let events = try await terminal.store.events(of: nil, before: nil, limit: 10)
        #expect(events.map(\.kind) == [.clientDeleted, .clientCreated])
    }

    @Test(arguments: ["n", "", "yess", nil])
    func changesNothingWithoutConfirmation(answer: String?) async throws {
        let terminal = try await terminal(isTerminal: true)
        if let answer { terminal.enqueueInput(answer) }
        #expect(await terminal.run("client", "delete", "app") == .cancelled)
        #expect(terminal.errorOutput.hasSuffix("gatehouse: Cancelled. Nothing was changed.\n"))
        #expect(try await terminal.store.client("app") != nil)
    }

    @Test(arguments: ["ada@example.com", "ada"])
    func showsLossesBeforeDeletingAccount(name: String) async throws {
        let terminal = try await terminal(isTerminal: true)
        terminal.enqueueInput("n")
        #expect(await terminal.run("user", "delete", name) == .cancelled)
        #expect(
            terminal.errorOutput.hasPrefix(
                "Deleting account ada@example.com (ada) ends 2 sessions and deletes 1 consent, with all data that apps store for it.\n"
                    + "Delete account ada@example.com? [y/N] "
            )
        )
        #expect(try await terminal.store.account("ada") != nil)
        terminal.enqueueInput("y")
        #expect(await terminal.run("user", "delete", "ada@example.com") == .success)
        #expect(try await terminal.store.account("ada") == nil)
    }

    @Test func listsAndWithdrawsConsents() async throws {
        let terminal = try await terminal(isTerminal: false)
        #expect(await terminal.run("consent", "list", "ada@example.com") == .success)
        #expect(terminal.printed == "app  2023-11-14T22:13:20Z  openid  -\n")
        await terminal.run("consent", "list", "ada", "--json")
        let list = try #require(try terminal.json() as? [[String: Any]])
        #expect(list.first?["client"] as? String == "app" && list.first?["scope"] as? String == "openid")

        #expect(await terminal.run("consent", "withdraw", "ada", "app") == .failure)
        #expect(terminal.errorOutput.contains("Withdrawing the consent of ada for client app ends 2 sessions."))
        #expect(try await terminal.store.consent("ada", "app") != nil)

        #expect(await terminal.run("consent", "withdraw", "ada", "app", "--yes") == .success)
        #expect(terminal.printed == "Withdrew the consent of ada for client app.\n")
        #expect(try await terminal.store.consent("ada", "app") == nil)
        #expect(try await terminal.store.session("one")?.endReason == .administrator)
        let newest = try await terminal.store.events(of: "ada", before: nil, limit: 1).first
        #expect(newest?.kind == .consentWithdrawn && newest?.clientID == "app")

        #expect(await terminal.run("consent", "withdraw", "ada", "app", "--yes") == .failure)
        #expect(terminal.errorOutput.contains("Account 'ada' has no consent for client 'app'."))
    }
}
