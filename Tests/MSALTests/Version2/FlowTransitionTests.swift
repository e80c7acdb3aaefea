import Foundation
import GatehouseTesting
import MSAL
import Testing

@Suite(.timeLimit(.minutes(3))) struct FlowTransitionTests {
    @Test(arguments: FlowTransitions.all)
    func notifiesDelegateOfTransition(row: FlowRow) async throws {
        let (received, prepared) = try await row.perform(try StubbedApp())
        #expect(received.method == row.method)
        #expect(received.flags == [])
        #expect(received.scenario == row.site.scenario)
        #expect((received.account == nil) == (row.method != "onFlowCompleted"))
        #expect(received.state == nil || received.state !== prepared.state)
        #expect(received.isOnMainActor)
    }

    @Test(arguments: FlowTransitions.all.filter { $0.method != "onFlowCompleted" })
    func reportsMissingProtocol(row: FlowRow) async throws {
        let stubbed = try StubbedApp()
        let (received, _) = try await row.perform(stubbed) { await FlowCall.withoutStates($0.action) }
        #expect(received.method == "onFlowError")
        #expect(received.flags == ["isNotImplemented"])
        #expect(received.scenario == row.site.scenario)
        let name = "MSALNativeAuth\(row.method.dropFirst(2))Delegate"
        #expect(received.error?.errorDescription == "Delegate \(name) is not implemented")
        #expect(received.error?.correlationId == stubbed.api.requests.last?.correlationID)
        #expect(received.isOnMainActor)
    }

    @Test func exposesDeliveryOfCode() async throws {
        let stubbed = try StubbedApp()
        stubbed.api.queue(.codeSent(channel: "sms", to: "+1******7", length: 6), at: .signUpChallenge)
        let state: MSALNativeAuthCodeRequiredState = try await FlowSite.signUpStart.prepare(stubbed).next()
        #expect(state.sentTo == "+1******7")
        #expect(state.codeLength == 6)
        #expect(state.channel.isSMSType)
        #expect(!state.channel.isPasswordType)
    }

    @Test func exposesDeliveryOfSecondFactor() async throws {
        let stubbed = try StubbedApp()
        let challenge: MSALNativeAuthMFAVerificationRequiredState =
            try await FlowSite.selectMethod.prepare(stubbed).next()
        #expect(challenge.sentTo == "a***@e***.com")
        #expect(challenge.codeLength == 8)
        #expect(challenge.channel.isEmailType)
        let registration: MSALNativeAuthStrongAuthVerificationRequiredState =
            try await FlowSite.register.prepare(stubbed).next()
        #expect(registration.sentTo == "ada@example.com")
        #expect(registration.codeLength == 8)
        #expect(registration.channel.isEmailType)
    }

    @Test func exposesRequiredAttributes() async throws {
        let stubbed = try StubbedApp()
        let page = try await FlowSite.signUpAttributes.prepare(stubbed)
        let state = try #require(page.state as? MSALNativeAuthAttributesRequiredState)
        #expect(state.attributes.map(\.name) == ["city"])
        #expect(state.attributes.map(\.required) == [true])
    }

    @Test func namesTypeOfAddressAsChallengeType() async throws {
        let stubbed = try StubbedApp()
        let selection = try #require(
            try await FlowSite.selectMethod.prepare(stubbed).state as? MSALNativeAuthAuthMethodSelectionRequiredState
        )
        #expect(selection.authMethods.map(\.id) == ["method-1", "method-2"])
        #expect(selection.authMethods.map(\.challengeType) == ["email", "sms"])
        #expect(selection.authMethods.map(\.channelTargetType.value) == ["email", "sms"])
        #expect(selection.authMethods.map(\.loginHint) == ["a***@e***.com", "+1********6"])
        let registration = try #require(
            try await FlowSite.register.prepare(stubbed).state as? MSALNativeAuthStrongAuthRegistrationRequiredState
        )
        #expect(registration.authMethods.map(\.challengeType) == ["email", "sms"])
        #expect(registration.authMethods.map(\.channelTargetType.value) == ["email", "sms"])
    }

    @Test func describesStateWithoutAddress() async throws {
        let state = try #require(try await FlowSite.signInCode.prepare(try StubbedApp()).state)
        #expect(state.description.hasPrefix("MSALNativeAuthCodeRequiredState: signIn [correlation "))
        #expect(!state.description.contains("@"))
    }

    @Test func numbersScenarios() {
        #expect(MSALNativeAuthFlowScenario.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(MSALNativeAuthFlowScenario.allCases == [.unknown, .signUp, .signIn, .passwordReset])
    }
}
