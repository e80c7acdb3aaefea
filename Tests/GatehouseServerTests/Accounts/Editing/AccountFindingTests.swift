import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountFindingTests {
    @Test func userNamesArePublicAndAddressesAreNot() async throws {
        let app = try await KiiApp.alone()
        let ada = try await app.prove(.email, of: try await app.register("Ada", email: "ada@example.com"))
        let eve = try await app.register("eve")
        let email = SignInName(typed: "ada@example.com")
        #expect(try await app.accounts.find(SignInName(typed: "aDa"), for: eve, app.call).id == ada.id)
        #expect(await refused { try await app.accounts.find(email, for: eve, app.call) } == .notFound)
        #expect(await refused { try await app.accounts.find(email, for: nil, app.call) } == .notFound)
        #expect(try await app.accounts.find(email, for: ada, app.call).id == ada.id)
        let curious = try await KiiApp(on: app.server, id: "curious") { $0.kii?.revealsAccounts = true }
        #expect(try await curious.accounts.find(email, for: eve, curious.call).id == ada.id)
    }

    @Test func anAdministratorManagesTheAccountsOfTheirApp() async throws {
        let app = try await KiiApp.alone()
        let other = try await KiiApp(on: app.server, id: "other")
        let ada = try await app.register("ada")
        let name = SignInName(typed: "ada")
        #expect(try await app.accounts.manages(ada, app.call))
        #expect(try await !other.accounts.manages(ada, other.call))
        #expect(
            await refused { try await other.accounts.find(name, for: nil, isAdministrator: true, other.call) }
                == .notFound
        )
        _ = try await other.signIn("ada")
        #expect(try await other.accounts.manages(ada, other.call))
        #expect(
            try await other.accounts.find(name, for: nil, isAdministrator: true, other.call).id == ada.id
        )
    }
}
