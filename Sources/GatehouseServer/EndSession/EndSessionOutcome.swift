package import GatehouseStore
package import GatehouseWire

/// What a request to sign out leads to.
package enum EndSessionOutcome: Sendable {
    /// Nothing proves that the user wants it: ask them. Their consent leads to the URI, if there is one.
    case confirm(email: String?, client: Client?, redirectURI: RedirectURI?)
    /// Nobody is signed in any more; the browser goes where the answer says, or stays.
    case signedOut(EndSessionResponse, client: Client?)
}
