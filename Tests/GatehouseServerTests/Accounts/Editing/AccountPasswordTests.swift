import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountPasswordTests {
    private let old = "correct horse battery"
    private let new = "purple monkey dishwasher"

    @Test func aNewPasswordNeedsTheOldOneAndEndsEverySession() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        func change(_ old: String, _ new: String) async throws {
            try await app.accounts.changePassword(of: account, from: old, to: new, app.call)
        }
        #expect(await refused { try await change("wrong horse battery", new) } == .wrongPassword)
        #expect(await refused { try await change(old, old) } == .passwordUnchanged)
        #expect(await refused { try await change(old, "short") } == .passwordRefused(.tooShort(minimum: 8)))
        #expect(try await app.person(of: token) == account.id)
        try await change(old, new)
        #expect(try await app.check(token) == nil)
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn("ada", old) }?.code == .invalidGrant)
        #expect(try await app.signIn("ada", new).person == account.id)
        #expect(try await app.server.audited().filter { $0 == .passwordChanged }.count == 1)
    }

    @Test func theOwnerIsToldByMail() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.prove(.email, of: try await app.register("ada", email: "ada@example.com"))
        app.server.clock.advance(by: 1)
        try await app.accounts.changePassword(of: account, from: old, to: new, app.call)
        #expect(
            try await app.server.subjects(to: "ada@example.com").last
                == "Your password for Example App has been changed"
        )
    }

    @Test func triesAtTheOldPasswordCountLikeAnyOther() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada")
        for _ in 0..<5 {
            _ = await #expect(throws: OAuthError.self) { try await app.signIn("ada", "wrong horse battery") }
            _ = await refused {
                try await app.accounts.changePassword(of: account, from: "wrong horse", to: new, app.call)
            }
        }
        #expect(
            await refused { try await app.accounts.changePassword(of: account, from: old, to: new, app.call) }
                == .limited(retryAfter: 900)
        )
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn("ada") }?.code == .temporarilyUnavailable)
    }

    @Test func aBadChoiceOfANewPasswordIsNoTryAtTheOldOne() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada")
        for _ in 0..<10 {
            for (choice, refusal) in [
                (old, AccountError.passwordUnchanged), ("short", .passwordRefused(.tooShort(minimum: 8))),
            ] {
                #expect(
                    await refused {
                        try await app.accounts.changePassword(of: account, from: old, to: choice, app.call)
                    } == refusal
                )
            }
        }
        #expect(try await app.signIn("ada").person == account.id)
        try await app.accounts.changePassword(of: account, from: old, to: new, app.call)
    }

    @Test func anAdministratorNeedsNoOldPassword() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        try await app.accounts.setPassword(of: account, to: new, app.call)
        #expect(try await app.check(token) == nil)
        #expect(try await app.signIn("ada", new).person == account.id)
        let pseudo = try await app.accounts.register(NewAccount(), app.call)
        #expect(await refused { try await app.accounts.setPassword(of: pseudo, to: new, app.call) } == .nameMissing)
    }

    @Test func ofManyThatChangeAPasswordAtOnceOneDoes() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada")
        let winners = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    do throws(AccountError) {
                        let new = "purple monkey dishwasher \(number)"
                        try await app.accounts.changePassword(of: account, from: old, to: new, app.call)
                        return true
                    } catch {
                        return false
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(winners == 1)
        #expect(try await app.server.audited().filter { $0 == .passwordChanged }.count == 1)
    }
}
