/// The person is known, and their app may fetch its tokens.
package struct GrantedStep: Sendable, Equatable, Codable {
    package let person: AuthenticatedPerson
    /// The account's revision then: whoever changed the account since has outdated the proof.
    package let revision: Int
}
