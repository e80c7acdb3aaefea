import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// The redirect of a sign-in comes to another process than the one that began it.
struct ResumeTests {
    @Test func aRedirectAfterARelaunchCompletesTheSignIn() async throws {
        let (app, redirect) = try await leftOpen()
        let relaunched = try app.relaunched()
        var states = relaunched.states.makeAsyncIterator()
        #expect(await states.next() == .signedOut(.notSignedIn))
        #expect(relaunched.handle(redirect))
        guard case .signedIn(let account)? = await states.next() else {
            Issue.record("nobody is signed in")
            return
        }
        #expect(account.id == "person-1")
        #expect(try await app.stored?.pendingSignIn == nil)
        #expect(relaunched.handle(redirect) == false)
        #expect(try await relaunched.resume(redirect) == nil)
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
    }

    @Test func whatIsStoredHoldsUntilTheDeadlineAndNoLonger() async throws {
        let (app, redirect) = try await leftOpen()
        app.clock.advance(by: PendingSignIn.lifetime)
        let relaunched = try app.relaunched()
        #expect(relaunched.handle(redirect) == false)
        #expect(try await relaunched.resume(redirect) == nil)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func aRedirectOfAnotherPageIsNotTaken() async throws {
        let (app, redirect) = try await leftOpen()
        let relaunched = try app.relaunched()
        let state = try #require(try await app.stored?.pendingSignIn?.state.reveal())
        for text in [
            redirect.absoluteString.replacing(state, with: "other"),
            redirect.absoluteString.replacing("com.example.app:/callback", with: "com.example.app:/other"),
        ] {
            let url = try #require(URL(string: text))
            #expect(relaunched.handle(url) == false)
            #expect(try await relaunched.resume(url) == nil)
        }
        #expect(try await app.stored?.pendingSignIn != nil)
    }

    @Test func ofManyProcessesOneRedeemsTheCode() async throws {
        let (app, redirect) = try await leftOpen()
        let clients = try (0..<8).map { _ in try app.relaunched() }
        let sessions = try await withThrowingTaskGroup(of: Session?.self) { group in
            for client in clients { group.addTask { try await client.resume(redirect) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sessions.compactMap(\.self).count == 1)
        #expect(app.server.calls(TokenEndpoint.path).count == 1)
    }

    @Test func aFailureThatMayPassLeavesTheSignInToBeTriedAgain() async throws {
        let (app, redirect) = try await leftOpen()
        let relaunched = try app.relaunched()
        app.server.nextFails(TokenEndpoint.path)
        #expect(try await failure { try await relaunched.resume(redirect) }.code == .network)
        #expect(try await relaunched.resume(redirect)?.account.id == "person-1")
    }

    @Test func aPersonWhoClosesThePageIsNotWaitedForAnyMore() async throws {
        let app = try TestApp()
        app.browser.next { _ in .closed }
        #expect(try await failure { try await app.gatehouse.signIn() }.code == .cancelled)
        #expect(try await app.stored?.pendingSignIn == nil)
    }

    @Test func thePageOfAnotherProcessIsLeftAlone() async throws {
        let app = try TestApp()
        let (firstIsShown, firstIsClosed, secondIsShown) = (OneShot<Void>(), OneShot<Void>(), OneShot<Void>())
        app.browser.next { _ in
            firstIsShown.resolve(())
            _ = await firstIsClosed.value
            return .closed
        }
        app.browser.next { _ in
            secondIsShown.resolve(())
            await untilCancelled()
            return .closed
        }
        let first = Task { try await failure { try await app.gatehouse.signIn() } }
        _ = await firstIsShown.value
        let other = try app.relaunched()
        let second = Task { try await failure { try await other.signIn() } }
        _ = await secondIsShown.value
        let pending = try #require(try await app.stored?.pendingSignIn)
        // The first process has seen it when its own page closes.
        _ = try await app.gatehouse.session()
        firstIsClosed.resolve(())
        #expect(try await first.value.code == .cancelled)
        #expect(try await app.stored?.pendingSignIn == pending)
        second.cancel()
        #expect(try await second.value.code == .cancelled)
        #expect(try await app.stored?.pendingSignIn == nil)
    }

    @Test func aSignInThatCouldNotBeKeptIsNotBegun() async throws {
        let app = try TestApp()
        app.store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        #expect(try await failure { try await app.gatehouse.signIn() }.code == .storeUnavailable)
        #expect(app.browser.pages.isEmpty)
    }

    /// An app whose process has ended while the page was open, and the redirect that the page leads to.
    private func leftOpen() async throws -> (app: TestApp, redirect: URL) {
        let app = try TestApp()
        return (app, try await app.leaveSignInOpen())
    }
}
