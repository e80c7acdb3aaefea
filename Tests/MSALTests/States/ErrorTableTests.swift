import Foundation
import GatehouseTesting
import MSAL
import Testing

@Suite(.timeLimit(.minutes(5))) struct ErrorTableTests {
    @Test(arguments: ErrorTable.all)
    func reportsErrorAndState(row: Row) async throws {
        let stubbed = try StubbedApp()
        let (received, prepared) = try await row.perform(stubbed)
        #expect(received.method == row.method)
        #expect(received.flags == row.flags)
        #expect(received.error?.isGeneralError == row.flags.isEmpty)
        #expect(row.state(of: received, prepared) == row.state)
        let text = try #require(received.error?.errorDescription)
        #expect(text.contains(try #require(row.text)))
        #expect(received.isOnMainActor)
        #expect(received.error?.correlationId == stubbed.api.requests.last?.correlationID)
    }

    @Test func exposesErrorCodes() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.signUpStart.prepare(stubbed)
        stubbed.api.queue(.userAlreadyExists, at: .signUpStart)
        #expect(await prepared.perform().error?.errorCodes == [1_003_037])
    }

    @Test func exposesRedirectReason() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.signInStart.prepare(stubbed)
        stubbed.api.queue(.redirect(reason: "A second factor."), .redirect(reason: nil), at: .signInInitiate)
        #expect(await prepared.perform().error?.redirectReason == "A second factor.")
        #expect(await prepared.perform().error?.redirectReason == nil)
    }

    @Test func exposesRetryInterval() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.signInResend.prepare(stubbed)
        stubbed.api.queue(.tooManyCodes, at: .signInChallenge)
        #expect(await prepared.perform().error?.retryAfter == 30)
    }

    @Test(arguments: [StubResponse.raw(200, "[]"), .raw(200, "<html>"), .raw(404, ""), .raw(400, "no JSON")])
    func reportsMalformedResponseAsGeneralError(response: StubResponse) async throws {
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.signUpCode.prepare(stubbed)
        stubbed.api.queue(response, at: .signUpContinue)
        let received = await prepared.perform()
        #expect(received.method == "onSignUpVerifyCodeError")
        #expect(received.error?.errorDescription == "Unexpected response body received")
        #expect(received.flags == [])
        #expect(!received.hasState)
    }

    @Test func exposesErrorURI() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.signUpStart.prepare(stubbed)
        let page = "https://login.example.com/errors/1"
        stubbed.api.queue(.raw(400, #"{"error":"invalid_request","error_uri":"\#(page)"}"#), at: .signUpStart)
        #expect(await prepared.perform().error?.errorUri == page)
        stubbed.api.queue(.invalidRequest, at: .signUpStart)
        #expect(await prepared.perform().error?.errorUri == nil)
    }

    @Test func usesNewContinuationTokenAfterLatePasswordRejection() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.resetPassword.prepare(stubbed)
        stubbed.api.queue(.passwordTooWeak, at: .resetPoll)
        let next: ResetPasswordRequiredState = try #require(await prepared.perform().state())
        let poll = try #require(stubbed.request(at: .resetPoll)).parameters["continuation_token"]
        let received = await DelegateCall.from { next.submitPassword(password: "correct horse", delegate: $0) }
        #expect(received.method == "onResetPasswordCompleted")
        let submits = stubbed.api.requests.filter { $0.endpoint == .resetSubmit }
        #expect(submits.count == 2)
        #expect(submits.first?.parameters["continuation_token"] != poll)
        #expect(submits.last?.parameters["continuation_token"] == poll)
    }

    @Test func keepsStateWhenRateLimited() async throws {
        let stubbed = try StubbedApp()
        let (code, reset) = (
            try await CallSite.signUpCode.prepare(stubbed), try await CallSite.resetPassword.prepare(stubbed)
        )
        stubbed.api.queue(.raw(429, ""), at: .signUpContinue)
        stubbed.api.queue(.raw(429, ""), at: .resetSubmit)
        for prepared in [code, reset] {
            let received = await prepared.perform()
            #expect(received.flags == [])
            #expect(received.state === prepared.state)
        }
    }

    /// The calls whose error method receives a state to continue with.
    private static let sitesThatKeepState: Set<CallSite> = [
        .signUpResend, .signUpCode, .signUpPassword, .signInResend, .signInCode, .signInPassword, .resetCode,
        .resetPassword, .mfaRequest, .mfaResend, .mfaSubmit, .registerChallenge, .registerResend, .registerSubmit,
    ]

    /// The calls whose error method receives a state of another class than theirs.
    private static let sitesWithOtherState: Set<CallSite> = [.mfaRequest, .registerResend]

    @Test(arguments: CallSite.allCases.filter { !"\($0)".hasSuffix("WithoutToken") })
    func allowsRetryAfterLostConnection(site: CallSite) async throws {
        let transport = InterruptibleTransport()
        let stubbed = try StubbedApp(adjust: transport.install)
        let prepared = try await site.prepare(stubbed)
        transport.setInterrupted(true)
        let received = await prepared.perform()
        #expect(
            received.error?.errorDescription
                == "The server could not be reached. Check the connection and try again."
        )
        #expect(received.flags == [])
        #expect(received.hasState == Self.sitesThatKeepState.contains(site))
        if received.hasState {
            #expect((received.state === prepared.state) != Self.sitesWithOtherState.contains(site))
        }
        transport.setInterrupted(false)
        #expect(await prepared.perform().error == nil)
    }
}
