import Foundation
import Gatehouse
import GatehouseStore
import GatehouseTesting
import MSAL
import Testing

/// Complete flows on a Gatehouse server, also across relaunches.
@Suite(.timeLimit(.minutes(3))) struct NativeAuthFlowTests {
    private func signIn(_ world: GatehouseWorld, password: String? = nil) async -> DelegateCall {
        await DelegateCall.from {
            let parameters = MSALNativeAuthSignInParameters(username: GatehouseWorld.email)
            parameters.password = password
            world.app.signIn(parameters: parameters, delegate: $0)
        }
    }

    private func reset(_ world: GatehouseWorld) async -> DelegateCall {
        await DelegateCall.from {
            world.app.resetPassword(
                parameters: MSALNativeAuthResetPasswordParameters(username: GatehouseWorld.email),
                delegate: $0
            )
        }
    }

    @Test func signsInWithPassword() async throws {
        let world = try await GatehouseWorld(.password)
        _ = try await world.signUpAndIn(password: GatehouseWorld.password)
        #expect(await signIn(world, password: GatehouseWorld.otherPassword).flags == ["isInvalidCredentials"])
        let received = await signIn(world, password: GatehouseWorld.password)
        #expect(received.account?.account.username == GatehouseWorld.email)
        let asked = await signIn(world)
        let state: SignInPasswordRequiredState = try #require(asked.state())
        let wrong = await DelegateCall.from {
            state.submitPassword(password: GatehouseWorld.otherPassword, delegate: $0)
        }
        #expect(wrong.flags == ["isInvalidPassword"])
        #expect(wrong.error?.errorDescription == "Invalid password")
        #expect(wrong.error?.errorCodes == [50_126])
        #expect(wrong.state === state)
        let right = await DelegateCall.from { state.submitPassword(password: GatehouseWorld.password, delegate: $0) }
        #expect(right.account != nil)
    }

    @Test func signsInWithCode() async throws {
        let world = try await GatehouseWorld()
        _ = try await world.signUpAndIn()
        world.server.clock.advance(by: 301)
        let start = await signIn(world)
        #expect(start.codeLength == 8)
        #expect(start.channel?.isEmailType == true)
        let state: SignInCodeRequiredState = try #require(start.state())
        #expect((state.codeDelivery.resendInterval ?? 0) > 0)
        let first = try await world.code()
        let wrong = try await world.wrongCode()
        let received = await DelegateCall.from { state.submitCode(code: wrong, delegate: $0) }
        #expect(received.flags == ["isInvalidCode"])
        #expect(received.state === state)
        let atOnce = await DelegateCall.from { state.resendCode(delegate: $0) }
        #expect(atOnce.method == "onSignInResendCodeCodeRequired")
        #expect(try await world.code() != first)
        world.server.clock.advance(by: 301)
        let resent = await DelegateCall.from { state.resendCode(delegate: $0) }
        let next: SignInCodeRequiredState = try #require(resent.state())
        let code = try await world.code()
        #expect(await DelegateCall.from { next.submitCode(code: code, delegate: $0) }.account != nil)
    }

    @Test func resetsPasswordAndSignsIn() async throws {
        let world = try await GatehouseWorld(.password)
        _ = try await world.signUpAndIn(password: GatehouseWorld.password)
        world.server.clock.advance(by: 301)
        let start = await reset(world)
        let state: ResetPasswordCodeRequiredState = try #require(start.state())
        let code = try await world.code()
        let accepted = await DelegateCall.from { state.submitCode(code: code, delegate: $0) }
        let password: ResetPasswordRequiredState = try #require(accepted.state())
        let weak = await DelegateCall.from { password.submitPassword(password: "short", delegate: $0) }
        #expect(weak.flags == ["isInvalidPassword"])
        #expect(weak.state === password)
        let done = await DelegateCall.from {
            password.submitPassword(password: GatehouseWorld.otherPassword, delegate: $0)
        }
        let after: SignInAfterResetPasswordState = try #require(done.state())
        let received = await DelegateCall.from {
            after.signIn(parameters: MSALNativeAuthSignInAfterResetPasswordParameters(), delegate: $0)
        }
        #expect(received.account?.account.username == GatehouseWorld.email)
        #expect(await signIn(world, password: GatehouseWorld.password).flags == ["isInvalidCredentials"])
        #expect(await signIn(world, password: GatehouseWorld.otherPassword).account != nil)
    }

    @Test func keepsStateWhenConnectionIsLost() async throws {
        let world = try await GatehouseWorld()
        let start = await DelegateCall.from {
            world.app.signUp(parameters: MSALNativeAuthSignUpParameters(username: GatehouseWorld.email), delegate: $0)
        }
        let state: SignUpCodeRequiredState = try #require(start.state())
        let code = try await world.code()
        world.transport.setReachable(false)
        let lost = await DelegateCall.from { state.submitCode(code: code, delegate: $0) }
        #expect(lost.flags == [])
        #expect(lost.error?.errorDescription?.hasPrefix("The server could not be reached.") == true)
        #expect(lost.state === state)
        world.transport.setReachable(true)
        #expect(await DelegateCall.from { state.submitCode(code: code, delegate: $0) }.method == "onSignUpCompleted")
    }

    @Test func disclosesExistingAccountOnlyAfterCode() async throws {
        let world = try await GatehouseWorld()
        _ = try await world.signUpAndIn()
        world.server.clock.advance(by: 301)
        let start = await DelegateCall.from {
            world.app.signUp(parameters: MSALNativeAuthSignUpParameters(username: GatehouseWorld.email), delegate: $0)
        }
        let state: SignUpCodeRequiredState = try #require(start.state())
        let code = try await world.code()
        let received = await DelegateCall.from { state.submitCode(code: code, delegate: $0) }
        #expect(received.method == "onSignUpVerifyCodeError")
        #expect(received.error?.errorCodes.first == 1_003_037)
        #expect(!received.hasState)
    }

    @Test func requiresPasswordAfterCode() async throws {
        let world = try await GatehouseWorld(.password)
        let start = await DelegateCall.from {
            world.app.signUp(parameters: MSALNativeAuthSignUpParameters(username: GatehouseWorld.email), delegate: $0)
        }
        let state: SignUpCodeRequiredState = try #require(start.state())
        let code = try await world.code()
        let accepted = await DelegateCall.from { state.submitCode(code: code, delegate: $0) }
        let password: SignUpPasswordRequiredState = try #require(accepted.state())
        #expect(
            await DelegateCall.from { password.submitPassword(password: "short", delegate: $0) }.flags == [
                "isInvalidPassword"
            ]
        )
        let done = await DelegateCall.from { password.submitPassword(password: GatehouseWorld.password, delegate: $0) }
        #expect(done.method == "onSignUpCompleted")
        #expect(await signIn(world, password: GatehouseWorld.password).account != nil)
    }

    @Test func resumesSignUpInAnotherProcess() async throws {
        let world = try await GatehouseWorld(
            .password,
            attributes: [.init(name: "country", isRequired: true), .init(name: "locality", isRequired: true, page: 2)]
        )
        let start = await DelegateCall.from {
            world.app.signUp(parameters: MSALNativeAuthSignUpParameters(username: GatehouseWorld.email), delegate: $0)
        }
        let started: SignUpCodeRequiredState = try #require(start.state())
        guard case .signUpCodeRequired(let code) = try relaunch(world, started.saved) else {
            throw UnexpectedState()
        }
        #expect(code.codeDelivery.sentTo == started.codeDelivery.sentTo)
        #expect(code.codeDelivery.codeLength == 8)
        let typed = try await world.code()
        let accepted = await DelegateCall.from { code.submitCode(code: typed, delegate: $0) }
        let asked: SignUpPasswordRequiredState = try #require(accepted.state())
        guard case .signUpPasswordRequired(let password) = try relaunch(world, asked.saved) else {
            throw UnexpectedState()
        }
        let chosen = await DelegateCall.from {
            password.submitPassword(password: GatehouseWorld.password, delegate: $0)
        }
        let page: SignUpAttributesRequiredState = try #require(chosen.state())
        guard case .signUpAttributesRequired(let first) = try relaunch(world, page.saved) else {
            throw UnexpectedState()
        }
        #expect(first.attributes.map(\.name) == ["country"])
        let next = await DelegateCall.from { first.submitAttributes(attributes: ["country": "Ireland"], delegate: $0) }
        let second: SignUpAttributesRequiredState = try #require(next.state())
        let done = await DelegateCall.from { second.submitAttributes(attributes: ["city": "Dublin"], delegate: $0) }
        let completed: SignInAfterSignUpState = try #require(done.state())
        guard case .signUpCompleted(let after) = try relaunch(world, completed.saved) else {
            throw UnexpectedState()
        }
        let received = await DelegateCall.from {
            after.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: $0)
        }
        #expect(received.account?.account.username == GatehouseWorld.email)
    }

    @Test func resumesResetAndSignInInAnotherProcess() async throws {
        let world = try await GatehouseWorld(.password)
        _ = try await world.signUpAndIn(password: GatehouseWorld.password)
        world.server.clock.advance(by: 301)
        let asked: SignInPasswordRequiredState = try #require(await signIn(world).state())
        guard case .signInPasswordRequired(let password) = try relaunch(world, asked.saved) else {
            throw UnexpectedState()
        }
        #expect(
            await DelegateCall.from { password.submitPassword(password: GatehouseWorld.password, delegate: $0) }.account
                != nil
        )
        let started: ResetPasswordCodeRequiredState = try #require(await reset(world).state())
        guard case .resetPasswordCodeRequired(let code) = try relaunch(world, started.saved) else {
            throw UnexpectedState()
        }
        let typed = try await world.code()
        let accepted = await DelegateCall.from { code.submitCode(code: typed, delegate: $0) }
        let chosen: ResetPasswordRequiredState = try #require(accepted.state())
        guard case .resetPasswordRequired(let next) = try relaunch(world, chosen.saved) else {
            throw UnexpectedState()
        }
        let done = await DelegateCall.from { next.submitPassword(password: GatehouseWorld.otherPassword, delegate: $0) }
        let end: SignInAfterResetPasswordState = try #require(done.state())
        guard case .resetPasswordCompleted(let after) = try relaunch(world, end.saved) else {
            throw UnexpectedState()
        }
        let received = await DelegateCall.from {
            after.signIn(parameters: MSALNativeAuthSignInAfterResetPasswordParameters(), delegate: $0)
        }
        #expect(received.account != nil)
    }

    /// Restores a state in a new application from its JSON.
    private func relaunch(
        _ world: GatehouseWorld,
        _ saved: MSALNativeAuthSavedState
    ) throws -> MSALNativeAuthResumedState {
        #expect(!"\(saved)".contains(GatehouseWorld.email))
        let file = try JSONEncoder().encode(saved)
        return try world.relaunchedApp().resume(try JSONDecoder().decode(MSALNativeAuthSavedState.self, from: file))
    }
}

/// The state was restored as another one.
private struct UnexpectedState: Error {}
