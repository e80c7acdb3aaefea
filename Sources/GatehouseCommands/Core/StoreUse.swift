/// The purpose for which a process opens a database.
package enum StoreUse: Sendable {
    /// Serving requests, which on SQLite one process does at a time.
    case server
    /// Reading and changing records, possibly beside a server.
    case administration(mayMakeData: Bool)

    var mayMakeData: Bool {
        switch self {
        case .server: true
        case .administration(let mayMakeData): mayMakeData
        }
    }
}
