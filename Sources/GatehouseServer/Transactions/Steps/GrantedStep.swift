/// The person is known, and their app may fetch its tokens.
package struct GrantedStep: Sendable, Equatable, Codable {
    package let person: AuthenticatedPerson
    /// The revision of the account's credentials then: a change of them since has outdated the proof.
    ///
    /// `nil` in a step that an earlier version stored, whose proof is not accepted any more.
    package let credentialsRevision: Int?
}
