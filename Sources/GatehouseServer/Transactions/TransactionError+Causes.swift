import GatehousePasswords
import GatehouseStore

extension TransactionError {
    /// A store that failed is the server's failure; which one it was is in the log, not in the answer.
    init(_ error: StoreError) {
        self = .failed
    }

    init(_ error: PasswordHashError) {
        switch error {
        case .overloaded(let retryAfter): self = .overloaded(retryAfter: Double(retryAfter.components.seconds))
        default: self = .failed
        }
    }
}
