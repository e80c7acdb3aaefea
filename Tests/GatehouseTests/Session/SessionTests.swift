import Foundation
import GatehouseTestSupport
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

struct SessionTests {
    @Test func fetchesUserAndUpdatesAccount() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn(scopes: [.profile, .email])
        let fresh = UserInfoResponse(subject: "person-1", claims: StandardClaims([.name: .string("Renamed")]))
        let (response, body) = app.server.ok(fresh)
        app.server.next(UserInfoEndpoint.path) { _ in (response, body) }
        let user = try await session.user()
        #expect((user.id, user.name, user.email) == ("person-1", "Renamed", nil))
        let call = try #require(app.server.calls(UserInfoEndpoint.path).first)
        #expect(call.fields[.authorization] == "Bearer access-2")
        #expect(try await app.gatehouse.accounts().map(\.name) == ["Renamed"])
    }

    @Test func findsSessionOfAccount() async throws {
        let app = try TestApp()
        let first = try await app.gatehouse.signIn()
        app.server.setSubject("person-2")
        let second = try await app.gatehouse.signIn(interaction: .addAccount)
        #expect(try await app.gatehouse.session()?.id == second.id)
        #expect(try await app.gatehouse.session(for: first.account.info)?.id == first.id)
        #expect(try await app.gatehouse.session(for: Account(id: "person-3"))?.id == nil)
    }

    @Test func refreshesRejectedTokenAndRetriesUserRequest() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.server.next(UserInfoEndpoint.path, OAuthError(.invalidToken, "revoked"))
        #expect(try await session.user().id == "person-1")
        let tokens = app.server.calls(UserInfoEndpoint.path).map { $0.fields[.authorization] }
        #expect(tokens == ["Bearer access-2", "Bearer access-3"])
    }

    @Test func rejectsUserInfoOfAnotherUser() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.server.setSubject("person-2")
        #expect(try await failure { try await session.user() }.code == .invalidResponse)
    }

    @Test func publishesCurrentStateThenEveryChangeToEachSubscriber() async throws {
        var app: TestApp? = try TestApp()
        let early = try #require(app?.gatehouse.states)
        let session = try await app?.gatehouse.signIn()
        let account = try #require(session?.account.info)
        let late = try #require(app?.gatehouse.states)
        try await app?.gatehouse.signOut()
        app = nil
        var received: [SessionState] = []
        for await state in early { received.append(state) }
        #expect(received == [.signedOut(.noSession), .signedIn(account), .signedOut(.requested)])
        received = []
        for await state in late { received.append(state) }
        #expect(received == [.signedIn(account), .signedOut(.requested)])
    }

    @Test func restoresSignedOutReasonInNextProcess() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let other = try app.relaunched()
        #expect(try await other.session() != nil)
        app.server.next(TokenEndpoint.path, OAuthError(.invalidGrant, "ended by an administrator"))
        app.clock.advance(by: 3700)
        #expect(try await failure { try await session.accessToken() }.code == .signedOut)
        let refused = SessionState.signedOut(.endedByServer(errorCode: "invalid_grant"))
        #expect(await app.gatehouse.states.first { _ in true } == refused)
        var relaunched = try app.relaunched()
        #expect(await relaunched.states.first { _ in true } == refused)
        #expect(try await other.session() == nil)
        #expect(await other.states.first { _ in true } == refused)

        try await app.gatehouse.signIn()
        #expect(try await app.stored?.lastEndReason == nil)
        #expect(try await other.session() != nil)
        try await app.gatehouse.signOut()
        relaunched = try app.relaunched()
        #expect(await relaunched.states.first { _ in true } == .signedOut(.requested))
        #expect(try await other.session() == nil)
        #expect(await other.states.first { _ in true } == .signedOut(.endedByAnotherProcess))
    }

    @Test func ignoresUnknownStoredSignedOutReason() {
        for reason in [
            SignedOutReason.requested, .endedByServer(errorCode: "invalid_grant"), .endedByServer(errorCode: ""),
            .interruptedRefresh,
        ] {
            #expect(reason.stored.flatMap(SignedOutReason.init) == reason)
        }
        #expect(SignedOutReason(stored: "moved to another device") == nil)
    }

    @Test func reportsUnknownUntilStoreIsUnlocked() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let locked = TokenStoreError(.locked, "before first unlock")
        app.store.fail(with: locked)
        let relaunched = try app.relaunched()
        var states = relaunched.states.makeAsyncIterator()
        #expect(await states.next() == .unknown(locked))
        app.store.fail(with: nil)
        // The store is read again in the background.
        try await waitUntil { app.clock.sleeperCount > 0 }
        app.clock.advance(by: 60)
        #expect(await states.next() == .signedIn(session.account.info))
    }

    @Test func handlesOnlyRedirectOfActiveRequest() async throws {
        let app = try TestApp()
        let shown = Promise<URL>()
        app.browser.next { request in
            shown.resolve(request.url(redirectURI: request.redirectURI))
            await waitUntilCancelled()
            return .dismissed
        }
        let signIn = Task { try await app.gatehouse.signIn() }
        let redirect = try app.server.approve(try #require(await shown.value))
        for foreign in [
            "com.example.app:/callback", "com.example.app:/callback?state=other&code=c", "com.example.app:/other",
            "https://example.com/callback",
        ] {
            let url = try #require(URL(string: foreign))
            #expect(app.gatehouse.handle(url) == false, "\(foreign)")
        }
        let elsewhere = redirect.absoluteString.replacing("com.example.app:/callback", with: "com.example.app:/other")
        let almost = try #require(URL(string: elsewhere))
        #expect(app.gatehouse.handle(almost) == false)
        #expect(app.gatehouse.handle(redirect))
        #expect(try await signIn.value.account.id == "person-1")
        #expect(app.gatehouse.handle(redirect) == false)
    }

    @Test func redactsTokensInDescriptions() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let token = try await session.accessToken()
        let texts = ["\(token)", String(reflecting: token), "\(try await app.stored as Any)"]
        #expect(texts.allSatisfy { !$0.contains("access-2") && !$0.contains("refresh-2") })
    }
}
