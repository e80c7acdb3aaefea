import GatehouseStore

extension StoreError {
    static let closed = StoreError.unavailable("The store is closed.")
    static let connectionLost = StoreError.unavailable("The connection to the database was lost.")
    static let unreachable = StoreError.unavailable("The database cannot be reached.")

    /// What a failed statement means to the server.
    init(_ state: SQLState) {
        self =
            state.isDamage
            ? .corrupt("database, SQLSTATE \(state.rawValue)")
            : .unavailable(
                "\(["SQLSTATE \(state.rawValue)", state.explanation].compactMap(\.self).joined(separator: ": "))."
            )
    }
}
