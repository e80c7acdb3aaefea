import Crypto
import Foundation
import GatehouseCommands
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct UserFactorsTests {
    private let terminal = Terminal()

    /// Creates the account `ada@example.com` with two passkeys and recovery codes, one of which is used.
    private func enrol() async throws -> Account {
        await terminal.run("user", "create", "--email", "ada@example.com")
        _ = terminal.printed
        var account = try #require(try await terminal.store.account(.email, "ada@example.com"))
        account.requiresSecondFactor = true
        account.revision += 1
        let key = SymmetricKey(size: .bits256)
        let bytes = SeededBytes(seed: 1)
        let random = RandomSource { bytes.bytes($0) }
        let (set, codes) = RecoveryCodeSet.generate(random: random, key: key)
        let left = try #require(set.consuming(codes[0].reveal(), key: key))
        let credentials = [
            credential("phone", of: account, named: "Ada's phone", lastUsedAt: Terminal.now),
            credential("laptop", .authenticatorApp, of: account, named: "Laptop"),
            credential("codes", .recoveryCode, of: account, named: "", state: try JSONEncoder().encode(left)),
        ]
        try await terminal.store.commit(
            [.account(.update(account))] + credentials.map { .credential(.insert($0)) }
        )
        return account
    }

    private func credential(
        _ id: Credential.ID,
        _ factor: FactorName = .passkey,
        of account: Account,
        named name: String,
        lastUsedAt: Date? = nil,
        state: Data = Data("{}".utf8)
    ) -> Credential {
        Credential(
            id: id,
            accountID: account.id,
            factor: factor,
            name: name,
            createdAt: Terminal.now.addingTimeInterval(-86_400),
            lastUsedAt: lastUsedAt,
            state: state
        )
    }

    private func remaining(of account: Account) async throws -> [Credential.ID] {
        try await terminal.store.credentials(of: account.id).map(\.id)
    }

    private func isSecondFactorRequired(of account: Account) async throws -> Bool {
        try #require(try await terminal.store.account(account.id)).requiresSecondFactor
    }

    private func audited(_ account: Account) async throws -> [AuditKind] {
        try await terminal.store.events(of: account.id, before: nil, limit: 10).map(\.kind)
    }

    @Test func listsFactorsWithRecoveryCodesLeft() async throws {
        _ = try await enrol()
        #expect(await terminal.run("user", "factors", "list", "ada@example.com") == .success)
        let rows = terminal.printed.split(separator: "\n").map { $0.split(separator: /\s{2,}/).map(String.init) }
        #expect(
            rows.sorted { $0[0] < $1[0] } == [
                ["codes", "recovery-code", "9 left", "2023-11-13T22:13:20Z", "-"],
                ["laptop", "authenticator-app", "Laptop", "2023-11-13T22:13:20Z", "-"],
                ["phone", "passkey", "Ada's phone", "2023-11-13T22:13:20Z", "2023-11-14T22:13:20Z"],
            ]
        )
    }

    @Test func listsFactorsAsJSON() async throws {
        _ = try await enrol()
        #expect(await terminal.run("user", "factors", "list", "ada@example.com", "--json") == .success)
        let list = try #require(try terminal.json() as? [[String: Any]])
        let byID = Dictionary(uniqueKeysWithValues: list.map { ($0["id"] as? String ?? "", $0) })
        #expect(byID["phone"]?["type"] as? String == "passkey")
        #expect(byID["phone"]?["last_used"] as? String == "2023-11-14T22:13:20Z")
        #expect(byID["phone"]?["recovery_codes_left"] == nil)
        #expect(byID["codes"]?["recovery_codes_left"] as? Int == 9)
    }

    @Test func removesOneFactorAndThenTheLast() async throws {
        let account = try await enrol()
        #expect(await terminal.run("user", "factors", "remove", "ada@example.com", "phone", "--yes") == .success)
        #expect(terminal.printed == "Removed passkey 'Ada's phone' of account \(account.id).\n")
        #expect(Set(try await remaining(of: account)) == ["laptop", "codes"])
        #expect(try await isSecondFactorRequired(of: account))
        #expect(await terminal.run("user", "factors", "remove", "ada@example.com", "laptop", "--yes") == .success)
        #expect(try await remaining(of: account) == [])
        #expect(try await !isSecondFactorRequired(of: account))
        #expect(try await audited(account).filter { $0 == .factorRemoved }.count == 2)
        #expect(try await terminal.store.nextMessageDue() == nil)
    }

    @Test func removesAllFactors() async throws {
        let account = try await enrol()
        #expect(await terminal.run("user", "factors", "remove", "ada@example.com", "--all", "--yes") == .success)
        #expect(try await remaining(of: account) == [])
        #expect(try await !isSecondFactorRequired(of: account))
        #expect(try await audited(account).filter { $0 == .factorRemoved }.count == 2)
        #expect(await terminal.run("user", "factors", "remove", "ada@example.com", "--all", "--yes") == .failure)
        #expect(terminal.errorOutput.contains("has no passkeys and no second factors"))
    }

    /// The user has no credentials.
    @Test func turnsOffSecondFactorThatIsAnAddress() async throws {
        await terminal.run("user", "create", "--email", "ada@example.com")
        var account = try #require(try await terminal.store.account(.email, "ada@example.com"))
        account.requiresSecondFactor = true
        account.revision += 1
        try await terminal.store.commit([.account(.update(account))])
        _ = terminal.printed
        #expect(await terminal.run("user", "factors", "remove", "ada@example.com", "--all", "--yes") == .success)
        #expect(terminal.printed == "Turned the second factor of account \(account.id) off.\n")
        #expect(try await !isSecondFactorRequired(of: account))
        #expect(try await audited(account).contains(.secondFactorTurnedOff))
    }

    /// The user's own removal of the last way to sign in is rejected.
    @Test func removesTheOnlyWayToSignIn() async throws {
        let account = try await enrol()
        var bare = try #require(try await terminal.store.account(account.id))
        bare.identifiers = []
        bare.revision += 1
        try await terminal.store.commit([.account(.update(bare))])
        #expect(await terminal.run("user", "factors", "remove", account.id.rawValue, "--all") == .failure)
        #expect(terminal.errorOutput.contains("The account has no other way to sign in."))
        #expect(await terminal.run("user", "factors", "remove", account.id.rawValue, "--all", "--yes") == .success)
        #expect(try await remaining(of: account) == [])
    }

    @Test(arguments: [
        (["ada@example.com", "unknown", "--yes"], "has no passkey or authenticator app with ID 'unknown'"),
        (["ada@example.com", "codes", "--yes"], "has no passkey or authenticator app with ID 'codes'"),
        (["ada@example.com"], "Name an ID, or use --all."),
        (["ada@example.com", "phone", "--all"], "Name an ID, or use --all."),
        (["ada@example.com", "phone"], "Sign-ins"), (["nobody@example.com", "phone"], "No account found"),
    ])
    func changesNothingWithoutFactorOrConfirmation(arguments: [String], message: String) async throws {
        let account = try await enrol()
        #expect(await terminal.run(all: ["user", "factors", "remove"] + arguments) == .failure)
        let errorOutput = terminal.errorOutput
        #expect(errorOutput.contains(message) || errorOutput.contains("Add --yes"), "\(errorOutput)")
        #expect(try await remaining(of: account).count == 3)
    }
}

/// The removal of all factors after a time.
extension UserFactorsTests {
    private static let issuer = "https://login.example.com"

    private func reset(_ arguments: String...) async -> GatehouseCommands.ExitStatus {
        await terminal.run(all: ["user", "factors", "reset", "ada@example.com", "--issuer", Self.issuer] + arguments)
    }

    private func pending(_ account: Account) async throws -> FactorReset? {
        try #require(try await terminal.store.account(account.id)).factorReset
    }

    @Test func requestsRemovalAfterThreeDaysAndQueuesMail() async throws {
        let account = try await enrol()
        #expect(await reset() == .success)
        #expect(
            terminal.printed == """
                All factors of account \(account.id) will be removed at 2023-11-17T22:13:20Z.
                Mail with a link that stops it: ada@example.com

                """
        )
        let reset = try #require(try await pending(account))
        #expect(reset.dueAt == Terminal.now + 72 * 3600 && reset.remindAt == Terminal.now + 48 * 3600)
        #expect(try await audited(account).contains(.factorResetRequested))
        #expect(try await terminal.store.nextMessageDue() != nil)
        #expect(try await remaining(of: account).count == 3)
    }

    @Test func printsRemovalAsJSON() async throws {
        let account = try await enrol()
        #expect(await reset("--after", "1h", "--json") == .success)
        let printed = try #require(try terminal.json() as? [String: Any])
        #expect(printed["account"] as? String == account.id.rawValue)
        #expect(printed["status"] as? String == "pending")
        #expect(printed["requested"] as? String == "2023-11-14T22:13:20Z")
        #expect(printed["due"] as? String == "2023-11-14T23:13:20Z")
        #expect(printed["mailed_to"] as? [String] == ["ada@example.com"])
        #expect(await reset("--cancel", "--json") == .success)
        let cancelled = try #require(try terminal.json() as? [String: Any])
        #expect(cancelled["status"] as? String == "cancelled" && cancelled["due"] == nil)
    }

    @Test func cancelsRemoval() async throws {
        let account = try await enrol()
        #expect(await reset() == .success)
        _ = terminal.printed
        #expect(await reset("--after", "1h") == .failure)
        #expect(terminal.errorOutput.contains("will already be removed at 2023-11-17T22:13:20Z"))
        #expect(await reset("--cancel") == .success)
        #expect(terminal.printed == "Cancelled. Account \(account.id) keeps its factors.\n")
        #expect(try await pending(account) == nil)
        #expect(try await audited(account).contains(.factorResetCancelled))
        #expect(await reset("--cancel") == .failure)
        #expect(terminal.errorOutput.contains("No removal of the factors of account"))
    }

    @Test(arguments: [
        (["--after", "59m"], "Use 1h to 7d"), (["--after", "8d"], "Use 1h to 7d"),
        (["--after", "-1h"], "Use 1h to 7d"),
        (["--after", "2h", "--cancel"], "Use only one of --after and --cancel."),
    ])
    func rejectsTime(arguments: [String], message: String) async throws {
        let account = try await enrol()
        #expect(
            await terminal.run(
                all: ["user", "factors", "reset", "ada@example.com", "--issuer", Self.issuer] + arguments
            ) == .failure
        )
        #expect(terminal.errorOutput.contains(message))
        #expect(try await pending(account) == nil)
    }

    @Test func requiresIssuerActiveAccountAndFactors() async throws {
        let account = try await enrol()
        #expect(await terminal.run("user", "factors", "reset", "ada@example.com") == .failure)
        #expect(terminal.errorOutput.contains("The issuer is missing."))
        await terminal.run("user", "disable", "ada@example.com")
        #expect(await reset() == .failure)
        #expect(terminal.errorOutput.contains("is disabled"))
        await terminal.run("user", "enable", "ada@example.com")
        await terminal.run("user", "factors", "remove", "ada@example.com", "--all", "--yes")
        #expect(await reset() == .failure)
        #expect(terminal.errorOutput.contains("has no passkeys and no second factors"))
        #expect(try await pending(account) == nil)
    }
}
