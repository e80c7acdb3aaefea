import Foundation
import GatehouseWire

/// The second factors of a sign-in, and their enrolment.
struct FirstPartyFactors: Sendable {
    /// The placeholder for the identifier of the factor that the server has chosen, which it does not send.
    private static let preselected = "preselected"
    /// The placeholder after its challenge was returned: choosing it again sends the code again.
    private static let challenged = "challenged"

    let service: FirstPartyAuthentication

    /// Returns the choice of a factor to prove.
    func step(
        for requirement: ChallengeRequirement,
        at position: NativeFlowPosition,
        _ tokenRequest: AccessTokenRequest
    ) -> SecondFactorStep {
        SecondFactorStep(
            service: service,
            choice: FactorChoice(position: position, tokenRequest: tokenRequest, factors: requirement.factors)
        )
    }

    /// Returns the choice of a factor to enrol.
    func enrolment(
        for requirement: ChallengeRequirement,
        at position: NativeFlowPosition,
        _ tokenRequest: AccessTokenRequest
    ) -> FactorEnrolmentStep {
        FactorEnrolmentStep(
            service: service,
            choice: FactorChoice(position: position, tokenRequest: tokenRequest, factors: requirement.enrollable)
        )
    }

    func choose(
        _ factor: SecondFactor,
        of choice: FactorChoice<SecondFactor>
    ) async throws(AuthError) -> SecondFactorChallengeStep {
        let progress = try await select(factor.id, isSent: factor.kind.isMessage, at: choice.position)
        guard case .required(let requirement) = progress.outcome else {
            throw .unexpectedChallenge.at(progress.position)
        }
        var chosen = factor
        if factor.id == Self.preselected { chosen = factor.with(id: Self.challenged) }
        var challenge = FactorChallenge(factor: chosen)
        switch requirement {
        case .code(let code, _): if code.target != nil { challenge.delivery = service.delivery(code) }
        case .passkey(let options, _): challenge.passkeyOptions = options
        default: throw .unexpectedChallenge.at(progress.position)
        }
        var next = choice.at(progress.position)
        next.factors = choice.factors.map { known in
            if known == factor { return chosen }
            return requirement.factors.first { $0.kind == known.kind && known.isUnnamed && !$0.isUnnamed } ?? known
        }
        return SecondFactorChallengeStep(service: service, choice: next, challenge: challenge)
    }

    func begin(
        _ factor: EnrollableFactor,
        contact: String?,
        in choice: FactorChoice<EnrollableFactor>
    ) async throws(AuthError) -> FactorEnrolmentResult {
        let isMessage = factor.kind.isMessage
        guard !isMessage || contact?.isEmpty == false else {
            throw .empty(.invalidAddress, "contact").at(choice.position)
        }
        let progress = try await select(factor.id, target: isMessage ? contact : nil, at: choice.position)
        var challenge = FactorChallenge(factor: factor)
        switch progress.outcome {
        case .required(.code(let code, _)) where isMessage:
            challenge.delivery = service.delivery(code)
        case .required(.authenticatorAppEnrolment(let keyURI, let secret, _)):
            challenge.authenticatorApp = AuthenticatorAppSetup(keyURI: keyURI, secret: secret)
        case .required(.passkeyEnrolment(let options, _)):
            challenge.passkeyOptions = options
        case .code, .required:
            return .step(try await service.step(after: progress, choice.tokenRequest))
        }
        let next = choice.at(progress.position)
        return .challenge(FactorEnrolmentChallengeStep(service: service, choice: next, challenge: challenge))
    }

    /// Submits the proof of a factor to prove or to enrol.
    func submit(
        _ proof: FactorProof,
        at position: NativeFlowPosition,
        _ tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep {
        let submission: ChallengeSubmission
        switch proof {
        case .code(let code):
            guard !code.isEmpty else { throw .empty(.wrongCode, "code").at(position) }
            submission = .code(Secret(code))
        case .passkey(let response, let name):
            submission = .passkey(response, name: name)
        }
        try await service.checkWritable(at: position)
        return try await service.step(
            after: try await service.requests.submit(submission, at: position),
            tokenRequest
        )
    }

    /// Selects a factor, or returns the challenge of the one that the server has chosen.
    ///
    /// - Parameters:
    ///   - id: The identifier of the factor.
    ///   - isSent: Whether its code is sent, and sent again if its challenge is known.
    ///   - target: The contact to enrol.
    ///   - position: The position.
    /// - Returns: The progress, with the factor's challenge.
    /// - Throws: ``AuthError``.
    private func select(
        _ id: String,
        isSent: Bool = false,
        target: String? = nil,
        at position: NativeFlowPosition
    ) async throws(AuthError) -> ChallengeProgress {
        switch id {
        case Self.challenged where isSent:
            try await service.requests.submit(.resend, at: position, isRepeatable: true)
        case Self.preselected, Self.challenged:
            try await service.requests.current(at: position)
        default:
            try await service.requests.submit(.method(id, target: target), at: position, isRepeatable: true)
        }
    }

    fileprivate static func isUnnamed(_ id: String) -> Bool { id == preselected || id == challenged }

    /// Returns the identifiers and types of a requirement's factors, the one that the server has chosen first.
    fileprivate static func list(
        _ chosen: (type: ChallengeMethodType, hint: String?)?,
        _ methods: [ChallengeMethod]
    ) -> [ChallengeMethod] {
        let first = chosen.map { ChallengeMethod(id: preselected, type: $0.type, hint: $0.hint) }
        return [first].compactMap(\.self) + methods
    }
}

extension ChallengeRequirement {
    /// The factors that the user can prove.
    fileprivate var factors: [SecondFactor] {
        let methods: [ChallengeMethod] =
            switch self {
            case .code(let code, let others): FirstPartyFactors.list((code.method, code.target), others)
            case .passkey(_, let others): FirstPartyFactors.list((.passkey, nil), others)
            case .method(let methods): methods
            default: []
            }
        return methods.map { SecondFactor(id: $0.id, kind: SecondFactorKind($0.type), hint: $0.hint) }
    }

    /// The factors that the user can enrol.
    fileprivate var enrollable: [EnrollableFactor] {
        let methods: [ChallengeMethod] =
            switch self {
            case .authenticatorAppEnrolment(_, _, let others):
                FirstPartyFactors.list((.authenticatorApp, nil), others)
            case .passkeyEnrolment(_, let others): FirstPartyFactors.list((.passkey, nil), others)
            case .enrolment(let methods): methods
            default: []
            }
        return methods.map { EnrollableFactor(id: $0.id, kind: SecondFactorKind($0.type), hint: $0.hint) }
    }
}

extension SecondFactor {
    fileprivate var isUnnamed: Bool { FirstPartyFactors.isUnnamed(id) }

    fileprivate func with(id: String) -> SecondFactor { SecondFactor(id: id, kind: kind, hint: hint) }
}

extension SecondFactorKind {
    /// Whether a code is sent.
    fileprivate var isMessage: Bool { self == .mailCode || self == .smsCode }

    fileprivate init(_ type: ChallengeMethodType) {
        switch type {
        case .email: self = .mailCode
        case .sms: self = .smsCode
        case .authenticatorApp: self = .authenticatorApp
        case .passkey: self = .passkey
        case .recoveryCode: self = .recoveryCode
        default: self.init(rawValue: type.rawValue)
        }
    }
}
