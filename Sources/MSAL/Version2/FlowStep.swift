import Foundation
import Gatehouse

/// The next step of a flow of version 2.
enum FlowStep: Sendable {
    case codeRequired(CodeStep)
    case passwordRequired(PasswordStep)
    case newPasswordRequired(PasswordResetPasswordStep)
    case attributesRequired(SignUpAttributesStep)
    case methodSelectionRequired(SecondFactorStep)
    case mfaVerificationRequired(SecondFactorChallengeStep, CodeDelivery)
    case registrationRequired(FactorEnrolmentStep)
    case registrationVerificationRequired(RegistrationStep, CodeDelivery)
    case signedUp(SignUpCompletion)
    case passwordReset(PasswordResetCompletion)
    case signedIn(AccountSession)
    /// A step without a state in this API.
    case unsupported

    init(_ step: SignInStep) async throws(AuthError) {
        switch try await SignInOutcome(step) {
        case .codeRequired(let step): self = .codeRequired(.signIn(step))
        case .passwordRequired(let step): self = .passwordRequired(.signIn(step))
        case .secondFactorRequired(let step): self = .methodSelectionRequired(step)
        case .enrolmentRequired(let step): self = .registrationRequired(step)
        case .signedIn(let signedIn): self = .signedIn(signedIn)
        case .unsupported: self = .unsupported
        }
    }

    init(_ step: SignUpStep) {
        switch step {
        case .codeRequired(let step): self = .codeRequired(.signUp(step))
        case .passwordRequired(let step): self = .passwordRequired(.signUp(step))
        case .attributesRequired(let step): self = .attributesRequired(step)
        case .completed(let step): self = .signedUp(step)
        }
    }

    init(_ step: SecondFactorChallengeStep) {
        self = step.delivery.map { .mfaVerificationRequired(step, $0) } ?? .unsupported
    }

    /// Creates the step after starting a registration.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - contact: The address to register; `nil` if the server proposed none.
    /// - Throws: The error of a completed sign-in whose session cannot be read.
    init(_ result: FactorEnrolmentResult, contact: String?) async throws(AuthError) {
        switch result {
        case .challenge(let step):
            let registration = RegistrationStep(step: step, contact: contact)
            self = step.delivery.map { .registrationVerificationRequired(registration, $0) } ?? .unsupported
        case .step(let step):
            self = try await FlowStep(step)
        }
    }

    /// The correlation ID for logs; `nil` at the end of the flow.
    var correlationID: UUID? {
        switch self {
        case .codeRequired(let step): step.correlationID
        case .passwordRequired(let step): step.correlationID
        case .newPasswordRequired(let step): step.correlationID
        case .attributesRequired(let step): step.correlationID
        case .methodSelectionRequired(let step): step.correlationID
        case .mfaVerificationRequired(let step, _): step.correlationID
        case .registrationRequired(let step): step.correlationID
        case .registrationVerificationRequired(let registration, _): registration.step.correlationID
        case .signedUp(let step): step.correlationID
        case .passwordReset(let step): step.correlationID
        case .signedIn, .unsupported: nil
        }
    }
}

/// The code of a flow's first factor.
enum CodeStep: Sendable {
    case signIn(SignInCodeStep)
    case signUp(SignUpCodeStep)
    case passwordReset(PasswordResetCodeStep)

    var delivery: CodeDelivery {
        switch self {
        case .signIn(let step): step.delivery
        case .signUp(let step): step.delivery
        case .passwordReset(let step): step.delivery
        }
    }

    var correlationID: UUID {
        switch self {
        case .signIn(let step): step.correlationID
        case .signUp(let step): step.correlationID
        case .passwordReset(let step): step.correlationID
        }
    }

    func submit(_ code: String) async throws(AuthError) -> FlowStep {
        switch self {
        case .signIn(let step): try await FlowStep(step.submit(code))
        case .signUp(let step): FlowStep(try await step.submit(code))
        case .passwordReset(let step): .newPasswordRequired(try await step.submit(code))
        }
    }

    func resend() async throws(AuthError) -> FlowStep {
        switch self {
        case .signIn(let step): .codeRequired(.signIn(try await step.resend()))
        case .signUp(let step): .codeRequired(.signUp(try await step.resend()))
        case .passwordReset(let step): .codeRequired(.passwordReset(try await step.resend()))
        }
    }
}

/// The password of a sign-in, or the new one of a sign-up.
enum PasswordStep: Sendable {
    case signIn(SignInPasswordStep)
    case signUp(SignUpPasswordStep)

    var correlationID: UUID {
        switch self {
        case .signIn(let step): step.correlationID
        case .signUp(let step): step.correlationID
        }
    }

    func submit(_ password: String) async throws(AuthError) -> FlowStep {
        switch self {
        case .signIn(let step): try await FlowStep(step.submit(password))
        case .signUp(let step): FlowStep(try await step.submit(password))
        }
    }
}

/// The registration of a second factor whose code was sent to a contact.
struct RegistrationStep: Sendable {
    let step: FactorEnrolmentChallengeStep
    let contact: String?

    func submit(_ code: String) async throws(AuthError) -> FlowStep { try await FlowStep(step.submit(code)) }

    func resend() async throws(AuthError) -> FlowStep {
        try await FlowStep(step.enrol(step.factor, contact: contact), contact: contact)
    }
}
