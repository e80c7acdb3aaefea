import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct SignedInRegistrationTests {
    @Test func registersAndSignsInWithOneCommit() async throws {
        let app = try await KiiApp.standalone()
        let (account, tokens) = try await app.registerAndSignIn(
            NewAccount(email: "ada@example.com", password: "correct horse battery")
        )
        #expect(try await app.accountID(of: tokens.response.accessToken) == account.id)
        #expect(tokens.user == account.id)
        #expect(tokens.response.expiresIn == 90 * 24 * 60 * 60)
        #expect(tokens.response.refreshToken == nil)
        #expect(try await app.server.auditKinds() == [.accountCreated, .sessionStarted, .codeSent])
        let error = await accountError {
            try await app.registerAndSignIn(NewAccount(), expiresAt: app.server.clock.now)
        }
        #expect(error == .expirationRejected)
        #expect(try await app.server.store.accounts(after: nil, limit: 9).map(\.id) == [account.id])
    }

    @Test func givesPseudoUserAccessTokenOnly() async throws {
        let app = try await KiiApp.standalone {
            $0.grantTypes = [.password, .refreshToken]
            $0.scopes.insert(.offlineAccess)
        }
        let (account, tokens) = try await app.registerAndSignIn(
            NewAccount(attributes: ["name": "Somebody"])
        )
        #expect(account.hasNoCredentials)
        #expect(tokens.response.refreshToken == nil)
        #expect(tokens.response.scope?.contains(.offlineAccess) == false)
        #expect(try await app.accountID(of: tokens.response.accessToken) == account.id)
        let member = try await app.registerAndSignIn(
            NewAccount(username: "ada", password: "correct horse battery")
        )
        #expect(member.tokens.response.refreshToken != nil)
    }
}
