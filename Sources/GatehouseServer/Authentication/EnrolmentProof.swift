import Foundation
import GatehouseStore

/// The proof of a passkey or authenticator app in the sign-in that added another credential.
///
/// The state of the added credential contains it, so that the link of a notice keeps the credentials that the user has
/// added, and removes those that an attacker may have added.
struct EnrolmentProof: Codable, Sendable {
    let credential: Credential.ID
    let provenAt: Date
}

extension FactorHolder {
    /// The latest proof of a passkey or app in this sign-in; `nil` if there is none, or the credential was used again
    /// since.
    var enrolmentProof: EnrolmentProof? {
        credentials.filter(\.isIndependent).compactMap { credential in
            credential.lastUsedAt.flatMap { usedAt in
                authentication.factors.contains { $0.factor == credential.factor && $0.provenAt == usedAt }
                    ? EnrolmentProof(credential: credential.id, provenAt: usedAt) : nil
            }
        }
        .max { $0.provenAt < $1.provenAt }
    }
}

extension Credential {
    /// The part of the state that all factors share.
    private struct SharedState: Decodable {
        let enrolmentProof: EnrolmentProof?
    }

    /// The proof in the sign-in that added the credential.
    var enrolmentProof: EnrolmentProof? { (try? decodedState(as: SharedState.self))?.enrolmentProof }
}

extension [Credential] {
    /// Returns the credentials that the link of a notice keeps.
    ///
    /// It removes those that the notice is about and all that were added since the notice, except those that were
    /// added after a new proof of a credential that remains: an attacker who can use it has no need to add another.
    ///
    /// - Parameters:
    ///   - notice: The time of the notice.
    ///   - removed: The credentials that the notice is about; empty for a notice of another change.
    /// - Returns: The credentials that remain.
    func kept(since notice: Date, removing removed: [Credential.ID]) -> [Credential] {
        reduce(into: []) { kept, credential in
            guard !removed.contains(credential.id) else { return }
            let isOlder = credential.createdAt < notice
            let isAddedAfterProof = credential.enrolmentProof.map { proof in
                proof.provenAt > notice && kept.contains { $0.id == proof.credential }
            }
            if isOlder || isAddedAfterProof == true { kept.append(credential) }
        }
    }
}
