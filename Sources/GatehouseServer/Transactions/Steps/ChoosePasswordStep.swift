package import GatehouseWire

/// Somebody who wants to become a member has proven their address, and chooses a password.
package struct ChoosePasswordStep: Sendable, Equatable, Codable {
    package let proven: CodeStep.ProvenAddress
    /// What they have told of themselves, checked.
    package let attributes: [String: JSONValue]
}
