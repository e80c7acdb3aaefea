package import GatehouseWire

/// The person is asked whether the client may have what it wants.
package struct ConsentStep: Sendable, Equatable, Codable {
    package let person: AuthenticatedPerson
    /// What was agreed to before, so that the page can tell what is new.
    package let agreedBefore: ScopeSet
}
