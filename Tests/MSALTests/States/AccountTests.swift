import Foundation
import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import MSAL
import Testing

/// Accounts and their tokens on a Gatehouse server.
@Suite(.timeLimit(.minutes(3))) struct AccountTests {
    private func token(
        _ account: MSALNativeAuthUserAccountResult,
        _ change: @escaping @Sendable (MSALNativeAuthGetAccessTokenParameters) -> Void = { _ in }
    ) async -> DelegateCall {
        await DelegateCall.from {
            let parameters = MSALNativeAuthGetAccessTokenParameters()
            change(parameters)
            account.getAccessToken(parameters: parameters, delegate: $0)
        }
    }

    @Test func exposesAccountProperties() async throws {
        let world = try await GatehouseWorld()
        let result = try await world.signUpAndIn()
        let account = result.account
        #expect(account.username == GatehouseWorld.email)
        #expect(account.environment == "login.example.com")
        let claims = try #require(account.accountClaims)
        #expect(claims["preferred_username"] as? String == GatehouseWorld.email)
        #expect(claims["ver"] as? String == "2.0")
        let (oid, tid) = (claims["oid"] as? String ?? "", claims["tid"] as? String ?? "")
        #expect(!oid.isEmpty && UUID(uuidString: tid) != nil)
        #expect(account.identifier == "\(oid).\(tid)")
        #expect(account.homeAccountId?.objectId == oid)
        #expect(account.homeAccountId?.tenantId == tid)
        #expect(account.tenantProfiles?.map(\.tenantId) == [tid])
        #expect(account.tenantProfiles?.first?.claims?["oid"] as? String == oid)
        #expect(!account.isSSOAccount)
        #expect(result.idToken?.split(separator: ".").count == 3)
    }

    @Test func findsAccountAfterRelaunchOffline() async throws {
        let world = try await GatehouseWorld()
        #expect(world.app.getNativeAuthUserAccount() == nil)
        let result = try await world.signUpAndIn()
        world.transport.setReachable(false)
        let found = try #require(try world.relaunchedApp().getNativeAuthUserAccount())
        #expect(found.account == result.account)
        #expect(found.account.hash == result.account.hash)
        #expect(found.idToken == result.idToken)
        #expect(await token(found).tokens?.accessToken.isEmpty == false)
    }

    @Test func reusesTokenUntilForceRefresh() async throws {
        let world = try await GatehouseWorld()
        let account = try await world.signUpAndIn()
        let first = try #require(await token(account).tokens)
        #expect(first.refreshToken == nil)
        #expect(first.scopes.contains("openid"))
        #expect(try #require(first.expiresOn) > world.server.clock.now)
        #expect(await token(account).tokens?.accessToken == first.accessToken)
        let second = try #require(await token(account) { $0.forceRefresh = true }.tokens)
        #expect(second.accessToken != first.accessToken)
    }

    @Test func returnsRefreshTokenOnRequest() async throws {
        let world = try await GatehouseWorld()
        let account = try await world.signUpAndIn()
        #expect(await token(account) { $0.returnRefreshToken = true }.tokens?.refreshToken?.isEmpty == false)
    }

    @Test func cachesTokensPerScopes() async throws {
        let world = try await GatehouseWorld()
        let account = try await world.signUpAndIn()
        let first = try #require(await token(account).tokens)
        let orders = try #require(await token(account) { $0.scopes = ["orders.read"] }.tokens)
        #expect(orders.scopes.contains("orders.read"))
        #expect(!first.scopes.contains("orders.read"))
        #expect(await token(account) { $0.scopes = ["orders.read"] }.tokens?.accessToken == orders.accessToken)
    }

    @Test func reportsUnauthorizedScopeAsInvalid() async throws {
        let world = try await GatehouseWorld()
        let account = try await world.signUpAndIn()
        let received = await token(account) { $0.scopes = ["orders.write"] }
        #expect(received.method == "onAccessTokenRetrieveError")
        #expect(received.flags == ["isInvalidScope"])
        #expect(await token(account).tokens != nil)
    }

    @Test func reportsEndedSessionAsExpired() async throws {
        let world = try await GatehouseWorld()
        let account = try await world.signUpAndIn()
        let id = try #require(try await world.account()).id
        let now = world.server.clock.now
        try await world.server.store.commit([.session(.endAll(account: id, reason: .administrator, at: now))])
        let received = await token(account) { $0.forceRefresh = true }
        #expect(received.flags == ["isRefreshTokenExpired"])
    }

    @Test func removesSessionAtOnceAndRevokesItLater() async throws {
        let world = try await GatehouseWorld()
        let account = try await world.signUpAndIn()
        #expect(try await world.activeSessionCount() == 1)
        account.signOut()
        #expect(world.app.getNativeAuthUserAccount() == nil)
        #expect(try world.relaunchedApp().getNativeAuthUserAccount() == nil)
        #expect(await token(account).flags == ["isRefreshTokenExpired"])
        for _ in 0..<10_000 where try await world.activeSessionCount() != 0 { await Task.yield() }
        #expect(try await world.activeSessionCount() == 0)
    }

    @Test func replacesAccountAtNextSignIn() async throws {
        let world = try await GatehouseWorld()
        let ada = try await world.signUpAndIn()
        let bob = try await world.signUpAndIn("bob@example.com")
        #expect(bob.account.username == "bob@example.com")
        #expect(bob.account != ada.account)
        #expect(try world.app.allAccounts() == [bob.account])
        #expect(world.app.getNativeAuthUserAccount()?.account == bob.account)
        #expect(await token(ada).flags == ["isRefreshTokenExpired"])
        #expect(await token(bob).tokens != nil)
    }
}
