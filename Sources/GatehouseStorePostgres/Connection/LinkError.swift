import GatehouseStore

/// Why a statement has no answer.
enum LinkError: Error, Equatable {
    /// The connection could not be made, or is gone; what was under way may have been done or not.
    case lost
    case failed(SQLState)
    /// The database cannot be used as it is.
    case refused(String)
}

extension StoreError {
    init(_ error: LinkError) {
        self =
            switch error {
            case .lost: .connectionLost
            case .failed(let state): StoreError(state)
            case .refused(let reason): .unavailable(reason)
            }
    }
}
