import Foundation
import GatehouseTesting
import MSAL
import Testing

@Suite(.timeLimit(.minutes(5))) struct FlowErrorTests {
    @Test(arguments: FlowErrors.all)
    func reportsError(row: FlowRow) async throws {
        let stubbed = try StubbedApp()
        let (received, _) = try await row.perform(stubbed)
        #expect(received.method == "onFlowError")
        #expect(received.flags == row.flags)
        #expect(received.scenario == row.site.scenario)
        let text = try #require(received.error?.errorDescription)
        #expect(row.text.isEmpty || text.contains(row.text))
        #expect(received.error?.correlationId == stubbed.api.requests.last?.correlationID)
        #expect(received.isOnMainActor)
    }

    @Test(arguments: FlowErrors.allowingRetry)
    func acceptsAnotherAttemptOnSameState(row: FlowRow) async throws {
        let (_, prepared) = try await row.perform(try StubbedApp())
        #expect(await prepared.perform().error == nil)
    }

    @Test(arguments: FlowSite.allCases)
    func allowsRetryAfterLostConnection(site: FlowSite) async throws {
        let transport = InterruptibleTransport()
        let prepared = try await site.prepare(try StubbedApp(adjust: transport.install))
        transport.setInterrupted(true)
        let received = await prepared.perform()
        #expect(received.flags == ["isGeneralError"])
        #expect(
            received.error?.errorDescription
                == "The server could not be reached. Check the connection and try again."
        )
        transport.setInterrupted(false)
        #expect(await prepared.perform().error == nil)
    }

    @Test func exposesCodesAndRetryInterval() async throws {
        let stubbed = try StubbedApp()
        let start = try await FlowSite.signUpStart.prepare(stubbed)
        stubbed.api.queue(.userAlreadyExists, at: .signUpStart)
        #expect(await start.perform().error?.errorCodes == [1_003_037])
        let resend = try await FlowSite.signInResend.prepare(stubbed)
        stubbed.api.queue(.tooManyCodes, at: .signInChallenge)
        #expect(await resend.perform().error?.retryAfter == 30)
    }

    @Test func exposesRedirectReason() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await FlowSite.signInStart.prepare(stubbed)
        stubbed.api.queue(.redirect(reason: "A second factor."), at: .signInInitiate)
        #expect(await prepared.perform().error?.redirectReason == "A second factor.")
    }

    @Test func usesNewContinuationTokenAfterLatePasswordRejection() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await FlowSite.newPassword.prepare(stubbed)
        stubbed.api.queue(.passwordTooWeak, at: .resetPoll)
        #expect(await prepared.perform().flags == ["isInvalidPassword"])
        let poll = try #require(stubbed.request(at: .resetPoll)).parameters["continuation_token"]
        #expect(await prepared.perform().method == "onSignInAfterResetPasswordRequired")
        let submits = stubbed.api.requests.filter { $0.endpoint == .resetSubmit }
        #expect(submits.count == 2)
        #expect(submits.first?.parameters["continuation_token"] != poll)
        #expect(submits.last?.parameters["continuation_token"] == poll)
    }

    @Test func choosesAnotherMethodAfterBlockedOne() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await FlowSite.selectMethod.prepare(stubbed)
        let selection = try #require(prepared.state as? MSALNativeAuthAuthMethodSelectionRequiredState)
        stubbed.api.queue(.contactBlocked, at: .signInChallenge)
        #expect(await prepared.perform().flags == ["isAuthMethodBlocked"])
        let received = await FlowCall.from { selection.selectAuthMethod(selection.authMethods[1], delegate: $0) }
        #expect(received.method == "onMFAVerificationRequired")
        #expect(stubbed.request(at: .signInChallenge)?.parameters["id"] == "method-2")
    }

    @Test func rejectsMethodOfAnotherSignIn() async throws {
        let stubbed = try StubbedApp()
        let selection = try #require(
            try await FlowSite.selectMethod.prepare(stubbed).state as? MSALNativeAuthAuthMethodSelectionRequiredState
        )
        let registration = try #require(
            try await FlowSite.register.prepare(stubbed).state as? MSALNativeAuthStrongAuthRegistrationRequiredState
        )
        let count = stubbed.api.requests.count
        let selected = await FlowCall.from { selection.selectAuthMethod(registration.authMethods[0], delegate: $0) }
        #expect(selected.flags == ["isGeneralError"])
        let registered = await FlowCall.from { registration.selectAuthMethod(selection.authMethods[0], delegate: $0) }
        #expect(registered.flags == ["isGeneralError"])
        #expect(stubbed.api.requests.count == count)
    }
}
