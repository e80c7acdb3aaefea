import Foundation
import GatehouseConcurrency
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

struct DeviceCodeFlowTests {
    @Test func pollsAtIntervalUntilUserDecides() async throws {
        let app = try app(expiresIn: 600, interval: 3)
        let pending = OAuthError(.authorizationPending, "wait")
        app.server.next(TokenEndpoint.path, times: 2, pending)
        app.server.next(TokenEndpoint.path, OAuthError(.slowDown, "slower"))
        app.server.failNext(TokenEndpoint.path)
        app.server.next(TokenEndpoint.path, pending)
        let prompts = Mutex<[DeviceAuthorizationPrompt]>([])
        let session = try await app.gatehouse.signInWithDeviceCode(scopes: [.profile]) { prompt in
            prompts.withLock { $0.append(prompt) }
        }
        #expect(session.account.id == "person-1")
        #expect(app.clock.slept == [3, 3, 3, 8, 16, 8].map { .seconds($0) })
        let shown = try #require(prompts.withLock { $0 }.first)
        #expect(shown.userCode == "ABCD-EFGH")
        #expect(shown.verificationURI.absoluteString == "https://id.example.com/device")
        #expect(shown.verificationURIComplete?.query() == "user_code=ABCD-EFGH")
        let sentRequest = try #require(app.server.calls(DeviceAuthorizationEndpoint.path).first)
        #expect(sentRequest.parameters[.scope] == "openid offline_access profile")
        #expect(sentRequest.parameters[.clientID] == "example-app")
        #expect(try await app.gatehouse.session()?.account.info == session.account.info)
    }

    @Test(arguments: [OAuthErrorCode.expiredToken, .accessDenied])
    func reportsDenialAndExpiration(code: OAuthErrorCode) async throws {
        let app = try app(expiresIn: 600, interval: 5)
        app.server.next(TokenEndpoint.path, OAuthError(code, "no"))
        let error = try await failure { try await app.gatehouse.signInWithDeviceCode { _ in } }
        #expect(error.code == (code == .accessDenied ? .cancelled : .flowExpired))
    }

    @Test func stopsPollingWhenCodeExpires() async throws {
        let app = try app(expiresIn: 12, interval: 5)
        app.server.next(TokenEndpoint.path, times: 9, OAuthError(.authorizationPending, "wait"))
        let error = try await failure { try await app.gatehouse.signInWithDeviceCode { _ in } }
        #expect((error.code, error.recovery) == (.flowExpired, .signInAgain))
        #expect(app.server.calls(TokenEndpoint.path).count == 2)
        #expect(app.clock.slept == [5, 5, 2].map { .seconds($0) })
    }

    @Test(arguments: [-3600, 3600] as [TimeInterval])
    func toleratesClockChangeWhilePolling(skew: TimeInterval) async throws {
        let app = try app(expiresIn: 12, interval: 5)
        app.server.next(TokenEndpoint.path, times: 9, OAuthError(.authorizationPending, "wait"))
        let error = try await failure {
            try await app.gatehouse.signInWithDeviceCode { _ in app.clock.skewDeviceClock(by: skew) }
        }
        #expect(error.code == .flowExpired)
        #expect(app.server.calls(TokenEndpoint.path).count == 2)
    }

    @Test func stopsPollingWhenTaskIsCancelled() async throws {
        let app = try app(expiresIn: 600, interval: 5)
        let shown = Promise<Bool>()
        let task = Task {
            try await failure {
                try await app.gatehouse.signInWithDeviceCode { _ in
                    shown.resolve(true)
                    await waitUntilCancelled()
                }
            }
        }
        #expect(await shown.value == true)
        task.cancel()
        #expect(try await task.value.code == .cancelled)
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
    }

    @Test func restoresPollingIntervalAfterNetworkFailure() async throws {
        let app = try app(expiresIn: 1800, interval: 5)
        app.server.failNext(TokenEndpoint.path, times: 5)
        app.server.next(TokenEndpoint.path, status: 429, body: "", fields: [.retryAfter: "100"])
        app.server.next(TokenEndpoint.path, OAuthError(.authorizationPending, "wait"))
        try await app.gatehouse.signInWithDeviceCode { _ in }
        #expect(app.clock.slept == [5, 10, 20, 40, 60, 60, 100, 5].map { .seconds($0) })
    }

    @Test func pollsOnceMoreBeforeExpirationAfterNetworkFailure() async throws {
        let app = try app(expiresIn: 60, interval: 5)
        app.server.failNext(TokenEndpoint.path, times: 3)
        #expect(try await app.gatehouse.signInWithDeviceCode { _ in }.account.id == "person-1")
        #expect(app.clock.slept == [5, 10, 20, 24].map { .seconds($0) })
    }

    @Test func keepsSessionOfUserWhoSignsInWhilePolling() async throws {
        let app = try app(expiresIn: 600, interval: 5)
        try await app.gatehouse.signIn()
        app.server.next(TokenEndpoint.path) { [gatehouse = app.gatehouse, server = app.server] _ in
            server.setSubject("person-2")
            await #expect(throws: Never.self) { try await gatehouse.importSession(accessToken: "other") }
            server.setSubject("person-3")
            let wait = OAuthError(.authorizationPending, "wait")
            return (HTTPResponse(status: wait.status, headerFields: wait.fields), wait.body())
        }
        let error = try await failure { try await app.gatehouse.signInWithDeviceCode { _ in } }
        #expect(error.code == .cancelled)
        #expect(try await app.gatehouse.session()?.account.id == "person-2")
        await app.gatehouse.manager.sendRevocations()
        #expect(app.server.revoked.count == 1)
        #expect(try await app.gatehouse.accounts().map(\.id) == ["person-1", "person-2"])
    }

    @Test func revokesTokensThatCannotBeSaved() async throws {
        let app = try app(expiresIn: 600, interval: 5)
        app.server.next(TokenEndpoint.path) { [server = app.server, store = app.store] _ in
            store.fail(with: TokenStoreError(.locked, "locked"))
            return server.ok(server.tokens(scope: [.openid], nonce: nil))
        }
        let error = try await failure { try await app.gatehouse.signInWithDeviceCode { _ in } }
        #expect(error.code == .storeLocked)
        #expect(error.message.hasPrefix("The server accepted the sign-in, but it could not be stored."))
        app.store.fail(with: nil)
        await app.gatehouse.manager.sendRevocations()
        #expect(app.server.revoked.count == 1)
    }

    @Test func cancelsSignInStartedFromPrompt() async throws {
        let app = try app(expiresIn: 600, interval: 5)
        let prompted = Promise<AuthError>()
        let error = try await failure {
            try await app.gatehouse.signInWithDeviceCode { [gatehouse = app.gatehouse] _ in
                prompted.resolve(try? await failure { try await gatehouse.signIn() })
            }
        }
        // The prompt's task is cancelled with the sign-in that started it.
        #expect((error.code, await prompted.value?.code) == (.cancelled, .cancelled))
        #expect(app.server.calls(TokenEndpoint.path).isEmpty)
        #expect(try await app.gatehouse.signIn().account.id == "person-1")
    }

    private func app(expiresIn: Int, interval: Int) throws -> TestApp {
        let app = try TestApp()
        let authorization = DeviceAuthorizationResponse(
            deviceCode: Secret("device-code"),
            userCode: "ABCD-EFGH",
            verificationURI: try #require(URL(string: "https://id.example.com/device")),
            verificationURIComplete: URL(string: "https://id.example.com/device?user_code=ABCD-EFGH"),
            expiresIn: expiresIn,
            interval: interval
        )
        let (response, body) = app.server.ok(authorization)
        app.server.next(DeviceAuthorizationEndpoint.path) { _ in (response, body) }
        return app
    }
}
