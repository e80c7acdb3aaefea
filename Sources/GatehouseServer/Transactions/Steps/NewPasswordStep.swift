package import GatehouseStore

/// The person has proven their address and chooses a new password.
package struct NewPasswordStep: Sendable, Equatable, Codable {
    package let proven: CodeStep.ProvenAddress
    package let accountID: Account.ID
    /// The revision of the account's credentials when the address was proven; a later revision invalidates the proof.
    ///
    /// `nil` in a step that an earlier version stored, whose proof is not accepted.
    package let credentialsRevision: Int?
}
