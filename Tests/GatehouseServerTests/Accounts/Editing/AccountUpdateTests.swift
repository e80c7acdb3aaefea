import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountUpdateTests {
    @Test func whatIsNotNamedStaysAndNullTakesAway() async throws {
        let app = try await KiiApp.alone()
        var account = try await app.register("ada")
        func update(_ change: AccountUpdate) async throws -> Account {
            try await app.accounts.update(account, change, app.call)
        }
        account = try await update(AccountUpdate(attributes: ["name": "Ada", "country": "JP"], customFields: ["a": 1]))
        app.server.clock.advance(by: 10)
        account = try await update(AccountUpdate(attributes: ["name": .null]))
        #expect(account.attributes == ["country": "JP"])
        #expect(account.updatedAt == app.server.clock.now)
        #expect(try await app.accounts.customFields(of: account.id, app.call) == ["a": 1])
        account = try await update(AccountUpdate(customFields: ["b": 2]))
        #expect(try await app.accounts.customFields(of: account.id, app.call) == ["b": 2])
        account = try await update(AccountUpdate(customFields: [:]))
        #expect(try await app.accounts.customFields(of: account.id, app.call) == [:])
        #expect(try await app.stored(account) == account)
        #expect(try await app.server.audited().filter { $0 == .accountUpdated }.count == 4)
    }

    @Test func customFieldsAreSeenByTheirAppAlone() async throws {
        let app = try await KiiApp.alone()
        let other = try await KiiApp(on: app.server, id: "other")
        let account = try await app.register("ada")
        let changed = try await app.accounts.update(account, AccountUpdate(customFields: ["a": 1]), app.call)
        #expect(try await other.accounts.customFields(of: account.id, other.call) == [:])
        _ = try await other.accounts.update(changed, AccountUpdate(customFields: ["b": 2]), other.call)
        #expect(try await app.accounts.customFields(of: account.id, app.call) == ["a": 1])
    }

    @Test func aUserNameCanBeChangedToOneThatIsFree() async throws {
        let app = try await KiiApp.alone()
        try await app.register("eve")
        var account = try await app.register("ada")
        account = try await app.accounts.update(account, AccountUpdate(username: "ADA"), app.call)
        #expect(account.identifier(.username)?.spelling == "ADA")
        #expect(
            await refused { try await app.accounts.update(account, AccountUpdate(username: "Eve"), app.call) }
                == .taken(.username)
        )
        account = try await app.accounts.update(account, AccountUpdate(username: "lovelace"), app.call)
        #expect(try await app.signIn("lovelace").person == account.id)
        #expect(try await app.register("ada").id != account.id)
    }

    @Test func theAddressesThatAnAppSendsBackAreNoChange() async throws {
        let app = try await KiiApp.alone()
        var account = try await app.prove(.email, of: try await app.register("ada", email: "ada@example.com"))
        account = try await app.accounts.setAddress(.phone, "+819012345678", of: account, app.call)
        let before = try await app.server.mailCount
        let same = AccountUpdate(username: "ada", email: "ada@example.com", phone: "+81 90-1234-5678")
        let after = try await app.accounts.update(account, same, app.call)
        #expect(after.identifiers == account.identifiers)
        #expect(after.pending == account.pending)
        #expect(try await app.server.mailCount == before)
    }

    @Test func aPseudoUserBecomesAPersonWithANameAndAPassword() async throws {
        let app = try await KiiApp.alone()
        let (pseudo, tokens) = try await app.accounts.registerAndSignIn(NewAccount(), expiresAt: nil, app.call)
        func update(_ change: AccountUpdate) async throws -> Account {
            try await app.accounts.update(pseudo, change, app.call)
        }
        #expect(await refused { try await update(AccountUpdate(username: "ada")) } == .passwordMissing)
        #expect(await refused { try await update(AccountUpdate(password: "correct horse battery")) } == .nameMissing)
        let person = try await update(AccountUpdate(username: "ada", password: "correct horse battery"))
        #expect(person.id == pseudo.id)
        #expect(!person.isPseudo)
        #expect(try await app.signIn("ada").person == pseudo.id)
        #expect(try await app.person(of: tokens.response.accessToken) == pseudo.id)
        #expect(
            await refused {
                try await app.accounts.update(person, AccountUpdate(password: "purple monkey dishwasher"), app.call)
            } == .notPseudo
        )
        // Nor by a copy of the account from before.
        #expect(
            await refused { try await update(AccountUpdate(username: "eve", password: "purple monkey dishwasher")) }
                == .notPseudo
        )
    }

    @Test func aDisabledAccountIsSignedOutEverywhereAndLetInAgain() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        try await app.accounts.setDisabled(true, of: account, app.call)
        #expect(try await app.check(token) == nil)
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn("ada") }?.code == .invalidGrant)
        let disabled = try #require(try await app.stored(account))
        try await app.accounts.setDisabled(true, of: disabled, app.call)
        #expect(try await app.stored(account) == disabled)
        try await app.accounts.setDisabled(false, of: disabled, app.call)
        #expect(try await app.signIn("ada").person == account.id)
        #expect(try await app.check(token) == nil)
    }

    @Test func aDeletedAccountIsGoneWithAllItsTokensAndFreesItsNames() async throws {
        let app = try await KiiApp.alone()
        let account = try await app.register("ada", email: "ada@example.com")
        let token = try await app.signIn("ada").response.accessToken
        let code = try await app.server.code(to: "ada@example.com")
        try await app.accounts.delete(account, app.call)
        #expect(try await app.check(token) == nil)
        #expect(await refused { try await app.accounts.delete(account, app.call) } == .notFound)
        #expect(
            await refused { try await app.accounts.verify(.email, of: account, code: code, app.call) } == .codeExpired
        )
        #expect(await refused { try await app.accounts.update(account, AccountUpdate(), app.call) } == .notFound)
        #expect(try await app.register("ada").id != account.id)
        #expect(try await app.server.audited().filter { $0 == .accountDeleted }.count == 1)
    }
}
