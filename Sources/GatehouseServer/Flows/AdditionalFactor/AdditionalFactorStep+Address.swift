import GatehouseStore
import GatehouseWire

extension AdditionalFactorStep {
    /// The code that was sent; `nil` for other factors.
    package var sentCode: CodeChallengeStep? {
        guard factor == .mailCode || factor == .smsCode else { return nil }
        return try? CodeChallengeStep(factorState: challenge)
    }

    /// The masked address that a code was sent to; `nil` for other factors.
    package var maskedAddress: String? { sentCode?.address.masked }
}

extension EnrolFactorStep {
    /// The code that was sent to the address to enrol; `nil` if another factor was chosen, or none.
    package var sentCode: CodeChallengeStep? {
        guard let enrolment, enrolment.factor == .mailCode || enrolment.factor == .smsCode else { return nil }
        return try? CodeChallengeStep(factorState: enrolment.state)
    }
}

extension FlowStep {
    /// The code that the step waits for; `nil` if it waits for none.
    var sentCode: CodeChallengeStep? {
        switch self {
        case .code(let step): step
        case .additionalFactor(let step): step.sentCode
        case .enrolFactor(let step): step.sentCode
        default: nil
        }
    }
}
