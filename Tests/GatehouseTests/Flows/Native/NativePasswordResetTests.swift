import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

struct NativePasswordResetTests {
    private let app = CannedApp()
    private var api: CannedNativeAuthAPI { app.api }

    @Test func aCodeAndANewPasswordEndInASignIn() async throws {
        let code = try await app.gatehouse.resetPassword(email: CannedApp.email)
        #expect(code.delivery.codeLength == 8)
        let password = try await code.submit("12345678")
        let completed = try await password.submit("correct horse")
        let session = try await completed.signIn(scopes: [.email])
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

    @Test func aMistakeLeavesEachStepAsItWas() async throws {
        let code = try await app.gatehouse.resetPassword(email: CannedApp.email)
        api.queue(.invalidCode, at: .resetContinue)
        #expect(try await failure { try await code.submit("00000000") }.code == .wrongCode)
        let password = try await code.submit("12345678")
        api.queue(.passwordTooWeak, at: .resetSubmit)
        #expect(try await failure { try await password.submit("12345678") }.code == .passwordRefused)
        _ = try await password.submit("correct horse")
        #expect(app.tokens(.resetContinue) == ["token-2", "token-2"])
        #expect(app.tokens(.resetSubmit) == ["token-4", "token-4"])
    }

    @Test func anotherCodeIsAStepOfItsOwn() async throws {
        let code = try await app.gatehouse.resetPassword(email: CannedApp.email)
        let next = try await code.resend()
        _ = try await next.submit("12345678")
        #expect(app.tokens(.resetChallenge) == ["token-1", "token-2"])
        #expect(app.tokens(.resetContinue) == ["token-3"])
    }

    @Test func theEndIsWaitedForAsLongAsTheServerWants() async throws {
        let password = try await app.gatehouse.resetPassword(email: CannedApp.email).submit("12345678")
        api.queue(.passwordSubmitted(pollInterval: 3), at: .resetSubmit)
        api.queue(.pollNotStarted, .pollInProgress, .pollSucceeded, at: .resetPoll)
        let begin = api.clock.now
        _ = try await password.submit("correct horse")
        #expect(api.clock.now.timeIntervalSince(begin) == 6)
        // The tokens of answers that are not the end are not used.
        #expect(app.tokens(.resetPoll) == ["token-4", "token-4", "token-4"])
    }

    @Test(arguments: [(0, 10.0), (-1, 10.0), (100_000, 150.0)])
    func aStrangePauseBecomesAUsualOne(interval: Int, waited: TimeInterval) async throws {
        let password = try await app.gatehouse.resetPassword(email: CannedApp.email).submit("12345678")
        api.queue(.passwordSubmitted(pollInterval: interval), at: .resetSubmit)
        for _ in 0..<6 { api.queue(.pollInProgress, at: .resetPoll) }
        let begin = api.clock.now
        let error = try await failure { try await password.submit("correct horse") }
        #expect(error.code == .serverUnavailable)
        #expect(api.clock.now.timeIntervalSince(begin) == waited)
        #expect(app.calls(.resetPoll).count == 6)
    }

    @Test func aFailureOfTheServerIsToldAndTheStepCanBeUsedAgain() async throws {
        let password = try await app.gatehouse.resetPassword(email: CannedApp.email).submit("12345678")
        api.queue(.pollFailed, at: .resetPoll)
        #expect(try await failure { try await password.submit("correct horse") }.code == .serverUnavailable)
        _ = try await password.submit("correct horse")
    }

    @Test func aPasswordMayBeRefusedAtTheVeryEnd() async throws {
        let password = try await app.gatehouse.resetPassword(email: CannedApp.email).submit("12345678")
        api.queue(.passwordTooWeak, at: .resetPoll)
        let error = try await failure { try await password.submit("12345678") }
        #expect(error.code == .passwordRefused)
        // The server has a new name for the step since it took the password at first.
        _ = try await #require(password.after(error)).submit("correct horse")
        #expect(app.tokens(.resetSubmit) == ["token-3", "token-4"])
    }

    @Test func aPasswordThatIsRefusedAtOnceLeavesTheStepUnderItsName() async throws {
        let password = try await app.gatehouse.resetPassword(email: CannedApp.email).submit("12345678")
        api.queue(.passwordTooWeak, at: .resetSubmit)
        #expect(try password.after(await failure { try await password.submit("12345678") }) == nil)
    }

    @Test func withoutATokenOnlyAnOrdinarySignInIsPossible() async throws {
        let password = try await app.gatehouse.resetPassword(email: CannedApp.email).submit("12345678")
        api.queue(.pollSucceededWithoutToken, at: .resetPoll)
        let completed = try await password.submit("correct horse")
        #expect(try await failure { try await completed.signIn() }.code == .signInUnavailable)
        #expect(app.calls(.signInToken).isEmpty)
    }

    @Test func aWaitCanBeCancelled() async throws {
        let app = CannedApp { $0.environment.sleep = { _ in throw CancellationError() } }
        let password = try await app.gatehouse.resetPassword(email: CannedApp.email).submit("12345678")
        app.api.queue(.pollInProgress, at: .resetPoll)
        #expect(try await failure { try await password.submit("correct horse") }.code == .cancelled)
    }

    @Test func aPasswordIsNoChallengeHere() async throws {
        api.queue(.passwordWanted, at: .resetChallenge)
        let error = try await failure { try await app.gatehouse.resetPassword(email: CannedApp.email) }
        #expect(error.code == .unexpectedChallenge)
    }

    @Test(arguments: [
        NativeEndpoint.resetStart, .resetChallenge, .resetContinue, .resetSubmit, .resetPoll, .signInToken,
    ])
    func aBrowserMayBeWantedAtEachStep(endpoint: NativeEndpoint) async throws {
        api.queue(.redirect(reason: "Because."), at: endpoint)
        let error = try await failure {
            let code = try await app.gatehouse.resetPassword(email: CannedApp.email)
            try await code.submit("12345678").submit("correct horse").signIn()
        }
        #expect(error.code == .browserRequired)
        #expect(error.serverText == "Because.")
        #expect(api.requests.last?.endpoint == endpoint)
    }

    @Test func nothingIsNotSent() async throws {
        let code = try await app.gatehouse.resetPassword(email: CannedApp.email)
        let password = try await code.submit("12345678")
        let count = api.requests.count
        #expect(try await failure { try await app.gatehouse.resetPassword(email: "") }.code == .invalidUsername)
        #expect(try await failure { try await code.submit("") }.code == .wrongCode)
        #expect(try await failure { try await password.submit("") }.code == .passwordRefused)
        #expect(api.requests.count == count)
    }
}
