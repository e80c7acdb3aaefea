package import GatehouseStore
package import GatehouseWire

/// What a request to sign out leads to.
package enum EndSessionOutcome: Sendable {
    /// Nothing proves that the person wants it: ask them.
    case confirm(email: String?, client: Client?)
    /// Nobody is signed in any more; the browser goes where the answer says, or stays.
    case signedOut(EndSessionResponse, client: Client?)
}
