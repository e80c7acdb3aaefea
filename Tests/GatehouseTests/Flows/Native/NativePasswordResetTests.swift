import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

struct NativePasswordResetTests {
    private let app = NativeTestApp()
    private var api: StubNativeAuthServer { app.api }

    @Test func signsInAfterCodeAndNewPassword() async throws {
        let code = try await app.gatehouse.resetPassword(email: NativeTestApp.email)
        #expect(code.delivery.codeLength == 8)
        let password = try await code.submit("12345678")
        let completed = try await password.submit("correct horse")
        let session = try #require(try await completed.signIn(scopes: [.email]).session)
        #expect(session.account.email == "ada@example.com")
        #expect(
            api.requests.map(\.endpoint) == [
                .resetStart, .resetChallenge, .resetContinue, .resetSubmit, .resetPoll, .signInToken,
            ]
        )
        #expect(
            api.requests.map { $0.parameters["continuation_token"] } == [
                nil, "token-1", "token-2", "token-3", "token-4", "token-5",
            ]
        )
        #expect(app.calls(.resetContinue).first?.parameters["grant_type"] == "oob")
        #expect(app.calls(.resetContinue).first?.parameters["oob"] == "12345678")
        #expect(app.calls(.resetSubmit).first?.parameters["new_password"] == "correct horse")
        #expect(app.calls(.signInToken).first?.parameters["grant_type"] == "continuation_token")
    }

    @Test func keepsStepsUsableAfterRejectedInput() async throws {
        let code = try await app.gatehouse.resetPassword(email: NativeTestApp.email)
        api.queue(.invalidCode, at: .resetContinue)
        #expect(try await failure { try await code.submit("00000000") }.code == .wrongCode)
        let password = try await code.submit("12345678")
        api.queue(.passwordTooWeak, at: .resetSubmit)
        #expect(try await failure { try await password.submit("12345678") }.code == .passwordRejected)
        _ = try await password.submit("correct horse")
        #expect(app.tokens(.resetContinue) == ["token-2", "token-2"])
        #expect(app.tokens(.resetSubmit) == ["token-4", "token-4"])
    }

    @Test func returnsNewStepWhenCodeIsResent() async throws {
        let code = try await app.gatehouse.resetPassword(email: NativeTestApp.email)
        let next = try await code.resend()
        _ = try await next.submit("12345678")
        #expect(app.tokens(.resetChallenge) == ["token-1", "token-2"])
        #expect(app.tokens(.resetContinue) == ["token-3"])
    }

    @Test func pollsAtServerIntervalUntilCompletion() async throws {
        let password = try await app.gatehouse.resetPassword(email: NativeTestApp.email).submit("12345678")
        api.queue(.passwordSubmitted(pollInterval: 3), at: .resetSubmit)
        api.queue(.pollNotStarted, .pollInProgress, .pollSucceeded, at: .resetPoll)
        let start = api.clock.now
        _ = try await password.submit("correct horse")
        #expect(api.clock.now.timeIntervalSince(start) == 6)
        // The continuation tokens of intermediate responses are not used.
        #expect(app.tokens(.resetPoll) == ["token-4", "token-4", "token-4"])
    }

    @Test(arguments: [(0, 10.0), (-1, 10.0), (100_000, 150.0)])
    func clampsInvalidPollInterval(interval: Int, waited: TimeInterval) async throws {
        let password = try await app.gatehouse.resetPassword(email: NativeTestApp.email).submit("12345678")
        api.queue(.passwordSubmitted(pollInterval: interval), at: .resetSubmit)
        for _ in 0..<6 { api.queue(.pollInProgress, at: .resetPoll) }
        let start = api.clock.now
        let error = try await failure { try await password.submit("correct horse") }
        #expect(error.code == .serverUnavailable)
        #expect(api.clock.now.timeIntervalSince(start) == waited)
        #expect(app.calls(.resetPoll).count == 6)
    }

    @Test func keepsStepUsableAfterServerFailure() async throws {
        let password = try await app.gatehouse.resetPassword(email: NativeTestApp.email).submit("12345678")
        api.queue(.pollFailed, at: .resetPoll)
        #expect(try await failure { try await password.submit("correct horse") }.code == .serverUnavailable)
        _ = try await password.submit("correct horse")
    }

    @Test func returnsNextStepWhenPasswordIsRejectedWhilePolling() async throws {
        let password = try await app.gatehouse.resetPassword(email: NativeTestApp.email).submit("12345678")
        api.queue(.passwordTooWeak, at: .resetPoll)
        let error = try await failure { try await password.submit("12345678") }
        #expect(error.code == .passwordRejected)
        // The server issued a new continuation token when it first accepted the password.
        _ = try await #require(password.after(error)).submit("correct horse")
        #expect(app.tokens(.resetSubmit) == ["token-3", "token-4"])
    }

    @Test func keepsContinuationTokenWhenPasswordIsRejectedImmediately() async throws {
        let password = try await app.gatehouse.resetPassword(email: NativeTestApp.email).submit("12345678")
        api.queue(.passwordTooWeak, at: .resetSubmit)
        #expect(try password.after(await failure { try await password.submit("12345678") }) == nil)
    }

    @Test func reportsAutomaticSignInUnavailableWithoutContinuationToken() async throws {
        let password = try await app.gatehouse.resetPassword(email: NativeTestApp.email).submit("12345678")
        api.queue(.pollSucceededWithoutToken, at: .resetPoll)
        let completed = try await password.submit("correct horse")
        #expect(try await failure { try await completed.signIn() }.code == .automaticSignInUnavailable)
        #expect(app.calls(.signInToken).isEmpty)
    }

    @Test func cancelsPolling() async throws {
        let app = NativeTestApp { $0.environment.sleep = { _ in throw CancellationError() } }
        let password = try await app.gatehouse.resetPassword(email: NativeTestApp.email).submit("12345678")
        app.api.queue(.pollInProgress, at: .resetPoll)
        #expect(try await failure { try await password.submit("correct horse") }.code == .cancelled)
    }

    @Test func rejectsPasswordChallenge() async throws {
        api.queue(.passwordRequired, at: .resetChallenge)
        let error = try await failure { try await app.gatehouse.resetPassword(email: NativeTestApp.email) }
        #expect(error.code == .unexpectedChallenge)
    }

    @Test(arguments: [
        NativeEndpoint.resetStart, .resetChallenge, .resetContinue, .resetSubmit, .resetPoll, .signInToken,
    ])
    func reportsBrowserRequiredAtEveryStep(endpoint: NativeEndpoint) async throws {
        api.queue(.redirect(reason: "Because."), at: endpoint)
        let error = try await failure {
            let code = try await app.gatehouse.resetPassword(email: NativeTestApp.email)
            try await code.submit("12345678").submit("correct horse").signIn()
        }
        #expect(error.code == .browserRequired)
        #expect(error.serverText == "Because.")
        #expect(api.requests.last?.endpoint == endpoint)
    }

    @Test func sendsNoEmptyValues() async throws {
        let code = try await app.gatehouse.resetPassword(email: NativeTestApp.email)
        let password = try await code.submit("12345678")
        let count = api.requests.count
        #expect(try await failure { try await app.gatehouse.resetPassword(email: "") }.code == .invalidUsername)
        #expect(try await failure { try await code.submit("") }.code == .wrongCode)
        #expect(try await failure { try await password.submit("") }.code == .passwordRejected)
        #expect(api.requests.count == count)
    }
}
