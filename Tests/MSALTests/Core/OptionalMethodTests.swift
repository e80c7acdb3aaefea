import Foundation
import GatehouseTesting
import MSAL
import Testing

/// Optional methods beyond one delegate and one spelling.
///
/// ``TransitionTests`` covers each method.
@Suite(.timeLimit(.minutes(3))) struct OptionalMethodTests {
    /// A delegate whose method calls a missing method of another delegate.
    private final class CallsOtherDelegate: SignUpVerifyCodeDelegate {
        let report: (String) -> Void

        init(_ report: @escaping (String) -> Void) {
            self.report = report
        }

        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
            report("error: \(error.errorDescription ?? "")")
        }

        func onSignUpCompleted(newState: SignInAfterSignUpState) {
            Empty().onSignUpCompleted(newState: newState)
            report("completed")
        }
    }

    /// A delegate whose method calls a missing method of its own.
    private final class CallsOwnMissingMethod: SignUpVerifyCodeDelegate {
        let report: (String) -> Void
        let older: SignUpPasswordRequiredState

        init(_ older: SignUpPasswordRequiredState, _ report: @escaping (String) -> Void) {
            self.older = older
            self.report = report
        }

        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
            report("error: \(error.errorDescription ?? "")")
        }

        func onSignUpCompleted(newState: SignInAfterSignUpState) {
            onSignUpPasswordRequired(newState: older)
            report("completed")
        }
    }

    /// A delegate whose method calls the missing overload of the same name.
    private final class CallsMissingOverload: SignUpStartDelegate, SignUpAttributesRequiredDelegate {
        let report: (String) -> Void
        let older: SignUpAttributesRequiredState

        init(_ older: SignUpAttributesRequiredState, _ report: @escaping (String) -> Void) {
            self.older = older
            self.report = report
        }

        func onSignUpStartError(error: SignUpStartError) {
            report("error: \(error.errorDescription ?? "")")
        }

        func onSignUpAttributesRequiredError(error: AttributesRequiredError) {
            report("error: \(error.errorDescription ?? "")")
        }

        func onSignUpAttributesInvalid(attributeNames: [String]) {
            onSignUpAttributesInvalid(attributeNames: attributeNames, newState: older)
            report("invalid: \(attributeNames)")
        }
    }

    /// A delegate with the required method only.
    private final class Empty: SignUpVerifyCodeDelegate {
        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {}
    }

    /// A delegate with the tutorial's signature for attributes.
    private final class TutorialSpelling: SignUpVerifyCodeDelegate {
        let report: (String) -> Void

        init(_ report: @escaping (String) -> Void) {
            self.report = report
        }

        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
            report("error: \(error.errorDescription ?? "")")
        }

        func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) {
            report("tutorial: \(newState.attributes.map(\.name))")
        }
    }

    /// A delegate with both signatures.
    private final class BothSpellings: SignUpVerifyCodeDelegate {
        let report: (String) -> Void

        init(_ report: @escaping (String) -> Void) {
            self.report = report
        }

        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
            report("error: \(error.errorDescription ?? "")")
        }

        func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) {
            report("tutorial")
        }

        func onSignUpAttributesRequired(
            attributes: [MSALNativeAuthRequiredAttribute],
            newState: SignUpAttributesRequiredState
        ) {
            report("own: \(attributes.map(\.name))")
        }
    }

    /// A delegate of version 1.3.
    private final class Version13: CredentialsDelegate {
        let report: (String) -> Void

        init(_ report: @escaping (String) -> Void) {
            self.report = report
        }

        func onAccessTokenRetrieveError(error: RetrieveAccessTokenError) {
            report("error: \(error.errorDescription ?? "")")
        }

        func onAccessTokenRetrieveCompleted(accessToken: String) {
            report(accessToken)
        }
    }

    /// A base class that conforms, and a subclass that overrides its method.
    private class Base: SignUpVerifyCodeDelegate {
        let report: (String) -> Void

        init(_ report: @escaping (String) -> Void) {
            self.report = report
        }

        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
            report("error: \(error.errorDescription ?? "")")
        }

        func onSignUpCompleted(newState: SignInAfterSignUpState) {
            report("base")
        }
    }

    private final class Derived: Base {
        override func onSignUpCompleted(newState: SignInAfterSignUpState) {
            report("derived")
        }
    }

    private func reported(
        at place: CallSite,
        of stubbed: StubbedApp,
        _ delegate: (@escaping (String) -> Void) -> AnyObject
    ) async throws -> String {
        let state = try #require(try await place.prepare(stubbed).state)
        if place == .signUpCode { stubbed.api.queue(.attributesRequired("city"), at: .signUpContinue) }
        return await reported(state, delegate)
    }

    private func reported(_ state: NSObject, _ delegate: (@escaping (String) -> Void) -> AnyObject) async -> String {
        await withCheckedContinuation { continuation in
            let delegate = delegate { continuation.resume(returning: $0) }
            switch (state, delegate) {
            case (let state as SignUpCodeRequiredState, let delegate as any SignUpVerifyCodeDelegate):
                state.submitCode(code: "12345678", delegate: delegate)
            case (let account as MSALNativeAuthUserAccountResult, let delegate as any CredentialsDelegate):
                account.getAccessToken(parameters: MSALNativeAuthGetAccessTokenParameters(), delegate: delegate)
            default: continuation.resume(returning: "nothing")
            }
        }
    }

    @Test func detectsMethodThatCallsMissingMethodOfAnotherDelegate() async throws {
        let state = try #require(try await CallSite.signUpCode.prepare(try StubbedApp()).state)
        #expect(await reported(state, CallsOtherDelegate.init) == "completed")
    }

    @Test func detectsMethodThatCallsOwnMissingMethod() async throws {
        let stubbed = try StubbedApp()
        let older = try #require(
            try await CallSite.signUpPassword.prepare(stubbed).state as? SignUpPasswordRequiredState
        )
        let state = try #require(try await CallSite.signUpCode.prepare(stubbed).state)
        #expect(await reported(state) { CallsOwnMissingMethod(older, $0) } == "completed")
    }

    @Test func detectsMethodThatCallsMissingOverload() async throws {
        let stubbed = try StubbedApp()
        let state = try await CallSite.signUpAttributes.prepare(stubbed).state
        let older = try #require(state as? SignUpAttributesRequiredState)
        stubbed.api.queue(.attributesInvalid("city"), at: .signUpStart)
        let received = await withCheckedContinuation { continuation in
            let parameters = MSALNativeAuthSignUpParameters(username: CallSite.email)
            parameters.attributes = ["city": ""]
            let delegate = CallsMissingOverload(older) { continuation.resume(returning: $0) }
            stubbed.app.signUp(parameters: parameters, delegate: delegate)
        }
        #expect(received == #"invalid: ["city"]"#)
    }

    @Test func callsTutorialSpelling() async throws {
        #expect(
            try await reported(at: .signUpCode, of: try StubbedApp(), TutorialSpelling.init) == #"tutorial: ["city"]"#
        )
    }

    @Test func prefersMicrosoftsSpelling() async throws {
        #expect(try await reported(at: .signUpCode, of: try StubbedApp(), BothSpellings.init) == #"own: ["city"]"#)
    }

    @Test func callsVersion13TokenMethod() async throws {
        let stubbed = try StubbedApp()
        let received = try await reported(at: .accessToken, of: stubbed, Version13.init)
        #expect(received.hasPrefix("access-"), "\(received)")
    }

    @Test func callsOverrideOfSubclass() async throws {
        let state = try #require(try await CallSite.signUpCode.prepare(try StubbedApp()).state)
        #expect(await reported(state, Base.init) == "base")
        #expect(await reported(state, Derived.init) == "derived")
    }
}
