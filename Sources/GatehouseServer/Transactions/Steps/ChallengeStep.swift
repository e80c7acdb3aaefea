/// An app has named an address, and is yet to ask how the person proves that it is theirs; nothing was sent.
package struct ChallengeStep: Sendable, Equatable, Codable {
    /// The e-mail address, or for a sign-in any name of an account, normalised.
    package let email: String
    /// For a sign-up.
    package let newcomer: Newcomer?
    /// What of the mail that will be sent has been counted.
    let counted: MailCount
}
