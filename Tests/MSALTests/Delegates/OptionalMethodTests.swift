import Foundation
import GatehouseTesting
import MSAL
import Testing

/// Optional methods beyond one delegate and one spelling; ``TransitionTests`` has each method both ways.
@Suite(.timeLimit(.minutes(3))) struct OptionalMethodTests {
    /// A delegate whose own method calls another one that it does not have.
    private final class Nested: SignUpVerifyCodeDelegate {
        let tell: (String) -> Void

        init(_ tell: @escaping (String) -> Void) {
            self.tell = tell
        }

        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
            tell("error: \(error.errorDescription ?? "")")
        }

        func onSignUpCompleted(newState: SignInAfterSignUpState) {
            Empty().onSignUpCompleted(newState: newState)
            tell("completed")
        }
    }

    /// A delegate whose own method calls another one of its own that is missing.
    private final class Forgetful: SignUpVerifyCodeDelegate {
        let tell: (String) -> Void
        let older: SignUpPasswordRequiredState

        init(_ older: SignUpPasswordRequiredState, _ tell: @escaping (String) -> Void) {
            self.older = older
            self.tell = tell
        }

        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
            tell("error: \(error.errorDescription ?? "")")
        }

        func onSignUpCompleted(newState: SignInAfterSignUpState) {
            onSignUpPasswordRequired(newState: older)
            tell("completed")
        }
    }

    /// A delegate whose own method calls the other one of the same name that is missing.
    private final class HalfAPair: SignUpStartDelegate, SignUpAttributesRequiredDelegate {
        let tell: (String) -> Void
        let older: SignUpAttributesRequiredState

        init(_ older: SignUpAttributesRequiredState, _ tell: @escaping (String) -> Void) {
            self.older = older
            self.tell = tell
        }

        func onSignUpStartError(error: SignUpStartError) {
            tell("error: \(error.errorDescription ?? "")")
        }

        func onSignUpAttributesRequiredError(error: AttributesRequiredError) {
            tell("error: \(error.errorDescription ?? "")")
        }

        func onSignUpAttributesInvalid(attributeNames: [String]) {
            onSignUpAttributesInvalid(attributeNames: attributeNames, newState: older)
            tell("invalid: \(attributeNames)")
        }
    }

    /// A delegate with the required method alone.
    private final class Empty: SignUpVerifyCodeDelegate {
        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {}
    }

    /// A delegate with the attributes as the tutorial spells them.
    private final class TutorialSpelling: SignUpVerifyCodeDelegate {
        let tell: (String) -> Void

        init(_ tell: @escaping (String) -> Void) {
            self.tell = tell
        }

        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
            tell("error: \(error.errorDescription ?? "")")
        }

        func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) {
            tell("tutorial: \(newState.attributes.map(\.name))")
        }
    }

    /// A delegate with both spellings.
    private final class BothSpellings: SignUpVerifyCodeDelegate {
        let tell: (String) -> Void

        init(_ tell: @escaping (String) -> Void) {
            self.tell = tell
        }

        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
            tell("error: \(error.errorDescription ?? "")")
        }

        func onSignUpAttributesRequired(newState: SignUpAttributesRequiredState) {
            tell("tutorial")
        }

        func onSignUpAttributesRequired(
            attributes: [MSALNativeAuthRequiredAttribute],
            newState: SignUpAttributesRequiredState
        ) {
            tell("own: \(attributes.map(\.name))")
        }
    }

    /// A delegate of version 1.3.
    private final class Version13: CredentialsDelegate {
        let tell: (String) -> Void

        init(_ tell: @escaping (String) -> Void) {
            self.tell = tell
        }

        func onAccessTokenRetrieveError(error: RetrieveAccessTokenError) {
            tell("error: \(error.errorDescription ?? "")")
        }

        func onAccessTokenRetrieveCompleted(accessToken: String) {
            tell(accessToken)
        }
    }

    /// A base class that conforms, and a subclass that overrides what it has.
    private class Base: SignUpVerifyCodeDelegate {
        let tell: (String) -> Void

        init(_ tell: @escaping (String) -> Void) {
            self.tell = tell
        }

        func onSignUpVerifyCodeError(error: VerifyCodeError, newState: SignUpCodeRequiredState?) {
            tell("error: \(error.errorDescription ?? "")")
        }

        func onSignUpCompleted(newState: SignInAfterSignUpState) {
            tell("base")
        }
    }

    private final class Derived: Base {
        override func onSignUpCompleted(newState: SignInAfterSignUpState) {
            tell("derived")
        }
    }

    private func told(
        _ place: Place,
        _ canned: Canned,
        _ delegate: (@escaping (String) -> Void) -> AnyObject
    ) async throws -> String {
        let state = try #require(try await place.reach(canned).state)
        if place == .signUpCode { canned.api.queue(.attributesRequired("city"), at: .signUpContinue) }
        return await told(state, delegate)
    }

    private func told(_ state: NSObject, _ delegate: (@escaping (String) -> Void) -> AnyObject) async -> String {
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

    @Test func aMethodThatCallsAMissingOneElsewhereIsThere() async throws {
        let state = try #require(try await Place.signUpCode.reach(try Canned()).state)
        #expect(await told(state, Nested.init) == "completed")
    }

    @Test func aMethodThatCallsAMissingOneOfItsOwnIsThere() async throws {
        let canned = try Canned()
        let older = try #require(try await Place.signUpPassword.reach(canned).state as? SignUpPasswordRequiredState)
        let state = try #require(try await Place.signUpCode.reach(canned).state)
        #expect(await told(state) { Forgetful(older, $0) } == "completed")
    }

    @Test func aMethodThatCallsAMissingOneOfTheSameNameIsThere() async throws {
        let canned = try Canned()
        let state = try await Place.signUpAttributes.reach(canned).state
        let older = try #require(state as? SignUpAttributesRequiredState)
        canned.api.queue(.attributesInvalid("city"), at: .signUpStart)
        let heard = await withCheckedContinuation { continuation in
            let parameters = MSALNativeAuthSignUpParameters(username: Place.email)
            parameters.attributes = ["city": ""]
            let delegate = HalfAPair(older) { continuation.resume(returning: $0) }
            canned.app.signUp(parameters: parameters, delegate: delegate)
        }
        #expect(heard == #"invalid: ["city"]"#)
    }

    @Test func theTutorialsSpellingIsHeard() async throws {
        #expect(try await told(.signUpCode, try Canned(), TutorialSpelling.init) == #"tutorial: ["city"]"#)
    }

    @Test func ofTwoSpellingsMicrosoftsOwnIsHeard() async throws {
        #expect(try await told(.signUpCode, try Canned(), BothSpellings.init) == #"own: ["city"]"#)
    }

    @Test func theTokenIsHeardAsVersion13SpellsIt() async throws {
        let canned = try Canned()
        let heard = try await told(.accessToken, canned, Version13.init)
        #expect(heard.hasPrefix("access-"), "\(heard)")
    }

    @Test func aSubclassOverridesWhatItsBaseHas() async throws {
        let state = try #require(try await Place.signUpCode.reach(try Canned()).state)
        #expect(await told(state, Base.init) == "base")
        #expect(await told(state, Derived.init) == "derived")
    }
}
