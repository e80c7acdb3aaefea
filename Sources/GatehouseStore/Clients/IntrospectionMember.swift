/// A member about the user that introspection adds for a client that is registered for it.
package enum IntrospectionMember: String, Sendable, Codable, CaseIterable {
    /// A name that the user signs in with (RFC 7662 §2.2).
    case username
    case email
}
