package import GatehouseWire

/// The person is asked whether the client may have what it wants.
package struct ConsentStep: Sendable, Equatable, Codable {
    package let person: AuthenticatedPerson
    /// What they left out the last time they were asked.
    package let declined: ScopeSet
}
