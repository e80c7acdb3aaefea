import GRDB
import GatehouseStore

extension Database {
    /// Applies the change; answers whether its condition held.
    func apply(_ change: Change) throws -> Bool {
        switch change {
        case .account(let change): try apply(change)
        case .customFields(let change): try apply(change)
        case .client(let change): try apply(change)
        case .consent(let change): try apply(change)
        case .transaction(let change): try apply(change)
        case .code(let change): try apply(change)
        case .session(let change): try apply(change)
        case .browserSession(let change): try apply(change)
        case .device(let change): try apply(change)
        case .key(let change): try apply(change)
        case .mail(let change): try apply(change)
        case .counter(let change): try apply(change)
        case .audit(let event): try append(event)
        case .revokeToken(let id, let until): try revokeToken(id, until: until)
        }
    }
}
