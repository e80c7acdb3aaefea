import GatehouseStore
import GatehouseWire

/// A browser session that is about to begin, with the secret its cookie will carry.
struct NewBrowserSession: Sendable {
    let id: BrowserSession.ID
    let secret: Secret
    let changes: [Guarded]
}

extension Move {
    /// Signs the browser in, if there is one, in the same commit as the rest of the move.
    mutating func add(_ session: NewBrowserSession?, _ more: [Guarded]) {
        signedIn = session?.secret
        changes = (session?.changes ?? []) + changes + more
    }
}
