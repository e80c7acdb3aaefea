package import GatehouseWire

/// What somebody who wants to become a member has given so far, kept until their address is proven.
package struct Newcomer: Sendable, Equatable, Codable {
    /// The hash of the password they chose.
    package let passwordHash: String?
    /// Checked, by attribute name.
    package let attributes: [String: JSONValue]
}
