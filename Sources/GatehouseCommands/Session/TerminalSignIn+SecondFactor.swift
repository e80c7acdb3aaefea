import Gatehouse

/// Second factors at the terminal.
extension TerminalSignIn {
    /// Prompts for a factor and for its code.
    ///
    /// - Parameter step: The factors to choose from.
    /// - Returns: The next step.
    /// - Throws: `AuthError` if the sign-in fails, `CommandError` at the end of the input.
    func prove(_ step: SecondFactorStep) async throws -> SignInStep {
        var challenge = try await chosen(of: step.factors) { try await step.choose($0) }
        while true {
            let current = challenge
            guard current.factor.kind != .passkey else {
                let next = try await trying(isOnly: current.factors.count == 1) {
                    try await current.proveWithPasskey()
                }
                if let next { return next }
                challenge = try await chosen(of: current.factors) { try await current.choose($0) }
                continue
            }
            guard let typed = try await code(of: current.factor.kind, current.delivery) else {
                challenge = try await resending(current) { try await current.choose(current.factor) }
                continue
            }
            if let next = try await reporting(.wrongCode, { try await current.submit(typed) }) { return next }
        }
    }

    /// Prompts for one of several factors, and chooses it.
    private func chosen(
        of factors: [SecondFactor],
        _ choose: (SecondFactor) async throws -> SecondFactorChallengeStep
    ) async throws -> SecondFactorChallengeStep {
        try await repeating(after: .factorBlocked) {
            let factor = try await choice(of: factors, \.kind) { factor in
                factor.kind.title + (factor.hint.map { " (\($0))" } ?? "")
            }
            return try await choose(factor)
        }
    }

    /// Uses a passkey; shows its failure and returns `nil` if there are other factors.
    private func trying<Value>(isOnly: Bool, _ body: () async throws -> Value) async throws -> Value? {
        do {
            return try await body()
        } catch let error as AuthError where !isOnly && Self.passkeyFailures.contains(error.code) {
            prompt.write(error.message)
            return nil
        }
    }

    private static let passkeyFailures: Set<AuthError.Code> = [
        .passkeyUnavailable, .passkeyRejected, .passkeyAlreadyAdded,
    ]

    /// Prompts for a factor to enrol, its contact, and its code.
    ///
    /// - Parameter step: The factors to choose from.
    /// - Returns: The next step.
    /// - Throws: `AuthError` if the sign-in fails, `CommandError` at the end of the input.
    func enrol(_ step: FactorEnrolmentStep) async throws -> SignInStep {
        prompt.write("Your account needs a second factor.")
        var contact: String?
        func chosen(
            of factors: [EnrollableFactor],
            _ enrol: (EnrollableFactor, String?) async throws -> FactorEnrolmentResult
        ) async throws -> FactorEnrolmentResult {
            let result = try await repeating(after: .factorBlocked) {
                try await repeating(after: .invalidAddress) {
                    let factor = try await choice(of: factors, \.kind) { $0.kind.title }
                    contact = try await self.contact(for: factor)
                    return try await enrol(factor, contact)
                }
            }
            if case .challenge(let challenge) = result, let app = challenge.authenticatorApp {
                prompt.write("Add this key to your authenticator app: \(app.secret)")
                prompt.write(app.keyURI)
            }
            return result
        }
        var result = try await chosen(of: step.factors) { try await step.enrol($0, contact: $1) }
        while true {
            switch result {
            case .step(let next):
                return next
            case .challenge(let challenge) where challenge.factor.kind == .passkey:
                let next = try await trying(isOnly: challenge.factors.count == 1) {
                    try await challenge.createPasskey(named: nil)
                }
                if let next { return next }
                result = try await chosen(of: challenge.factors) { try await challenge.enrol($0, contact: $1) }
            case .challenge(let challenge):
                guard let typed = try await code(of: challenge.factor.kind, challenge.delivery) else {
                    result = try await resending(result) {
                        try await challenge.enrol(challenge.factor, contact: contact)
                    }
                    continue
                }
                if let next = try await reporting(.wrongCode, { try await challenge.submit(typed) }) { return next }
            }
        }
    }

    /// Prompts for one of several factors.
    private func choice<Factor>(
        of all: [Factor],
        _ kind: (Factor) -> SecondFactorKind,
        title: (Factor) -> String
    ) async throws -> Factor {
        let hasAuthenticator = client.configuration.passkeyAuthenticator != nil
        let factors = all.filter { hasAuthenticator || kind($0) != .passkey }
        guard let first = factors.first else {
            throw CommandError("The sign-in requires a passkey.", advice: "Run: gatehouse login")
        }
        guard factors.count > 1 else { return first }
        for (index, factor) in factors.enumerated() { prompt.write("\(index + 1)  \(title(factor))") }
        while true {
            guard let number = Int(try await prompt.text("Factor [1-\(factors.count)]")),
                factors.indices.contains(number - 1)
            else { continue }
            return factors[number - 1]
        }
    }

    /// Prompts for the contact of a factor; returns `nil` for a factor without one.
    private func contact(for factor: EnrollableFactor) async throws -> String? {
        guard [.mailCode, .smsCode].contains(factor.kind) else { return nil }
        let question = factor.kind == .smsCode ? "Phone number" : "Email address"
        guard let hint = factor.hint else { return try await prompt.text(question) }
        let typed = try await prompt.answer("\(question) (Enter for \(hint))".printable)
        return typed.isEmpty ? hint : typed
    }

    /// Prompts for a code; returns `nil` to request another one.
    private func code(of kind: SecondFactorKind, _ delivery: CodeDelivery?) async throws -> String? {
        guard let delivery else { return try await prompt.text(kind.title) }
        return try await code(delivery)
    }
}

extension SecondFactorKind {
    fileprivate var title: String {
        switch self {
        case .authenticatorApp: "Code of the authenticator app"
        case .passkey: "Security key"
        case .recoveryCode: "Recovery code"
        case .mailCode: "Code by email"
        case .smsCode: "Code by SMS"
        default: rawValue
        }
    }
}
