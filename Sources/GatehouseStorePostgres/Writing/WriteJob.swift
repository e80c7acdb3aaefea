import GatehouseStore

/// One caller's work in the transaction that it shares with others; it is answered exactly once.
struct WriteJob: Refusable {
    let script: Script
    /// Reads what the last statement answers and returns what gives the caller its answer, to be called when the transaction is durable.
    let finish: @Sendable (Rows) -> @Sendable () -> Void
    private let fail: @Sendable (StoreError) -> Void

    init<Value: Sendable>(
        _ script: Script,
        decode: @escaping @Sendable (Rows) throws(StoreError) -> Value,
        answer: @escaping @Sendable (Result<Value, StoreError>) -> Void
    ) {
        self.script = script
        finish = { rows in
            let result: Result<Value, StoreError>
            do throws(StoreError) { result = .success(try decode(rows)) } catch { result = .failure(error) }
            return { answer(result) }
        }
        fail = { answer(.failure($0)) }
    }

    func refuse(_ error: StoreError) { fail(error) }
}
