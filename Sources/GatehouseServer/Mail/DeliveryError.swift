/// Why a mail or an SMS was not taken.
///
/// The text never holds an address, a password or anything of the message.
package enum DeliveryError: Error, Sendable, Equatable {
    /// It can go out later: the network, or a 4xx answer of a mail server (RFC 5321 §4.2.1).
    case transient(String)
    /// It will never go out like this: a 5xx answer of a mail server, or a message that cannot be encoded.
    case permanent(String)
}
