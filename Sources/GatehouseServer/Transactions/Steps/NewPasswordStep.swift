package import GatehouseStore

/// The person has proven their address and chooses a new password.
package struct NewPasswordStep: Sendable, Equatable, Codable {
    package let proven: CodeStep.ProvenAddress
    package let accountID: Account.ID
    /// The account's revision when the address was proven: whoever changed the account since has outdated the proof.
    package let revision: Int
}
