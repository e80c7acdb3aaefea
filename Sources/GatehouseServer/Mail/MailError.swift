/// Why a mail was not taken.
///
/// The text never holds an address, a password or anything of the mail.
package enum MailError: Error, Sendable, Equatable {
    /// It can go out later: the network, or a 4xx answer (RFC 5321 §4.2.1).
    case transient(String)
    /// It will never go out like this: a 5xx answer, or a mail that cannot be encoded.
    case permanent(String)
}
