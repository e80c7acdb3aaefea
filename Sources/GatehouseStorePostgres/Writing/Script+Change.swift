import GatehouseStore

extension Script {
    mutating func append(_ change: Change) throws(StoreError) {
        switch change {
        case .account(let change): try append(change)
        case .customFields(let change): try append(change)
        case .client(let change): try append(change)
        case .consent(let change): try append(change)
        case .transaction(let change): append(change)
        case .code(let change): try append(change)
        case .session(let change): try append(change)
        case .browserSession(let change): try append(change)
        case .device(let change): try append(change)
        case .key(let change): append(change)
        case .mail(let change): append(change)
        case .counter(let change): append(change)
        case .audit(let event): append(event)
        case .revokeToken(let id, let until): revokeToken(id, until: until)
        }
    }
}
