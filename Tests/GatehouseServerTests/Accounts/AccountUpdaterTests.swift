import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountUpdaterTests {
    @Test func keepsOmittedAttributesAndRemovesNull() async throws {
        let app = try await KiiApp.standalone()
        var account = try await app.register("ada")
        func update(_ change: AccountUpdate) async throws -> Account {
            try await app.accounts.updater.update(account, with: change, app.request)
        }
        account = try await update(AccountUpdate(attributes: ["name": "Ada", "country": "JP"], customFields: ["a": 1]))
        app.server.clock.advance(by: 10)
        account = try await update(AccountUpdate(attributes: ["name": .null]))
        #expect(account.attributes == ["country": "JP"])
        #expect(account.updatedAt == app.server.clock.now)
        #expect(try await app.accounts.finder.customFields(of: account.id, app.request) == ["a": 1])
        account = try await update(AccountUpdate(customFields: ["b": 2]))
        #expect(try await app.accounts.finder.customFields(of: account.id, app.request) == ["b": 2])
        account = try await update(AccountUpdate(customFields: [:]))
        #expect(try await app.accounts.finder.customFields(of: account.id, app.request) == [:])
        #expect(try await app.stored(account) == account)
        #expect(try await app.server.auditKinds().filter { $0 == .accountUpdated }.count == 4)
    }

    @Test func keepsCustomFieldsPerClient() async throws {
        let app = try await KiiApp.standalone()
        let other = try await KiiApp(on: app.server, id: "other")
        let account = try await app.register("ada")
        let changed = try await app.accounts.updater.update(
            account,
            with: AccountUpdate(customFields: ["a": 1]),
            app.request
        )
        #expect(try await other.accounts.finder.customFields(of: account.id, other.request) == [:])
        _ = try await other.accounts.updater.update(changed, with: AccountUpdate(customFields: ["b": 2]), other.request)
        #expect(try await app.accounts.finder.customFields(of: account.id, app.request) == ["a": 1])
    }

    @Test func changesUsernameIfAvailable() async throws {
        let app = try await KiiApp.standalone()
        try await app.register("eve")
        var account = try await app.register("ada")
        account = try await app.accounts.updater.update(account, with: AccountUpdate(username: "ADA"), app.request)
        #expect(account.identifier(.username)?.spelling == "ADA")
        #expect(
            await accountError {
                try await app.accounts.updater.update(account, with: AccountUpdate(username: "Eve"), app.request)
            }
                == .taken(.username)
        )
        account = try await app.accounts.updater.update(account, with: AccountUpdate(username: "lovelace"), app.request)
        #expect(try await app.signIn("lovelace").user == account.id)
        #expect(try await app.register("ada").id != account.id)
    }

    @Test func ignoresUnchangedAddresses() async throws {
        let app = try await KiiApp.standalone()
        var account = try await app.verifyAddress(.email, of: try await app.register("ada", email: "ada@example.com"))
        account = try await app.accounts.addresses.setAddress(.phone, to: "+819012345678", of: account, app.request)
        let before = try await app.server.mailCount
        let same = AccountUpdate(username: "ada", email: "ada@example.com", phone: "+81 90-1234-5678")
        let after = try await app.accounts.updater.update(account, with: same, app.request)
        #expect(after.identifiers == account.identifiers)
        #expect(after.pending == account.pending)
        #expect(try await app.server.mailCount == before)
    }

    @Test func turnsPseudoUserIntoFullUser() async throws {
        let app = try await KiiApp.standalone()
        let (pseudo, tokens) = try await app.registerAndSignIn(NewAccount())
        func update(_ change: AccountUpdate) async throws -> Account {
            try await app.accounts.updater.update(pseudo, with: change, app.request)
        }
        #expect(await accountError { try await update(AccountUpdate(username: "ada")) } == .passwordMissing)
        #expect(
            await accountError { try await update(AccountUpdate(password: "correct horse battery")) } == .nameMissing
        )
        let user = try await update(AccountUpdate(username: "ada", password: "correct horse battery"))
        #expect(user.id == pseudo.id)
        #expect(!user.hasNoCredentials)
        #expect(try await app.signIn("ada").user == pseudo.id)
        #expect(try await app.accountID(of: tokens.response.accessToken) == pseudo.id)
        #expect(
            await accountError {
                try await app.accounts.updater.update(
                    user,
                    with: AccountUpdate(password: "purple monkey dishwasher"),
                    app.request
                )
            } == .alreadyHasCredentials
        )
        // A stale copy of the account is rejected too.
        #expect(
            await accountError {
                try await update(AccountUpdate(username: "eve", password: "purple monkey dishwasher"))
            }
                == .alreadyHasCredentials
        )
    }
}
