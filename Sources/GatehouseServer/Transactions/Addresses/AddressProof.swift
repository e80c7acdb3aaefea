/// How somebody shows that an address is theirs.
package enum AddressProof: Sendable {
    /// The code that was sent there.
    case code(String)
    /// The link that was sent along with it.
    case link(MailedLink)
}
