import Foundation
import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import MSAL
import Testing

/// Second factors of native authentication on a Gatehouse server.
@Suite(.timeLimit(.minutes(3))) struct SecondFactorFlowTests {
    private static let phone = "+819012345678"

    private func world(
        capabilities: MSALNativeAuthCapabilities = [.mfaRequired, .registrationRequired]
    ) async throws -> GatehouseWorld {
        try await GatehouseWorld(
            .password,
            factors: FactorSettings(secondFactor: .required, acceptsMailCodes: true, acceptsSMSCodes: true),
            capabilities: capabilities
        )
    }

    private func mailedCode(_ world: GatehouseWorld, to address: String) async throws -> String {
        try #require(try await world.server.mailedCode(to: address))
    }

    private func startSignUp(_ world: GatehouseWorld) async -> DelegateCall {
        await DelegateCall.from {
            let parameters = MSALNativeAuthSignUpParameters(username: GatehouseWorld.email)
            parameters.password = GatehouseWorld.password
            world.app.signUp(parameters: parameters, delegate: $0)
        }
    }

    /// Signs a user up; the account has a proven address and a password, but no second factor.
    private func signUp(_ world: GatehouseWorld) async throws -> SignInAfterSignUpState {
        let state: SignUpCodeRequiredState = try #require(await startSignUp(world).state())
        let code = try await world.code()
        return try #require(await DelegateCall.from { state.submitCode(code: code, delegate: $0) }.state())
    }

    /// Registers a phone number after a sign-up.
    private func signUpAndRegister(_ world: GatehouseWorld) async throws -> MSALNativeAuthUserAccountResult {
        let after = try await signUp(world)
        let demanded = await DelegateCall.from {
            after.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: $0)
        }
        #expect(demanded.method == "onSignInStrongAuthMethodRegistration")
        let registration: RegisterStrongAuthState = try #require(demanded.state())
        let method = try #require(demanded.authMethods.first { $0.channelTargetType.isSMSType })
        let sent = await DelegateCall.from {
            let parameters = MSALNativeAuthChallengeAuthMethodParameters(
                authMethod: method,
                verificationContact: Self.phone
            )
            registration.challengeAuthMethod(parameters: parameters, delegate: $0)
        }
        #expect(sent.method == "onRegisterStrongAuthVerificationRequired")
        let state: RegisterStrongAuthVerificationRequiredState = try #require(sent.state())
        let code = try await mailedCode(world, to: Self.phone)
        let wrong = code == "00000000" ? "11111111" : "00000000"
        let refused = await DelegateCall.from { state.submitChallenge(challenge: wrong, delegate: $0) }
        #expect(refused.flags == ["isInvalidChallenge"])
        #expect(refused.state === state)
        return try #require(await DelegateCall.from { state.submitChallenge(challenge: code, delegate: $0) }.account)
    }

    private func signIn(_ world: GatehouseWorld) async -> DelegateCall {
        await DelegateCall.from {
            let parameters = MSALNativeAuthSignInParameters(username: GatehouseWorld.email)
            parameters.password = GatehouseWorld.password
            world.app.signIn(parameters: parameters, delegate: $0)
        }
    }

    @Test func registersMethodAfterSignUp() async throws {
        let world = try await world()
        let result = try await signUpAndRegister(world)
        #expect(result.account.username == GatehouseWorld.email)
        let details = try await result.gatehouseSession.account.details()
        #expect(Set(details.addresses.map(\.value)) == [GatehouseWorld.email, Self.phone])
    }

    @Test func reportsInvalidContact() async throws {
        let world = try await world()
        let after = try await signUp(world)
        let demanded = await DelegateCall.from {
            after.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: $0)
        }
        let registration: RegisterStrongAuthState = try #require(demanded.state())
        let method = try #require(demanded.authMethods.first { $0.channelTargetType.isSMSType })
        let refused = await DelegateCall.from {
            registration.challengeAuthMethod(
                parameters: MSALNativeAuthChallengeAuthMethodParameters(authMethod: method, verificationContact: "12"),
                delegate: $0
            )
        }
        #expect(refused.flags == ["isInvalidInput"])
        #expect(refused.state === registration)
    }

    @Test func signsInWithSecondFactor() async throws {
        let world = try await world()
        _ = try await signUpAndRegister(world)
        world.server.clock.advance(by: 301)
        let demanded = await signIn(world)
        #expect(demanded.method == "onSignInAwaitingMFA")
        let awaiting: AwaitingMFAState = try #require(demanded.state())
        let method = try #require(demanded.authMethods.first { $0.channelTargetType.isSMSType })
        #expect(method.loginHint?.contains("*") == true)
        let sent = await DelegateCall.from { awaiting.requestChallenge(authMethod: method, delegate: $0) }
        #expect(sent.channel?.isSMSType == true)
        let state: MFARequiredState = try #require(sent.state())
        let code = try await mailedCode(world, to: Self.phone)
        #expect(sent.codeLength == code.count)
        let wrong = code == "00000000" ? "11111111" : "00000000"
        let refused = await DelegateCall.from { state.submitChallenge(challenge: wrong, delegate: $0) }
        #expect(refused.flags == ["isInvalidChallenge"])
        #expect(refused.state === state)
        let done = await DelegateCall.from { state.submitChallenge(challenge: code, delegate: $0) }
        #expect(done.account?.account.username == GatehouseWorld.email)
    }

    @Test @MainActor func signsInWithViewModelOfApp() async throws {
        let world = try await world()
        _ = try await signUpAndRegister(world)
        world.server.clock.advance(by: 301)
        let model = SecondFactorViewModel(world.app)
        await model.perform { $0.signIn(GatehouseWorld.email, password: GatehouseWorld.password) }
        #expect(model.screen == .methods)
        let method = try #require(model.methods.first { $0.channelTargetType.isSMSType })
        await model.perform { $0.choose(method) }
        #expect(model.screen == .challenge)
        let code = try await mailedCode(world, to: Self.phone)
        await model.perform { $0.enter(code) }
        #expect(model.screen == .home)
        #expect(model.message == GatehouseWorld.email)
    }

    /// Microsoft's SDK reports a general error here.
    @Test func requiresSecondFactorAfterPasswordReset() async throws {
        let world = try await world()
        _ = try await signUpAndRegister(world)
        world.server.clock.advance(by: 301)
        let start = await DelegateCall.from {
            world.app.resetPassword(
                parameters: MSALNativeAuthResetPasswordParameters(username: GatehouseWorld.email),
                delegate: $0
            )
        }
        let reset: ResetPasswordCodeRequiredState = try #require(start.state())
        let code = try await world.code()
        let accepted = await DelegateCall.from { reset.submitCode(code: code, delegate: $0) }
        let password: ResetPasswordRequiredState = try #require(accepted.state())
        let changed = await DelegateCall.from {
            password.submitPassword(password: GatehouseWorld.otherPassword, delegate: $0)
        }
        let after: SignInAfterResetPasswordState = try #require(changed.state())
        let demanded = await DelegateCall.from {
            after.signIn(parameters: MSALNativeAuthSignInAfterResetPasswordParameters(), delegate: $0)
        }
        #expect(demanded.method == "onSignInAwaitingMFA")
        let awaiting: AwaitingMFAState = try #require(demanded.state())
        let method = try #require(demanded.authMethods.first { $0.channelTargetType.isSMSType })
        let sent = await DelegateCall.from { awaiting.requestChallenge(authMethod: method, delegate: $0) }
        let state: MFARequiredState = try #require(sent.state())
        let sms = try await mailedCode(world, to: Self.phone)
        #expect(await DelegateCall.from { state.submitChallenge(challenge: sms, delegate: $0) }.account != nil)
    }

    @Test func requiresBrowserWithoutCapabilities() async throws {
        let world = try await world(capabilities: [])
        let state: SignUpCodeRequiredState = try #require(await startSignUp(world).state())
        let code = try await world.code()
        // No account is created that cannot sign in here.
        let received = await DelegateCall.from { state.submitCode(code: code, delegate: $0) }
        #expect(received.flags == ["isBrowserRequired"])
    }
}
