import GatehouseStore
import GatehouseWire

/// A session that begins once its changes are committed.
struct StartedSession: Sendable {
    let id: Session.ID
    let tokens: GrantedTokens
    let changes: [Change]
}
