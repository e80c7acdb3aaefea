/// Who may hold a ``RefreshLease``: one client in one process.
package struct LeaseHolder: Sendable, Hashable, Codable {
    /// Tells this process from any other, also from an earlier one of the same number.
    package static let process = GatehouseClient.Environment.systemRandomBytes(8).hexadecimal

    /// The process.
    package var process: String
    /// The client in it.
    package var client: String
}
