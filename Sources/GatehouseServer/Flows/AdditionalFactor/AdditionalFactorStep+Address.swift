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

    /// The last code of each factor that the user has chosen.
    var sentCodes: [CodeChallengeStep] { (otherCodes ?? []) + [sentCode].compactMap(\.self) }

    /// Returns the last codes of all factors but one; `nil` if there are none.
    func codes(besides name: FactorName) -> [CodeChallengeStep]? {
        let codes = sentCodes.filter { $0.additionalFactor != name }
        return codes.isEmpty ? nil : codes
    }

    /// Returns the challenge of another factor, whose code was sent before.
    func returning(to code: CodeChallengeStep) throws(FlowError) -> AdditionalFactorStep {
        AdditionalFactorStep(
            choice: choice,
            factor: code.additionalFactor,
            challenge: try FlowError.wrapping(try code.factorState()),
            otherCodes: codes(besides: code.additionalFactor)
        )
    }
}

extension CodeChallengeStep {
    /// The additional factor whose code it is.
    var additionalFactor: FactorName { address.kind == .phone ? .smsCode : .mailCode }
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
