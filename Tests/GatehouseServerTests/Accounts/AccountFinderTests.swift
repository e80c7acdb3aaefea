import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountFinderTests {
    @Test func findsByUsernameButHidesAddresses() async throws {
        let app = try await KiiApp.standalone()
        let ada = try await app.verifyAddress(.email, of: try await app.register("Ada", email: "ada@example.com"))
        let eve = try await app.register("eve")
        let email = LoginIdentifier(typed: "ada@example.com")
        #expect(try await app.accounts.finder.find(LoginIdentifier(typed: "aDa"), for: eve, app.request).id == ada.id)
        #expect(await accountError { try await app.accounts.finder.find(email, for: eve, app.request) } == .notFound)
        #expect(await accountError { try await app.accounts.finder.find(email, for: nil, app.request) } == .notFound)
        #expect(try await app.accounts.finder.find(email, for: ada, app.request).id == ada.id)
        let disclosing = try await KiiApp(on: app.server, id: "curious") { $0.passwordApp?.disclosesAccounts = true }
        #expect(try await disclosing.accounts.finder.find(email, for: eve, disclosing.request).id == ada.id)
    }

    @Test func limitsAdministratorToAccountsOfItsApp() async throws {
        let app = try await KiiApp.standalone()
        let other = try await KiiApp(on: app.server, id: "other")
        let ada = try await app.register("ada")
        let name = LoginIdentifier(typed: "ada")
        #expect(try await app.accounts.finder.canView(ada, app.request))
        #expect(try await !other.accounts.finder.canView(ada, other.request))
        #expect(
            await accountError {
                try await other.accounts.finder.find(name, for: nil, isAdministrator: true, other.request)
            }
                == .notFound
        )
        _ = try await other.signIn("ada")
        #expect(try await other.accounts.finder.canView(ada, other.request))
        #expect(
            try await other.accounts.finder.find(name, for: nil, isAdministrator: true, other.request).id == ada.id
        )
    }
}
