import GRDB
import GatehouseStore

/// One caller's work in the transaction that it shares with others; it is answered exactly once.
struct WriteJob: Sendable {
    /// Does the work and returns what gives the caller its answer, to be called when the transaction is durable.
    ///
    /// Throws what the work did, which may have left half of itself in the transaction.
    let run: @Sendable (Database) throws -> @Sendable () -> Void
    /// The same in a savepoint: what the work throws is its caller's answer, and leaves nothing behind.
    let runApart: @Sendable (Database) -> @Sendable () -> Void
    /// Answers that the transaction, and with it the work, was lost.
    let fail: @Sendable (StoreError) -> Void

    init<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value,
        answer: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        run = { db in
            let value = try body(db)
            return { answer(.success(value)) }
        }
        runApart = { db in
            let result = Result { try db.inSavepointReturning { try body(db) } }.mapError(StoreError.init)
            return { answer(result) }
        }
        fail = { answer(.failure($0)) }
    }
}

extension Database {
    fileprivate func inSavepointReturning<Value>(_ body: () throws -> Value) throws -> Value {
        var value: Value?
        try inSavepoint {
            value = try body()
            return .commit
        }
        guard let value else { throw StoreError.unavailable("The savepoint did not run.") }
        return value
    }
}
