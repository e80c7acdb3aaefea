package import GatehouseStore

/// The person has proven their address and chooses a new password.
package struct NewPasswordStep: Sendable, Equatable, Codable {
    package let proven: CodeStep.ProvenEmail
    package let accountID: Account.ID
}
