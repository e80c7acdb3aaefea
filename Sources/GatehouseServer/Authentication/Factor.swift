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
    /// Returns whether the user of the account can prove the factor.
    func isEnrolled(by account: Account) async throws(ServiceFailure) -> Bool

    /// Starts a challenge.
    ///
    /// - Returns: The factor's own state, which the flow stores with its step, and the changes to commit with it.
    func challenge(
        _ account: Account,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> (state: JSONValue, changes: [ConditionalWrite])

    /// Verifies the input of the user, which the flow has counted as an attempt.
    ///
    /// - Parameters:
    ///   - input: The input in the factor's own format.
    ///   - state: The state of the challenge.
    ///   - account: The account as it is stored now.
    ///   - context: The request.
    /// - Returns: The result, with the changes to commit.
    /// - Throws: A failure of the service; the input then counts as no attempt.
    func verify(
        _ input: JSONValue,
        challenge state: JSONValue,
        of account: Account,
        _ context: FactorContext
    ) async throws(ServiceFailure) -> FactorVerification
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
}
