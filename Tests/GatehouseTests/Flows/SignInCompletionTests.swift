import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// Redirects that reach another process than the one that started the sign-in.
struct SignInCompletionTests {
    @Test func completesSignInFromRedirectAfterRelaunch() async throws {
        let (app, redirect) = try await abandonedSignIn()
        let relaunched = try app.relaunched()
        var states = relaunched.states.makeAsyncIterator()
        #expect(await states.next() == .signedOut(.noSession))
        #expect(relaunched.handle(redirect))
        guard case .signedIn(let account)? = await states.next() else {
            Issue.record("not signed in")
            return
        }
        #expect(account.id == "person-1")
        #expect(try await app.stored?.pendingSignIn == nil)
        #expect(relaunched.handle(redirect) == false)
        #expect(try await relaunched.completeSignIn(from: redirect) == nil)
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
    }

    @Test func ignoresRedirectAfterPendingSignInExpires() async throws {
        let (app, redirect) = try await abandonedSignIn()
        app.clock.advance(by: PendingAuthorization.lifetime)
        let relaunched = try app.relaunched()
        #expect(relaunched.handle(redirect) == false)
        #expect(try await relaunched.completeSignIn(from: redirect) == nil)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func ignoresRedirectOfAnotherRequest() async throws {
        let (app, redirect) = try await abandonedSignIn()
        let relaunched = try app.relaunched()
        let state = try #require(try await app.stored?.pendingSignIn?.state.reveal())
        for text in [
            redirect.absoluteString.replacing(state, with: "other"),
            redirect.absoluteString.replacing("com.example.app:/callback", with: "com.example.app:/other"),
        ] {
            let url = try #require(URL(string: text))
            #expect(relaunched.handle(url) == false)
            #expect(try await relaunched.completeSignIn(from: url) == nil)
        }
        #expect(try await app.stored?.pendingSignIn != nil)
    }

    @Test func redeemsCodeInOneOfManyProcesses() async throws {
        let (app, redirect) = try await abandonedSignIn()
        let clients = try (0..<8).map { _ in try app.relaunched() }
        let sessions = try await withThrowingTaskGroup(of: Session?.self) { group in
            for client in clients { group.addTask { try await client.completeSignIn(from: redirect) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sessions.compactMap(\.self).count == 1)
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
    }

    @Test func keepsPendingSignInAfterTransientFailure() async throws {
        let (app, redirect) = try await abandonedSignIn()
        let relaunched = try app.relaunched()
        app.server.failNext(TokenEndpoint.path)
        #expect(try await failure { try await relaunched.completeSignIn(from: redirect) }.code == .network)
        #expect(try await relaunched.completeSignIn(from: redirect)?.account.id == "person-1")
    }

    @Test func removesPendingSignInWhenPageIsClosed() async throws {
        let app = try TestApp()
        app.browser.next { _ in .dismissed }
        #expect(try await failure { try await app.gatehouse.signIn() }.code == .cancelled)
        #expect(try await app.stored?.pendingSignIn == nil)
    }

    @Test func keepsPendingSignInOfAnotherProcess() async throws {
        let app = try TestApp()
        let (firstIsShown, firstIsClosed, secondIsShown) = (Promise<Void>(), Promise<Void>(), Promise<Void>())
        app.browser.next { _ in
            firstIsShown.resolve(())
            _ = await firstIsClosed.value
            return .dismissed
        }
        app.browser.next { _ in
            secondIsShown.resolve(())
            await waitUntilCancelled()
            return .dismissed
        }
        let first = Task { try await failure { try await app.gatehouse.signIn() } }
        _ = await firstIsShown.value
        let other = try app.relaunched()
        let second = Task { try await failure { try await other.signIn() } }
        _ = await secondIsShown.value
        let pending = try #require(try await app.stored?.pendingSignIn)
        // Lets the first process read the pending sign-in before its own page closes.
        _ = try await app.gatehouse.session()
        firstIsClosed.resolve(())
        #expect(try await first.value.code == .cancelled)
        #expect(try await app.stored?.pendingSignIn == pending)
        second.cancel()
        #expect(try await second.value.code == .cancelled)
        #expect(try await app.stored?.pendingSignIn == nil)
    }

    @Test func doesNotStartSignInWhenStoreIsNotWritable() async throws {
        let app = try TestApp()
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        #expect(try await failure { try await app.gatehouse.signIn() }.code == .storeUnavailable)
        #expect(app.browser.pages.isEmpty)
    }

    /// Returns an app whose process ended while the page was open, and the redirect of that page.
    private func abandonedSignIn() async throws -> (app: TestApp, redirect: URL) {
        let app = try TestApp()
        return (app, try await app.abandonOpenSignIn())
    }
}
