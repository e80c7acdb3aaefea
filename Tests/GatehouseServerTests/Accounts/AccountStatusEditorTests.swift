import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct AccountStatusEditorTests {
    @Test func endsSessionsOfDisabledAccountAndEnablesAgain() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada")
        let token = try await app.signIn("ada").response.accessToken
        try await app.accounts.status.setDisabled(true, of: account, app.request)
        #expect(try await app.check(token) == nil)
        #expect(await #expect(throws: OAuthError.self) { try await app.signIn("ada") }?.code == .invalidGrant)
        let disabled = try #require(try await app.stored(account))
        try await app.accounts.status.setDisabled(true, of: disabled, app.request)
        #expect(try await app.stored(account) == disabled)
        try await app.accounts.status.setDisabled(false, of: disabled, app.request)
        #expect(try await app.signIn("ada").user == account.id)
        #expect(try await app.check(token) == nil)
    }

    @Test func deletesAccountWithTokensAndFreesIdentifiers() async throws {
        let app = try await KiiApp.standalone()
        let account = try await app.register("ada", email: "ada@example.com")
        let token = try await app.signIn("ada").response.accessToken
        let code = try await app.server.code(to: "ada@example.com")
        try await app.accounts.status.delete(account, app.request)
        #expect(try await app.check(token) == nil)
        #expect(await accountError { try await app.accounts.status.delete(account, app.request) } == .notFound)
        #expect(
            await accountError { try await app.accounts.addresses.verify(.email, of: account, code: code, app.request) }
                == .codeExpired
        )
        #expect(
            await accountError { try await app.accounts.updater.update(account, with: AccountUpdate(), app.request) }
                == .notFound
        )
        #expect(try await app.register("ada").id != account.id)
        #expect(try await app.server.auditKinds().filter { $0 == .accountDeleted }.count == 1)
    }
}
