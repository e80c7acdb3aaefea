import GatehouseStore

extension StoreError {
    static let closed = StoreError.unavailable("The store is closed.")
    static let connectionLost = StoreError.unavailable("The connection to the database was lost.")
    static let unreachable = StoreError.unavailable("The database cannot be reached.")

    static let tooManyConnections = StoreError.exhausted(
        "The database server takes no more connections. Raise its max_connections, or the limit of this user or database, or end others:"
            + " a server of Gatehouse's holds five, a command two."
    )

    /// What a failed statement means to the server.
    init(_ state: SQLState) {
        self =
            switch state {
            case .diskFull: .exhausted("The disk of the database server is full. Make room there.")
            case .tooManyConnections: .tooManyConnections
            case _ where state.isDamage: .corrupt("database, SQLSTATE \(state.rawValue)")
            default:
                .unavailable(
                    "\(["SQLSTATE \(state.rawValue)", state.explanation].compactMap(\.self).joined(separator: ": "))."
                )
            }
    }
}
