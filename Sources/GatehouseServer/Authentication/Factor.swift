package import Foundation
package import GatehouseStore
package import GatehouseWire

/// A way in which users prove their identity.
package protocol Factor: Sendable {
    /// The name in records and in the audit log.
    static var name: FactorName { get }
    static var kind: FactorKind { get }
    /// The method in the `amr` claim (RFC 8176 §2).
    static var method: AMR { get }
}

extension Factor {
    /// Returns the record of a proof.
    package static func proven(at date: Date) -> ProvenFactor {
        ProvenFactor(name, kind: kind, method: method, provenAt: date)
    }
}

extension ProvenFactor {
    /// Returns the change that records the use of the factor by the user of an account.
    func use(of account: Account.ID) -> Change {
        .account(.recordUse(FactorUse(accountID: account, factor: factor, lastUsedAt: provenAt)))
    }
}

/// A factor that flows can request after another one, once the account is known.
package protocol AdditionalFactor: Factor {
    /// The evidence of the factor's strongest proof.
    static var strongestEvidence: Evidence { get }

    /// Returns the evidence that a proof would add, or `nil` if the user cannot prove the factor.
    func evidence(of holder: FactorHolder) -> Evidence?

    /// Starts a challenge.
    func challenge(
        _ holder: FactorHolder,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> FactorChallenge

    /// Verifies the input of the user, which the flow has counted as an attempt.
    ///
    /// - Parameters:
    ///   - input: The input in the factor's own format.
    ///   - state: The state of the challenge.
    ///   - holder: The account as it is stored now.
    ///   - context: The request.
    /// - Returns: The result, with the changes to commit.
    /// - Throws: A failure of the service; the input then counts as no attempt.
    func verify(
        _ input: JSONValue,
        challenge state: JSONValue,
        of holder: FactorHolder,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> FactorVerification
}

extension AdditionalFactor {
    package static var strongestEvidence: Evidence { Evidence([kind]) }

    /// Returns a challenge without state, for factors whose credentials suffice to verify the input.
    package func challenge(
        _ holder: FactorHolder,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> FactorChallenge {
        FactorChallenge()
    }
}

/// A factor whose credential users enrol themselves.
package protocol EnrollableFactor: AdditionalFactor {
    /// Returns the state of a new enrolment, in which secrets are sealed.
    func enrolment(of holder: FactorHolder, _ context: FactorContext) async throws(ServiceFailure) -> JSONValue

    /// Returns the parts of an enrolment that its user needs: a secret to scan, or options for an authenticator.
    func presentation(of enrolment: JSONValue, for account: Account) throws(ServiceFailure) -> EnrolmentPresentation

    /// Verifies the user's response to an enrolment.
    ///
    /// - Parameters:
    ///   - input: The response in the factor's own format.
    ///   - state: The state of the enrolment.
    ///   - name: The name that the user chose; `nil` for one that the factor derives.
    ///   - holder: The account as it is stored now.
    ///   - context: The request.
    /// - Returns: The credential, or the reason that there is none.
    /// - Throws: A failure of the service.
    func enrol(
        _ input: JSONValue,
        enrolment state: JSONValue,
        name: String?,
        for holder: FactorHolder,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> EnrolmentResult
}

/// The account whose user proves or enrols a factor, as it is stored now.
package struct FactorHolder: Sendable {
    package let account: Account
    package let credentials: [Credential]
    /// The factors that the user has proven in this sign-in.
    package let authentication: Authentication

    package init(account: Account, credentials: [Credential], authentication: Authentication) {
        self.account = account
        self.credentials = credentials
        self.authentication = authentication
    }

    /// Returns the credentials of a factor.
    package func credentials(of factor: FactorName) -> [Credential] { credentials.filter { $0.factor == factor } }

    /// Whether the user has a passkey or an authenticator app; without one, a second factor is an address.
    package var hasIndependentCredential: Bool { credentials.contains(where: \.isIndependent) }

    /// The account as if the sign-in had not proven a factor yet.
    var beforeSignIn: FactorHolder {
        let none = Authentication([], at: authentication.authenticatedAt)
        return FactorHolder(account: account, credentials: credentials, authentication: none)
    }
}

/// A started challenge of a factor.
package struct FactorChallenge: Sendable {
    /// The factor's own state, which the flow stores with its step.
    package let state: JSONValue
    /// The changes to commit with it.
    package let changes: [ConditionalWrite]

    package init(state: JSONValue = .null, changes: [ConditionalWrite] = []) {
        self.state = state
        self.changes = changes
    }
}

/// The result of verifying an additional factor.
package enum FactorVerification: Sendable {
    /// The input is correct. The changes, such as the use of a one-time code, are committed with the proof.
    case proven([ProvenFactor], changes: [ConditionalWrite] = [])
    /// The input is incorrect. The changes are committed with the state for the next attempt.
    case rejected(state: JSONValue, changes: [ConditionalWrite] = [])
    /// The input is not in the factor's format, and so is no attempt.
    case malformed
}

/// The result of verifying the response to an enrolment.
package enum EnrolmentResult: Sendable {
    /// The credential to store, and the factors that the response has proven.
    case enrolled(Credential, [ProvenFactor])
    case rejected
    /// The account has the maximum number of credentials of the factor.
    case tooMany
    /// The response is not in the factor's format.
    case malformed
}

/// The parts of an enrolment that its user needs.
package enum EnrolmentPresentation: Sendable, Equatable {
    /// The key URI for an authenticator app to scan, and its secret to type.
    case authenticatorApp(keyURI: Secret, secret: Secret)
    /// The options of `navigator.credentials.create()` as JSON.
    case passkey(JSONValue)
}

/// A proof of the identity of an account's user, with the changes to commit with it.
struct FactorProof: Sendable {
    /// The account as it was read.
    let account: Account
    let factors: [ProvenFactor]
    let changes: [Change]
}

/// The request in which a factor is proven.
package struct FactorContext: Sendable {
    package let client: Client
    /// The language of messages.
    package let language: Language
    package let metadata: RequestMetadata
    package let now: Date
    /// Whether the challenge repeats one whose message was sent.
    var isResent = false
}
