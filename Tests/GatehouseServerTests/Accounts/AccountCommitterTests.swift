import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Changes to an account under constant concurrent writes.
@Suite struct AccountCommitterTests {
    private let password = "correct horse battery"
    private let store = SpyStore()

    private func app() async throws -> (KiiApp, Account) {
        let app = try await KiiApp.standalone(store: store)
        return (app, try await app.register("ada", email: "ada@example.com"))
    }

    /// Changes an unrelated attribute before every commit, at most `times` times.
    private func compete(_ account: Account, times: Int = .max) {
        let first = account.revision
        store.compete { memory throws(StoreError) in
            guard var account = try await memory.account(account.id), account.revision - first < times else { return }
            account.attributes["level"] = .integer(Int64(account.revision))
            account.revision += 1
            try await memory.commit([.account(.update(account))])
        }
    }

    @Test func reportsOverloadAfterBoundedRetries() async throws {
        let (app, account) = try await app()
        compete(account)
        let overloaded = AccountError.overloaded(retryAfter: 1)
        #expect(
            await accountError {
                try await app.accounts.updater.update(account, with: AccountUpdate(customFields: ["a": 1]), app.request)
            }
                == overloaded
        )
        #expect(
            await accountError { try await app.accounts.status.setDisabled(true, of: account, app.request) }
                == overloaded
        )
        let new = "purple monkey dishwasher"
        #expect(
            await accountError { try await app.accounts.passwords.setPassword(of: account, to: new, app.request) }
                == overloaded
        )
        for _ in 0..<3 {
            #expect(
                await accountError {
                    try await app.accounts.passwords.changePassword(of: account, from: password, to: new, app.request)
                } == overloaded
            )
        }
        store.compete(nil)
        #expect(try await app.signIn("ada", password).user == account.id)
    }

    @Test func verifiesPasswordOnceDespiteConcurrentChanges() async throws {
        let (app, account) = try await app()
        compete(account, times: 4)
        let before = store.operations.count
        let new = "purple monkey dishwasher"
        try await app.accounts.passwords.changePassword(of: account, from: password, to: new, app.request)
        let attempts = store.operations.dropFirst(before).filter { $0.hasPrefix("counter.increment") }
        #expect(attempts.count == 1)
        store.compete(nil)
        #expect(try await app.signIn("ada", new).user == account.id)
    }

    @Test func resetsPasswordDespiteConcurrentChanges() async throws {
        let (app, registered) = try await app()
        let account = try await app.verifyAddress(.email, of: registered)
        app.server.clock.advance(by: 60)
        let subject = RecoverySubject.name(LoginIdentifier(typed: "ada"))
        try await app.accounts.recovery.request(of: subject, by: .email, app.request)
        let code = try await app.server.code(to: "ada@example.com")
        compete(account, times: 4)
        let new = "purple monkey dishwasher"
        try await app.accounts.recovery.complete(of: subject, code: code, newPassword: new, app.request)
        store.compete(nil)
        #expect(try await app.signIn("ada", new).user == account.id)
    }
}
