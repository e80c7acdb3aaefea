/// What a process opens a database for.
package enum StoreUse: Sendable {
    /// It answers requests. On SQLite one process does at a time.
    case server
    /// It works on the records, beside a server perhaps.
    case administration(mayMakeData: Bool)

    var mayMakeData: Bool {
        switch self {
        case .server: true
        case .administration(let mayMakeData): mayMakeData
        }
    }
}
