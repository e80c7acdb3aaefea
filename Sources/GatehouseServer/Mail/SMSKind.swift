/// An SMS the server writes to a person.
package enum SMSKind: Sendable, Hashable {
    /// Proves that the number is theirs.
    case numberCode(String)
    case passwordResetCode(String)
    /// The same as a page to open.
    case passwordResetLink(MailedLink)
    /// Somebody gave the number of a member as their own.
    case numberTaken
}
