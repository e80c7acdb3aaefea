/// How somebody who has forgotten their password is written to.
package enum ResetChannel: Sendable, Hashable {
    /// A mail with a code and a link.
    case email
    /// A text message with a code.
    case textedCode
    /// A text message with a link.
    case textedLink
}
