import Foundation
import GatehouseJOSE
import GatehouseTestSupport
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

struct RefreshTests {
    @Test func refreshesOnceForThousandCallers() async throws {
        let (app, session) = try await expired()
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<1000 { group.addTask { try await session.accessToken().value } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tokens == ["access-3"])
        #expect(refreshes(app).map { $0.parameters[.refreshToken] } == ["refresh-2"])
        // Refreshed tokens apply before they are saved.
        await app.gatehouse.waitForPendingWork()
        #expect(try await app.stored?.sessions.first?.refreshToken == Secret("refresh-3"))
    }

    @Test func sharesRefreshedTokenBetweenClientsOfOneStore() async throws {
        let (app, session) = try await expired()
        let other = try #require(try await app.relaunched().session())
        #expect(try await other.accessToken().value == "access-3")
        #expect(try await session.accessToken().value == "access-3")
        #expect(refreshes(app).count == 1)
    }

    @Test(.timeLimit(.minutes(1))) func serializesRefreshesOfTwoProcesses() async throws {
        try await Directory.temporary { directory in
            let requestSent = Promise<Void>()
            let waiting = Promise<Void>()
            let app = try TestApp { $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext) }
            let transport = app.server
            try await app.gatehouse.signIn()
            app.clock.advance(by: 3600)
            let first = try app.relaunched {
                $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext)
                $0.transport = PausingTransport(server: transport) {
                    requestSent.resolve(())
                    _ = await waiting.value
                }
            }
            let second = try app.relaunched {
                $0.tokenStore = FileTokenStore(directory: directory, protection: .plaintext)
                $0.environment.sleep = { _ in
                    waiting.resolve(())
                    let store = FileTokenStore(directory: directory, protection: .plaintext)
                    try await waitUntil {
                        try await store.refreshLock?.tryAcquire(TestApp.key, recording: Self.entry) != nil
                    }
                }
            }
            let sessions = (try #require(try await first.session()), try #require(try await second.session()))
            async let one = sessions.0.accessToken().value
            _ = await requestSent.value
            async let other = sessions.1.accessToken().value
            #expect(try await [one, other] == ["access-3", "access-3"])
            #expect(refreshes(app).map { $0.parameters[.refreshToken] } == ["refresh-2"])
        }
    }

    @Test func timesOutWithoutRefreshLock() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .plaintext)
            let app = try TestApp { $0.tokenStore = store }
            let session = try await app.gatehouse.signIn()
            app.clock.advance(by: 3600)
            var lock = try await store.refreshLock?.tryAcquire(TestApp.key, recording: Self.entry)
            #expect(lock != nil)
            let error = try await failure { try await session.accessToken() }
            #expect((error.code, error.recovery) == (.refreshLockTimeout, .retry(after: nil)))
            #expect(refreshes(app).isEmpty)
            let slept = app.clock.slept.reduce(.zero, +)
            #expect(.seconds(45)..<(.seconds(46)) ~= slept)
            withExtendedLifetime(lock) {}
            lock = nil
            #expect(try await session.accessToken().value == "access-3")
        }
    }

    @Test func releasesLockWithHandle() async throws {
        try await Directory.temporary { directory in
            let store = FileTokenStore(directory: directory, protection: .plaintext)
            try await store.save(StoredSessions(generation: 1), for: TestApp.key, replacing: nil)
            let lock = try #require(store.refreshLock)
            for _ in 0..<2 { #expect(try await lock.tryAcquire(TestApp.key, recording: Self.entry) != nil) }
        }
    }

    @Test func replacesRejectedTokenOnce() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        let token = try await session.accessToken()
        let (first, second) = try await (session.accessToken(replacing: token), session.accessToken(replacing: token))
        #expect((first.value, second.value) == ("access-3", "access-3"))
        #expect(refreshes(app).count == 1)
    }

    @Test func returnsExpiringTokenWhenServerIsUnreachable() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.clock.advance(by: 3595)
        app.server.failNext(TokenEndpoint.path)
        #expect(try await session.accessToken().value == "access-2")
        #expect(refreshes(app).count == 1)
    }

    @Test func refreshesExpiringTokenInBackground() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.clock.advance(by: 3570)
        var events = app.gatehouse.events.makeAsyncIterator()
        #expect(try await session.accessToken().value == "access-2")
        #expect(await events.next() == SessionEvent(account: session.account.info, kind: .refreshed))
        #expect(try await session.accessToken().value == "access-3")
        #expect(refreshes(app).count == 1)
    }

    @Test func retriesFailedRefreshInBackground() async throws {
        let (app, session) = try await expired()
        app.server.failNext(TokenEndpoint.path)
        #expect(try await failure { try await session.accessToken() }.code == .network)
        var events = app.gatehouse.events.makeAsyncIterator()
        app.clock.advance(by: 2)
        #expect(await events.next() == SessionEvent(account: session.account.info, kind: .cameOnline))
        #expect(await events.next() == SessionEvent(account: session.account.info, kind: .refreshed))
        #expect(refreshes(app).count == 2)
    }

    @Test func backsOffAfterTwoFailuresUntilAppRetries() async throws {
        let (app, session) = try await expired()
        app.server.failNext(TokenEndpoint.path, times: 2)
        for _ in 0..<2 { #expect(try await failure { try await session.accessToken() }.code == .network) }
        let error = try await failure { try await session.accessToken() }
        guard error.code == .network, case .retry(after: let pause?) = error.recovery else {
            Issue.record("no retry time: \(error)")
            return
        }
        #expect(.milliseconds(1500)...(.milliseconds(2500)) ~= pause)
        #expect(refreshes(app).count == 2)
        var events = app.gatehouse.events.makeAsyncIterator()
        await app.gatehouse.retryPendingWork()
        #expect(await events.next()?.kind == .cameOnline)
        #expect(await events.next()?.kind == .refreshed)
        #expect(try await session.accessToken().value == "access-3")
    }

    @Test func appliesBackoffOnlyToNonInteractiveSignIn() async throws {
        let (app, _) = try await expired()
        app.server.failNext(TokenEndpoint.path, times: 20)
        for _ in 0..<10 { _ = try await failure { try await app.gatehouse.signIn(interaction: .never) } }
        #expect(refreshes(app).count == 2)
        #expect(try await failure { try await app.gatehouse.signIn() }.code == .network)
        #expect(refreshes(app).count == 3)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var status = 200
        var body = ""
        var fields: HTTPFields = [:]
        var isUnreachable = false
        var code: AuthError.Code = .serverUnavailable
        var recovery = AuthError.Recovery.retry(after: nil)
    }

    @Test(arguments: [
        Fault(testDescription: "unreachable", isUnreachable: true, code: .network),
        Fault(testDescription: "HTML 502", status: 502, body: "<html><h1>Bad Gateway</h1></html>"),
        Fault(testDescription: "empty 500", status: 500),
        Fault(testDescription: "HTML 200", status: 200, body: "<html>Sign in to the hotel’s network</html>"),
        Fault(testDescription: "HTML 403", status: 403, body: "<html>Blocked</html>"),
        Fault(testDescription: "truncated JSON", status: 200, body: #"{"access_token":"abc","token_ty"#),
        Fault(testDescription: "JSON without a token", status: 200, body: #"{"token_type":"Bearer"}"#),
        Fault(
            testDescription: "429 with Retry-After",
            status: 429,
            body: #"{"error":"temporarily_unavailable"}"#,
            fields: [.retryAfter: "17"],
            code: .rateLimited,
            recovery: .retry(after: .seconds(17))
        ),
        Fault(
            testDescription: "503 with Retry-After",
            status: 503,
            fields: [.retryAfter: "5"],
            recovery: .retry(after: .seconds(5))
        ),
        Fault(
            testDescription: "503 with a moment to retry at",
            status: 503,
            fields: [.date: "Fri, 15 Jan 2027 09:01:40 GMT", .retryAfter: "Fri, 15 Jan 2027 09:02:10 GMT"],
            recovery: .retry(after: .seconds(30))
        ),
        Fault(testDescription: "503 with a pause of no length", status: 503, fields: [.retryAfter: "soon"]),
    ])
    func keepsSessionAfterServerFault(fault: Fault) async throws {
        let (app, session) = try await expired()
        if fault.isUnreachable {
            app.server.failNext(TokenEndpoint.path)
        } else {
            app.server.next(TokenEndpoint.path, status: fault.status, body: fault.body, fields: fault.fields)
        }
        let error = try await failure { try await session.accessToken() }
        #expect((error.code, error.recovery) == (fault.code, fault.recovery))
        #expect(error.response?.httpStatus == (fault.isUnreachable ? nil : fault.status))
        #expect(error.requestID?.count == 32)
        #expect(await state(app) == .signedInOffline(session.account.info))
        if case .retry(after: let pause?) = fault.recovery {
            #expect(try await failure { try await session.accessToken() }.code == fault.code)
            #expect(refreshes(app).count == 1)
            app.clock.advance(by: pause.timeInterval)
        }
        #expect(try await session.accessToken().value == "access-3")
        #expect(await state(app) == .signedIn(session.account.info))
    }

    @Test func endsSessionAfterRejectedRefresh() async throws {
        let (app, session) = try await expired()
        app.server.next(TokenEndpoint.path, OAuthError(.invalidGrant, "ended"))
        let error = try await failure { try await session.accessToken() }
        #expect((error.code, error.response?.error, error.recovery) == (.signedOut, "invalid_grant", .signInAgain))
        #expect(await state(app) == .signedOut(.endedByServer(errorCode: "invalid_grant")))
        #expect(try await failure { try await session.user() }.code == .signedOut)
        // The end of a session applies before it is saved, and is saved before the next read.
        #expect(try await app.gatehouse.accounts() == [])
        #expect(try await app.stored?.sessions == [])
        #expect(try await app.stored?.pendingRevocations == [])
        #expect(refreshes(app).count == 1)
    }

    @Test func keepsSessionAfterInvalidClientError() async throws {
        let (app, session) = try await expired()
        app.server.next(TokenEndpoint.path, OAuthError(.invalidClient, "unknown"))
        let error = try await failure { try await session.accessToken() }
        #expect((error.code, error.recovery) == (.requestRejected, .fixConfiguration))
        #expect(try await session.accessToken().value == "access-3")
    }

    @Test func rejectsTokensOfAnotherUser() async throws {
        let (app, session) = try await expired()
        let server = app.server
        server.next(TokenEndpoint.path) { _ in server.ok(server.tokens(scope: nil, nonce: nil, subject: "person-9")) }
        #expect(try await failure { try await session.accessToken() }.code == .invalidResponse)
        #expect(try await app.stored?.sessions.first?.refreshToken == Secret("refresh-2"))
    }

    @Test func keepsSessionAfterInvalidIDToken() async throws {
        let (app, session) = try await expired()
        let before = try await session.idToken()
        let server = app.server
        server.next(TokenEndpoint.path) { _ in
            server.ok(server.tokens(scope: nil, nonce: nil) { $0.audience = ["other-app"] })
        }
        #expect(try await session.accessToken().value == "access-3")
        #expect(try await session.idToken() == before)
    }

    @Test func revokesTokensReceivedAfterSignOut() async throws {
        let (app, session) = try await expired()
        let server = app.server
        let requestSent = Promise<Bool>()
        let gate = Promise<Bool>()
        server.next(TokenEndpoint.path) { _ in
            requestSent.resolve(true)
            _ = await gate.value
            return server.ok(server.tokens(scope: nil, nonce: nil))
        }
        let late = Task { try await failure { try await session.accessToken() } }
        #expect(await requestSent.value == true)
        let result = try await app.gatehouse.signOut()
        #expect((result.device, result.server) == (.removed, .revoked))
        #expect(try await late.value.code == .signedOut)
        let next = try await app.gatehouse.signIn()
        gate.resolve(true)
        try await waitUntil {
            await app.gatehouse.manager.sendRevocations()
            return server.revoked.count >= 2
        }
        #expect(server.revoked == ["refresh-2", "refresh-5"])
        #expect(try await next.accessToken().value == "access-4")
        #expect(try await app.stored?.sessions.map(\.accessToken) == [Secret("access-4")])
    }

    @Test func stopsWaitingOnlyForCancelledCaller() async throws {
        let (app, session) = try await expired()
        let server = app.server
        let requestSent = Promise<Bool>()
        let gate = Promise<Bool>()
        server.next(TokenEndpoint.path) { _ in
            requestSent.resolve(true)
            _ = await gate.value
            return server.ok(server.tokens(scope: nil, nonce: nil))
        }
        let cancelled = Task { try await failure { try await session.accessToken() } }
        let waiting = Task { try await session.accessToken().value }
        #expect(await requestSent.value == true)
        cancelled.cancel()
        #expect(try await cancelled.value.code == .cancelled)
        gate.resolve(true)
        #expect(try await waiting.value == "access-3")
    }

    @Test func doesNotRefreshWhileStoreIsLocked() async throws {
        let (app, session) = try await expired()
        app.store.fail(with: TokenStoreError(.locked, "locked"))
        let error = try await failure { try await session.accessToken() }
        #expect((error.code, error.recovery) == (.storeLocked, .unlockDevice))
        #expect(refreshes(app).isEmpty)
        app.store.fail(with: nil)
        #expect(try await session.accessToken().value == "access-3")
    }

    private static let entry = RefreshJournalEntry(.sample("other"), startedAt: .at(0))

    /// Returns a session whose access token has just expired.
    private func expired() async throws -> (TestApp, Session) {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        app.clock.advance(by: 3700)
        return (app, session)
    }

    private func refreshes(_ app: TestApp) -> [FakeServer.Call] {
        app.server.calls(TokenEndpoint.path).filter { $0.parameters[.grantType] == GrantType.refreshToken.rawValue }
    }

    private func state(_ app: TestApp) async -> SessionState? {
        await app.gatehouse.states.first { _ in true }
    }
}
