import Foundation
import GatehouseStore
import GatehouseWire

/// Describes the required inputs of flows to apps.
struct ChallengePresenter: Sendable {
    let flows: NativeFlows
    let enrolment: FactorEnrolmentFlow
    let passkeys: PasskeySignIn
    /// The number of digits of a sent code.
    let codeLength: Int

    /// Returns the error that requires the input of the current step.
    ///
    /// Secrets of the user are disclosed in the response that creates them only: the `auth_session` alone does not
    /// prove who asks.
    func error(
        for progress: NativeFlowProgress,
        of client: Client,
        rejected: RejectedSubmission? = nil,
        disclosesSecrets: Bool = true
    ) async throws(AuthorizationChallengeError) -> AuthorizationChallengeError {
        var requirement = try await requirement(of: progress, client)
        if !disclosesSecrets { requirement = requirement.withoutSecrets }
        return AuthorizationChallengeError(
            required: requirement,
            rejected: rejected,
            description: rejected == nil ? "The user must provide more." : "The input was not accepted.",
            session: progress.token,
            expiresIn: flows.seconds(until: progress.expiresAt)
        )
    }

    private func requirement(
        of progress: NativeFlowProgress,
        _ client: Client
    ) async throws(AuthorizationChallengeError) -> ChallengeRequirement {
        do throws(FlowError) {
            switch progress.step {
            case .identify:
                return .username(
                    passkeyOptions: try FlowError.wrapping(try passkeys.options(for: progress.flow))
                )
            case .password: return .password
            case .code(let step):
                return .code(
                    ChallengeRequirement.Code(
                        method: step.address.kind == .phone ? .sms : .email,
                        target: step.address.masked,
                        length: codeLength,
                        resendIn: progress.resendAt.map(flows.seconds(until:))
                    )
                )
            case .chooseFactor(let step): return .method(try await methods(step))
            case .additionalFactor(let step): return try await requirement(of: step)
            case .enrolFactor(let step): return try await requirement(of: step)
            case .recoveryCodes(let step): return .recoveryCodes(try enrolment.codes(of: step).map { Secret($0) })
            case .newPassword, .choosePassword: return .newPassword
            case .attributes(let step):
                return .attributes(
                    step.missing(of: client.attributes).map { RequestedAttribute($0, name: $0.name) }
                )
            default: throw .failed
            }
        } catch {
            throw AuthorizationChallengeError(error)
        }
    }

    private func requirement(of step: AdditionalFactorStep) async throws(FlowError) -> ChallengeRequirement {
        let others = try await methods(step.choice).filter { $0.id != step.factor.rawValue }
        guard step.factor != .passkey else { return .passkey(options: step.challenge, methods: others) }
        let isMessage = step.maskedAddress != nil
        let code = ChallengeRequirement.Code(
            method: ChallengeMethodType(step.factor),
            target: step.maskedAddress,
            length: isMessage ? codeLength : step.factor == .authenticatorApp ? TimeBasedSecret.codeLength : nil
        )
        return .code(code, methods: others)
    }

    private func requirement(of step: EnrolFactorStep) async throws(FlowError) -> ChallengeRequirement {
        let methods = step.factors.map { ChallengeMethod(id: $0.rawValue, type: ChallengeMethodType($0)) }
        if let sent = step.sentCode, let chosen = step.enrolment?.factor {
            let code = ChallengeRequirement.Code(
                method: ChallengeMethodType(chosen),
                target: sent.address.masked,
                length: codeLength
            )
            return .code(code, methods: methods.filter { $0.id != chosen.rawValue })
        }
        guard let chosen = step.enrolment?.factor, let presentation = try await enrolment.presentation(of: step) else {
            return .enrolment(methods)
        }
        let others = methods.filter { $0.id != chosen.rawValue }
        switch presentation {
        case .authenticatorApp(let keyURI, let secret):
            return .authenticatorAppEnrolment(keyURI: keyURI, secret: secret, methods: others)
        case .passkey(let options): return .passkeyEnrolment(options: options, methods: others)
        }
    }

    private func methods(_ step: ChooseFactorStep) async throws(FlowError) -> [ChallengeMethod] {
        try await flows.choices(of: step).map { choice in
            ChallengeMethod(
                id: choice.factor.rawValue,
                type: ChallengeMethodType(choice.factor),
                hint: choice.maskedAddress
            )
        }
    }
}

extension ChallengeRequirement {
    /// The requirement without recovery codes and the secret of an app, which the user can request again.
    fileprivate var withoutSecrets: ChallengeRequirement {
        switch self {
        case .recoveryCodes: .recoveryCodes([])
        case .authenticatorAppEnrolment(_, _, let methods):
            .enrolment([ChallengeMethod(id: FactorName.authenticatorApp.rawValue, type: .authenticatorApp)] + methods)
        default: self
        }
    }
}

extension ChallengeMethodType {
    init(_ factor: FactorName) {
        self =
            switch factor {
            case .mailCode: .email
            case .smsCode: .sms
            case .authenticatorApp: .authenticatorApp
            case .recoveryCode: .recoveryCode
            case .passkey: .passkey
            default: ChallengeMethodType(rawValue: factor.rawValue)
            }
    }
}
