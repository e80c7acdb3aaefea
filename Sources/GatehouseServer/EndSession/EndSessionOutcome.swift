package import GatehouseStore
package import GatehouseWire

/// What a request to sign out leads to.
package enum EndSessionOutcome: Sendable {
    /// The user has to confirm, because no ID token of the session proves the request; the browser then goes to the
    /// URI, if there is one.
    case confirm(email: String?, client: Client?, redirectURI: RedirectURI?)
    /// Nobody is signed in any more; the browser goes where the answer says, or stays.
    case signedOut(EndSessionResponse, client: Client?)
}
