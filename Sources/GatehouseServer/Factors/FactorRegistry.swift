import GatehouseStore

/// The factors of the server.
struct FactorRegistry: Sendable {
    let password: PasswordVerifier
    let code: CodeFactor
    /// The factors that flows can request after the first one, most preferred first.
    let additional: [any AdditionalFactor]

    /// The kinds of evidence of one sign-in, if the account has enrolled all factors.
    var kinds: Set<FactorKind> {
        Set([PasswordVerifier.kind, CodeFactor.kind] + additional.map { type(of: $0).kind })
    }

    func additionalFactor(named name: FactorName) -> (any AdditionalFactor)? {
        additional.first { type(of: $0).name == name }
    }

    /// Returns the additional factors that the account has enrolled.
    func enrolled(by account: Account) async throws(ServiceFailure) -> [any AdditionalFactor] {
        var enrolled: [any AdditionalFactor] = []
        for factor in additional where try await factor.isEnrolled(by: account) { enrolled.append(factor) }
        return enrolled
    }
}
