/// The person is known, and their app may fetch its tokens.
package struct GrantedStep: Sendable, Equatable, Codable {
    package let person: AuthenticatedPerson
    /// The revision of the account's credentials at the proof; a later revision invalidates it.
    ///
    /// `nil` in a step that an earlier version stored, whose proof is not accepted.
    package let credentialsRevision: Int?
}
