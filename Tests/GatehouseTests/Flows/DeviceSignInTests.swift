import Foundation
import GatehouseWire
import HTTPTypes
import Synchronization
import Testing

@testable import Gatehouse

struct DeviceSignInTests {
    @Test func asksAtTheIntervalUntilThePersonHasDecided() async throws {
        let app = try app(expiresIn: 600, interval: 3)
        let pending = OAuthError(.authorizationPending, "wait")
        app.server.next(TokenEndpoint.path, times: 2, pending)
        app.server.next(TokenEndpoint.path, OAuthError(.slowDown, "slower"))
        app.server.nextFails(TokenEndpoint.path)
        app.server.next(TokenEndpoint.path, pending)
        let prompts = Mutex<[DeviceAuthorizationPrompt]>([])
        let session = try await app.gatehouse.signInWithDevice(scopes: [.profile]) { prompt in
            prompts.withLock { $0.append(prompt) }
        }
        #expect(session.account.id == "person-1")
        #expect(app.clock.slept == [3, 3, 3, 8, 16, 8].map { .seconds($0) })
        let shown = try #require(prompts.withLock { $0 }.first)
        #expect(shown.userCode == "ABCD-EFGH")
        #expect(shown.verificationURI.absoluteString == "https://id.example.com/device")
        #expect(shown.verificationURIComplete?.query() == "user_code=ABCD-EFGH")
        let asked = try #require(app.server.calls(DeviceAuthorizationEndpoint.path).first)
        #expect(asked.parameters[.scope] == "openid offline_access profile")
        #expect(asked.parameters[.clientID] == "example-app")
        #expect(try await app.gatehouse.session()?.account == session.account)
    }

    @Test(arguments: [OAuthErrorCode.expiredToken, .accessDenied])
    func theEndWithoutAnAnswerIsTold(code: OAuthErrorCode) async throws {
        let app = try app(expiresIn: 600, interval: 5)
        app.server.next(TokenEndpoint.path, OAuthError(code, "no"))
        let error = try await failure { try await app.gatehouse.signInWithDevice { _ in } }
        #expect(error.code == (code == .accessDenied ? .cancelled : .expired))
    }

    @Test func stopsAskingWhenTheCodeHasExpired() async throws {
        let app = try app(expiresIn: 12, interval: 5)
        app.server.next(TokenEndpoint.path, times: 9, OAuthError(.authorizationPending, "wait"))
        let error = try await failure { try await app.gatehouse.signInWithDevice { _ in } }
        #expect((error.code, error.recovery) == (.expired, .interact))
        #expect(app.server.calls(TokenEndpoint.path).count == 2)
        #expect(app.clock.slept == [5, 5, 2].map { .seconds($0) })
    }

    @Test(arguments: [-3600, 3600] as [TimeInterval])
    func aClockThatIsSetMeanwhileChangesNothing(wrong: TimeInterval) async throws {
        let app = try app(expiresIn: 12, interval: 5)
        app.server.next(TokenEndpoint.path, times: 9, OAuthError(.authorizationPending, "wait"))
        let error = try await failure {
            try await app.gatehouse.signInWithDevice { _ in app.clock.setDeviceWrong(by: wrong) }
        }
        #expect(error.code == .expired)
        #expect(app.server.calls(TokenEndpoint.path).count == 2)
    }

    @Test func cancellingTheTaskEndsTheWait() async throws {
        let app = try app(expiresIn: 600, interval: 5)
        let shown = OneShot<Bool>()
        let task = Task {
            try await failure {
                try await app.gatehouse.signInWithDevice { _ in
                    shown.resolve(true)
                    await untilCancelled()
                }
            }
        }
        #expect(await shown.value == true)
        task.cancel()
        #expect(try await task.value.code == .cancelled)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func aNetworkThatWasAwayMakesNoSlowerForGood() async throws {
        let app = try app(expiresIn: 1800, interval: 5)
        app.server.nextFails(TokenEndpoint.path, times: 5)
        app.server.next(TokenEndpoint.path, 429, "", [.retryAfter: "100"])
        app.server.next(TokenEndpoint.path, OAuthError(.authorizationPending, "wait"))
        try await app.gatehouse.signInWithDevice { _ in }
        #expect(app.clock.slept == [5, 10, 20, 40, 60, 60, 100, 5].map { .seconds($0) })
    }

    @Test func aNetworkThatWasAwayLeavesALastQuestionBeforeTheCodeExpires() async throws {
        let app = try app(expiresIn: 60, interval: 5)
        app.server.nextFails(TokenEndpoint.path, times: 3)
        #expect(try await app.gatehouse.signInWithDevice { _ in }.account.id == "person-1")
        #expect(app.clock.slept == [5, 10, 20, 24].map { .seconds($0) })
    }

    @Test func whoeverSignsInMeanwhileStays() async throws {
        let app = try app(expiresIn: 600, interval: 5)
        try await app.gatehouse.signIn()
        app.server.next(TokenEndpoint.path) { [gatehouse = app.gatehouse, server = app.server] _ in
            server.become("person-2")
            await #expect(throws: Never.self) { try await gatehouse.adopt(accessToken: "other") }
            server.become("person-3")
            let wait = OAuthError(.authorizationPending, "wait")
            return (HTTPResponse(status: wait.status, headerFields: wait.fields), wait.body())
        }
        let error = try await failure { try await app.gatehouse.signInWithDevice { _ in } }
        #expect(error.code == .cancelled)
        #expect(try await app.gatehouse.session()?.account.id == "person-2")
        await app.gatehouse.keeper.deliver()
        #expect(app.server.revoked.count == 1)
        #expect(try await app.gatehouse.accounts().map(\.id) == ["person-1", "person-2"])
    }

    @Test func tokensThatCannotBeKeptAreGivenBack() async throws {
        let app = try app(expiresIn: 600, interval: 5)
        app.server.next(TokenEndpoint.path) { [server = app.server, store = app.store] _ in
            store.fail(with: TokenStoreError(.locked, "locked"))
            return server.ok(server.tokens(scope: [.openid], nonce: nil))
        }
        let error = try await failure { try await app.gatehouse.signInWithDevice { _ in } }
        #expect(error.code == .storeLocked)
        #expect(error.message.hasPrefix("The server accepted the sign-in, but it could not be kept."))
        app.store.fail(with: nil)
        await app.gatehouse.keeper.deliver()
        #expect(app.server.revoked.count == 1)
    }

    @Test func aPromptThatSignsInInAnotherWayKeepsNobodyWaiting() async throws {
        let app = try app(expiresIn: 600, interval: 5)
        let prompted = OneShot<AuthError>()
        let error = try await failure {
            try await app.gatehouse.signInWithDevice { [gatehouse = app.gatehouse] _ in
                prompted.resolve(try? await failure { try await gatehouse.signIn() })
            }
        }
        // The prompt ends with the sign-in that it is of, whatever it does.
        #expect((error.code, await prompted.value?.code) == (.cancelled, .cancelled))
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
        #expect(try await app.gatehouse.signIn().account.id == "person-1")
    }

    private func app(expiresIn: Int, interval: Int) throws -> TestApp {
        let app = try TestApp()
        let answer = DeviceAuthorizationResponse(
            deviceCode: Secret("device-code"),
            userCode: "ABCD-EFGH",
            verificationURI: try #require(URL(string: "https://id.example.com/device")),
            verificationURIComplete: URL(string: "https://id.example.com/device?user_code=ABCD-EFGH"),
            expiresIn: expiresIn,
            interval: interval
        )
        let (response, body) = app.server.ok(answer)
        app.server.next(DeviceAuthorizationEndpoint.path) { _ in (response, body) }
        return app
    }
}
