import GatehouseStore

/// The factors of the server.
package struct FactorRegistry: Sendable {
    let password: PasswordVerifier
    let code: CodeFactor
    /// The factors that flows can request after the first one, most preferred first.
    let additional: [any AdditionalFactor]
    private let credentials: any CredentialReader
    private let failures: FailureLog

    init(
        password: PasswordVerifier,
        code: CodeFactor,
        additional: [any AdditionalFactor],
        credentials: any CredentialReader,
        failures: FailureLog
    ) {
        self.password = password
        self.code = code
        self.additional = additional
        self.credentials = credentials
        self.failures = failures
    }

    /// The evidence of one sign-in, if the user has enrolled all factors.
    var strongestEvidence: Evidence {
        additional.reduce(Evidence([PasswordVerifier.kind, CodeFactor.kind])) {
            $0.union(type(of: $1).strongestEvidence)
        }
    }

    func additionalFactor(named name: FactorName) -> (any AdditionalFactor)? {
        additional.first { type(of: $0).name == name }
    }

    /// The factors that users enrol, most preferred first.
    var enrollable: [any EnrollableFactor] { additional.compactMap { $0 as? any EnrollableFactor } }

    func enrollableFactor(named name: FactorName) -> (any EnrollableFactor)? {
        enrollable.first { type(of: $0).name == name }
    }

    /// The factors that prove an address, most preferred first.
    var addressFactors: [any AddressFactor] { additional.compactMap { $0 as? any AddressFactor } }

    func addressFactor(named name: FactorName) -> (any AddressFactor)? {
        addressFactors.first { type(of: $0).name == name }
    }

    /// Returns the account with its credentials.
    func holder(
        _ account: Account,
        after authentication: Authentication
    ) async throws(ServiceFailure) -> FactorHolder {
        do {
            let credentials = try await credentials.credentials(of: account.id)
            return FactorHolder(account: account, credentials: credentials, authentication: authentication)
        } catch {
            throw failures.record(error)
        }
    }

    /// Returns the factors that the user can prove in addition, most preferred first.
    func available(to holder: FactorHolder) -> [AvailableFactor] {
        additional.compactMap { factor in
            factor.evidence(of: holder).map { AvailableFactor(type(of: factor).name, $0) }
        }
    }
}
