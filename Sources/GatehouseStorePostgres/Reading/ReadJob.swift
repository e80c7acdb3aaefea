import GatehouseStore

/// One caller's question; it is answered exactly once.
struct ReadJob: Refusable {
    let query: Query
    /// Whether it was sent before, over a connection that broke.
    private(set) var isSecondTry = false
    /// Reads the rows and gives the caller what was asked for.
    let answer: @Sendable (Rows) -> Void
    private let fail: @Sendable (StoreError) -> Void

    init<Value: Sendable>(
        _ query: Query,
        decode: @escaping @Sendable (Rows) throws(StoreError) -> Value,
        answer: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        self.query = query
        self.answer = { rows in
            do throws(StoreError) { answer(.success(try decode(rows))) } catch { answer(.failure(error)) }
        }
        fail = { answer(.failure($0)) }
    }

    func refuse(_ error: StoreError) { fail(error) }

    var again: ReadJob {
        var job = self
        job.isSecondTry = true
        return job
    }
}
