/// A step of a sign-in in a storable form, for apps whose process may end between two steps.
///
/// It contains the continuation token and the user's address: store it privately, and only as long as the sign-in
/// lasts. Printing it shows neither.
package struct SavedSignIn: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativeFlowPosition, AccessTokenRequest, CodeDelivery)
        case password(NativeFlowPosition, AccessTokenRequest)
        case secondFactor(FactorChoice<SecondFactor>)
        case secondFactorChallenge(FactorChoice<SecondFactor>, FactorChallenge<SecondFactor>)
        case enrolment(FactorChoice<EnrollableFactor>)
        case enrolmentChallenge(FactorChoice<EnrollableFactor>, FactorChallenge<EnrollableFactor>)
    }

    let step: Step

    init(_ step: Step) {
        self.step = step
    }
}

/// The current step of a stored sign-in; each case has a value whose methods are the next steps.
package enum ResumedSignIn: Sendable {
    /// The user has received a code.
    case codeRequired(SignInCodeStep)
    /// The user must enter the password.
    case passwordRequired(SignInPasswordStep)
    /// The user must choose a second factor.
    case secondFactorRequired(SecondFactorStep)
    /// The user must prove the chosen second factor.
    case secondFactorChallenged(SecondFactorChallengeStep)
    /// The user must enrol a second factor.
    case enrolmentRequired(FactorEnrolmentStep)
    /// The user must prove the factor that is being enrolled.
    case enrolmentChallenged(FactorEnrolmentChallengeStep)
}

extension ResumedSignIn {
    init(_ saved: SavedSignIn, service: any NativeAuthenticationService) {
        switch saved.step {
        case .code(let position, let request, let delivery):
            self = .codeRequired(
                SignInCodeStep(service: service, position: position, tokenRequest: request, delivery: delivery)
            )
        case .password(let position, let request):
            self = .passwordRequired(SignInPasswordStep(service: service, position: position, tokenRequest: request))
        case .secondFactor(let choice):
            self = .secondFactorRequired(SecondFactorStep(service: service, choice: choice))
        case .secondFactorChallenge(let choice, let challenge):
            self = .secondFactorChallenged(
                SecondFactorChallengeStep(service: service, choice: choice, challenge: challenge)
            )
        case .enrolment(let choice):
            self = .enrolmentRequired(FactorEnrolmentStep(service: service, choice: choice))
        case .enrolmentChallenge(let choice, let challenge):
            self = .enrolmentChallenged(
                FactorEnrolmentChallengeStep(service: service, choice: choice, challenge: challenge)
            )
        }
    }
}

/// A step of a password reset in a storable form, for apps whose process may end between two steps.
///
/// It contains the continuation token and the user's address: store it privately, and only as long as the reset lasts.
/// Printing it shows neither.
package struct SavedPasswordReset: Sendable, Hashable, Codable {
    enum Step: Sendable, Hashable, Codable {
        case code(NativeFlowPosition, CodeDelivery)
        case password(NativeFlowPosition)
        case completed(NativeFlowPosition)
    }

    let step: Step

    init(_ step: Step) {
        self.step = step
    }
}

extension NativeAuthenticationService {
    /// Continues a stored sign-up, possibly of another process.
    package func resume(_ saved: SavedSignUp) -> SignUpStep {
        SignUpStep(saved, service: self)
    }

    /// Continues a stored sign-in, possibly of another process.
    package func resume(_ saved: SavedSignIn) -> ResumedSignIn {
        ResumedSignIn(saved, service: self)
    }

    /// Continues a stored password reset, possibly of another process.
    package func resume(_ saved: SavedPasswordReset) -> PasswordResetStep {
        PasswordResetStep(saved, service: self)
    }
}
