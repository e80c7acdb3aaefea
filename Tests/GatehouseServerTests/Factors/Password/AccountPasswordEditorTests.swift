import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountPasswordEditorTests {
    private let old = "correct horse battery"
    private let new = "purple monkey dishwasher"

    @Test func requiresOldPasswordAndEndsSessions() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        func change(_ old: String, _ new: String) async throws {
            try await app.accounts.passwords.changePassword(of: account, from: old, to: new, app.request)
        }
        #expect(await accountError { try await change("wrong horse battery", new) } == .wrongPassword)
        #expect(await accountError { try await change(old, old) } == .passwordUnchanged)
        #expect(await accountError { try await change(old, "short") } == .passwordRejected(.tooShort(minimum: 8)))
        #expect(try await app.accountID(of: token) == account.id)
        try await change(old, new)
        #expect(try await app.check(token) == nil)
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn("ada", old) }?.code == .invalidGrant)
        #expect(try await app.signIn("ada", new).user == account.id)
        #expect(try await app.server.auditKinds().filter { $0 == .passwordChanged }.count == 1)
    }

    @Test func notifiesOwnerByEmail() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.verifyAddress(.email, of: try await app.register("ada", email: "ada@example.com"))
        app.server.clock.advance(by: 1)
        try await app.accounts.passwords.changePassword(of: account, from: old, to: new, app.request)
        #expect(
            try await app.server.subjects(to: "ada@example.com").last
                == "Your Example App password was changed"
        )
    }

    @Test func countsWrongOldPasswordAsAttempt() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        for _ in 0..<5 {
            _ = await #expect(throws: OAuthError.self) { try await app.signIn("ada", "wrong horse battery") }
            _ = await accountError {
                try await app.accounts.passwords.changePassword(of: account, from: "wrong horse", to: new, app.request)
            }
        }
        #expect(
            await accountError {
                try await app.accounts.passwords.changePassword(of: account, from: old, to: new, app.request)
            }
                == .limited(retryAfter: 900)
        )
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn("ada") }?.code == .temporarilyUnavailable)
    }

    @Test func doesNotCountRejectedNewPassword() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        for _ in 0..<10 {
            for (choice, expected) in [
                (old, AccountError.passwordUnchanged), ("short", .passwordRejected(.tooShort(minimum: 8))),
            ] {
                #expect(
                    await accountError {
                        try await app.accounts.passwords.changePassword(of: account, from: old, to: choice, app.request)
                    } == expected
                )
            }
        }
        #expect(try await app.signIn("ada").user == account.id)
        try await app.accounts.passwords.changePassword(of: account, from: old, to: new, app.request)
    }

    @Test func allowsAdministratorToSetPasswordWithoutOldOne() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        try await app.accounts.passwords.setPassword(of: account, to: new, app.request)
        #expect(try await app.check(token) == nil)
        #expect(try await app.signIn("ada", new).user == account.id)
        let pseudo = try await app.accounts.registrar.register(NewAccount(), app.request)
        #expect(
            await accountError { try await app.accounts.passwords.setPassword(of: pseudo, to: new, app.request) }
                == .nameMissing
        )
    }

    @Test func changesPasswordOnceUnderConcurrency() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        let winners = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    do throws(AccountError) {
                        let new = "purple monkey dishwasher \(number)"
                        try await app.accounts.passwords.changePassword(of: account, from: old, to: new, app.request)
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
        #expect(try await app.server.auditKinds().filter { $0 == .passwordChanged }.count == 1)
    }
}
