import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Writes to an account that other writers change all the time.
@Suite struct ContendedAccountTests {
    private let password = "correct horse battery"
    private let store = SpyStore()

    private func app() async throws -> (KiiApp, Account) {
        let app = try await KiiApp.alone(store: store)
        return (app, try await app.register("ada", email: "ada@example.com"))
    }

    /// Changes what opens nothing before every commit, `times` at most.
    private func compete(_ account: Account, times: Int = .max) {
        let first = account.revision
        store.compete { memory throws(StoreError) in
            guard var account = try await memory.account(account.id), account.revision - first < times else { return }
            account.attributes["level"] = .integer(Int64(account.revision))
            account.revision += 1
            try await memory.commit([.account(.update(account))])
        }
    }

    @Test func answersOverloadedAfterBoundedRetries() async throws {
        let (app, account) = try await app()
        compete(account)
        let overloaded = AccountError.overloaded(retryAfter: 1)
        #expect(
            await refused { try await app.accounts.update(account, AccountUpdate(customFields: ["a": 1]), app.call) }
                == overloaded
        )
        #expect(await refused { try await app.accounts.setDisabled(true, of: account, app.call) } == overloaded)
        let new = "purple monkey dishwasher"
        #expect(await refused { try await app.accounts.setPassword(of: account, to: new, app.call) } == overloaded)
        for _ in 0..<3 {
            #expect(
                await refused {
                    try await app.accounts.changePassword(of: account, from: password, to: new, app.call)
                } == overloaded
            )
        }
        store.compete(nil)
        #expect(try await app.signIn("ada", password).person == account.id)
    }

    @Test func comparesThePasswordOnceWhileOtherPropertiesChange() async throws {
        let (app, account) = try await app()
        compete(account, times: 4)
        let before = store.operations.count
        let new = "purple monkey dishwasher"
        try await app.accounts.changePassword(of: account, from: password, to: new, app.call)
        let tries = store.operations.dropFirst(before).filter { $0.hasPrefix("counter.increment") }
        #expect(tries.count == 1)
        store.compete(nil)
        #expect(try await app.signIn("ada", new).person == account.id)
    }

    @Test func resetsThePasswordWhileOtherPropertiesChange() async throws {
        let (app, registered) = try await app()
        let account = try await app.prove(.email, of: registered)
        app.server.clock.advance(by: 60)
        let subject = ResetSubject.name(SignInName(typed: "ada"))
        try await app.accounts.requestReset(of: subject, by: .email, app.call)
        let code = try await app.server.code(to: "ada@example.com")
        compete(account, times: 4)
        let new = "purple monkey dishwasher"
        try await app.accounts.completeReset(of: subject, code: code, newPassword: new, app.call)
        store.compete(nil)
        #expect(try await app.signIn("ada", new).person == account.id)
    }
}
