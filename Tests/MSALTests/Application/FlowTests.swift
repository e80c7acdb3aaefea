import Foundation
import Gatehouse
import GatehouseStore
import GatehouseTesting
import MSAL
import Testing

/// Whole flows on our own server, also across the end of the process.
@Suite(.timeLimit(.minutes(3))) struct FlowTests {
    private func signIn(_ world: OwnServer, password: String? = nil) async -> Heard {
        await Heard.of {
            let parameters = MSALNativeAuthSignInParameters(username: OwnServer.email)
            parameters.password = password
            world.app.signIn(parameters: parameters, delegate: $0)
        }
    }

    private func reset(_ world: OwnServer) async -> Heard {
        await Heard.of {
            world.app.resetPassword(
                parameters: MSALNativeAuthResetPasswordParameters(username: OwnServer.email),
                delegate: $0
            )
        }
    }

    @Test func aPersonSignsInWithAPassword() async throws {
        let world = try await OwnServer(.password)
        _ = try await world.signUpAndIn(password: OwnServer.password)
        #expect(await signIn(world, password: OwnServer.otherPassword).flags == ["isInvalidCredentials"])
        let heard = await signIn(world, password: OwnServer.password)
        #expect(heard.account?.account.username == OwnServer.email)
        let asked = await signIn(world)
        let state: SignInPasswordRequiredState = try #require(asked.state())
        let wrong = await Heard.of { state.submitPassword(password: OwnServer.otherPassword, delegate: $0) }
        #expect(wrong.flags == ["isInvalidPassword"])
        #expect(wrong.error?.errorDescription == "Invalid password")
        #expect(wrong.error?.errorCodes == [50_126])
        #expect(wrong.state === state)
        let right = await Heard.of { state.submitPassword(password: OwnServer.password, delegate: $0) }
        #expect(right.account != nil)
    }

    @Test func aPersonSignsInWithACode() async throws {
        let world = try await OwnServer()
        _ = try await world.signUpAndIn()
        world.server.clock.advance(by: 301)
        let start = await signIn(world)
        #expect(start.codeLength == 8)
        #expect(start.channel?.isEmailType == true)
        let state: SignInCodeRequiredState = try #require(start.state())
        #expect((state.resendInterval ?? 0) > 0)
        let first = try await world.code()
        let wrong = try await world.wrongCode()
        let heard = await Heard.of { state.submitCode(code: wrong, delegate: $0) }
        #expect(heard.flags == ["isInvalidCode"])
        #expect(heard.state === state)
        let atOnce = await Heard.of { state.resendCode(delegate: $0) }
        #expect(atOnce.method == "onSignInResendCodeCodeRequired")
        #expect(try await world.code() != first)
        world.server.clock.advance(by: 301)
        let resent = await Heard.of { state.resendCode(delegate: $0) }
        let next: SignInCodeRequiredState = try #require(resent.state())
        let code = try await world.code()
        #expect(await Heard.of { next.submitCode(code: code, delegate: $0) }.account != nil)
    }

    @Test func aPersonChoosesANewPasswordAndIsSignedIn() async throws {
        let world = try await OwnServer(.password)
        _ = try await world.signUpAndIn(password: OwnServer.password)
        world.server.clock.advance(by: 301)
        let start = await reset(world)
        let state: ResetPasswordCodeRequiredState = try #require(start.state())
        let code = try await world.code()
        let accepted = await Heard.of { state.submitCode(code: code, delegate: $0) }
        let password: ResetPasswordRequiredState = try #require(accepted.state())
        let weak = await Heard.of { password.submitPassword(password: "short", delegate: $0) }
        #expect(weak.flags == ["isInvalidPassword"])
        #expect(weak.state === password)
        let done = await Heard.of { password.submitPassword(password: OwnServer.otherPassword, delegate: $0) }
        let after: SignInAfterResetPasswordState = try #require(done.state())
        let heard = await Heard.of {
            after.signIn(parameters: MSALNativeAuthSignInAfterResetPasswordParameters(), delegate: $0)
        }
        #expect(heard.account?.account.username == OwnServer.email)
        #expect(await signIn(world, password: OwnServer.password).flags == ["isInvalidCredentials"])
        #expect(await signIn(world, password: OwnServer.otherPassword).account != nil)
    }

    @Test func aLostConnectionIsSaidToBeOneAndKeepsTheState() async throws {
        let world = try await OwnServer()
        let start = await Heard.of {
            world.app.signUp(parameters: MSALNativeAuthSignUpParameters(username: OwnServer.email), delegate: $0)
        }
        let state: SignUpCodeRequiredState = try #require(start.state())
        let code = try await world.code()
        world.transport.setDown(true)
        let lost = await Heard.of { state.submitCode(code: code, delegate: $0) }
        #expect(lost.flags == [])
        #expect(lost.error?.errorDescription?.hasPrefix("The server could not be reached.") == true)
        #expect(lost.state === state)
        world.transport.setDown(false)
        #expect(await Heard.of { state.submitCode(code: code, delegate: $0) }.method == "onSignUpCompleted")
    }

    @Test func whoHasAnAccountIsToldSoAfterTheCodeAlone() async throws {
        let world = try await OwnServer()
        _ = try await world.signUpAndIn()
        world.server.clock.advance(by: 301)
        let start = await Heard.of {
            world.app.signUp(parameters: MSALNativeAuthSignUpParameters(username: OwnServer.email), delegate: $0)
        }
        let state: SignUpCodeRequiredState = try #require(start.state())
        let code = try await world.code()
        let heard = await Heard.of { state.submitCode(code: code, delegate: $0) }
        #expect(heard.method == "onSignUpVerifyCodeError")
        #expect(heard.error?.errorCodes.first == 1_003_037)
        #expect(!heard.hasState)
    }

    @Test func aPasswordIsAskedForAfterTheCode() async throws {
        let world = try await OwnServer(.password)
        let start = await Heard.of {
            world.app.signUp(parameters: MSALNativeAuthSignUpParameters(username: OwnServer.email), delegate: $0)
        }
        let state: SignUpCodeRequiredState = try #require(start.state())
        let code = try await world.code()
        let accepted = await Heard.of { state.submitCode(code: code, delegate: $0) }
        let password: SignUpPasswordRequiredState = try #require(accepted.state())
        #expect(
            await Heard.of { password.submitPassword(password: "short", delegate: $0) }.flags == ["isInvalidPassword"]
        )
        let done = await Heard.of { password.submitPassword(password: OwnServer.password, delegate: $0) }
        #expect(done.method == "onSignUpCompleted")
        #expect(await signIn(world, password: OwnServer.password).account != nil)
    }

    @Test func aSignUpGoesOnAfterEachStepInAnotherProcess() async throws {
        let world = try await OwnServer(
            .password,
            attributes: [.init(name: "country", isRequired: true), .init(name: "locality", isRequired: true, page: 2)]
        )
        let start = await Heard.of {
            world.app.signUp(parameters: MSALNativeAuthSignUpParameters(username: OwnServer.email), delegate: $0)
        }
        let begun: SignUpCodeRequiredState = try #require(start.state())
        guard case .signUpCodeRequired(let code) = try relaunch(world, begun.saved) else { throw WrongState() }
        #expect(code.sentTo == begun.sentTo)
        #expect(code.codeLength == 8)
        let typed = try await world.code()
        let accepted = await Heard.of { code.submitCode(code: typed, delegate: $0) }
        let asked: SignUpPasswordRequiredState = try #require(accepted.state())
        guard case .signUpPasswordRequired(let password) = try relaunch(world, asked.saved) else {
            throw WrongState()
        }
        let chosen = await Heard.of { password.submitPassword(password: OwnServer.password, delegate: $0) }
        let page: SignUpAttributesRequiredState = try #require(chosen.state())
        guard case .signUpAttributesRequired(let first) = try relaunch(world, page.saved) else {
            throw WrongState()
        }
        #expect(first.attributes.map(\.name) == ["country"])
        let next = await Heard.of { first.submitAttributes(attributes: ["country": "Ireland"], delegate: $0) }
        let second: SignUpAttributesRequiredState = try #require(next.state())
        let done = await Heard.of { second.submitAttributes(attributes: ["city": "Dublin"], delegate: $0) }
        let completed: SignInAfterSignUpState = try #require(done.state())
        guard case .signUpCompleted(let after) = try relaunch(world, completed.saved) else {
            throw WrongState()
        }
        let heard = await Heard.of {
            after.signIn(parameters: MSALNativeAuthSignInAfterSignUpParameters(), delegate: $0)
        }
        #expect(heard.account?.account.username == OwnServer.email)
    }

    @Test func aResetAndASignInGoOnInAnotherProcess() async throws {
        let world = try await OwnServer(.password)
        _ = try await world.signUpAndIn(password: OwnServer.password)
        world.server.clock.advance(by: 301)
        let asked: SignInPasswordRequiredState = try #require(await signIn(world).state())
        guard case .signInPasswordRequired(let password) = try relaunch(world, asked.saved) else {
            throw WrongState()
        }
        #expect(await Heard.of { password.submitPassword(password: OwnServer.password, delegate: $0) }.account != nil)
        let begun: ResetPasswordCodeRequiredState = try #require(await reset(world).state())
        guard case .resetPasswordCodeRequired(let code) = try relaunch(world, begun.saved) else {
            throw WrongState()
        }
        let typed = try await world.code()
        let accepted = await Heard.of { code.submitCode(code: typed, delegate: $0) }
        let chosen: ResetPasswordRequiredState = try #require(accepted.state())
        guard case .resetPasswordRequired(let next) = try relaunch(world, chosen.saved) else {
            throw WrongState()
        }
        let done = await Heard.of { next.submitPassword(password: OwnServer.otherPassword, delegate: $0) }
        let end: SignInAfterResetPasswordState = try #require(done.state())
        guard case .resetPasswordCompleted(let after) = try relaunch(world, end.saved) else {
            throw WrongState()
        }
        let heard = await Heard.of {
            after.signIn(parameters: MSALNativeAuthSignInAfterResetPasswordParameters(), delegate: $0)
        }
        #expect(heard.account != nil)
    }

    /// Ends the process: what is left is what was written as JSON.
    private func relaunch(
        _ world: OwnServer,
        _ saved: MSALNativeAuthSavedState
    ) throws -> MSALNativeAuthResumedState {
        #expect(!"\(saved)".contains(OwnServer.email))
        let file = try JSONEncoder().encode(saved)
        return try world.relaunchedApp().resume(try JSONDecoder().decode(MSALNativeAuthSavedState.self, from: file))
    }
}

/// A state was resumed as another one.
private struct WrongState: Error {}
