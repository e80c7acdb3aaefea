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

    @Test func rejectsRegistrationIfServerRequiresAnotherFactor() async throws {
        var limits = RateLimits()
        limits.accountsPerAddress.count = 1
        let policy = AuthenticationPolicy(secondFactor: .required)
        let app = try await KiiApp(on: try await CompleteServer.with(limits: limits, policy: policy), id: "kii")
        for _ in 0..<2 {
            // Nothing was counted, so nothing was hashed.
            let error = await accountError {
                try await app.registerAndSignIn(NewAccount(username: "ada", password: "correct horse battery"))
            }
            #expect(error == .additionalFactorRequired)
        }
        #expect(try await app.server.store.accounts(after: nil, limit: 9).isEmpty)
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
