import GatehouseStore

@testable import GatehouseStorePostgres

extension JobQueue<ReadJob> {
    /// What a statement answers in its column `value`, which is a BIGINT.
    func value(of sql: SQL) async throws(StoreError) -> Int? {
        let result: Result<Int?, StoreError> = await withCheckedContinuation { continuation in
            let job = ReadJob(Query(sql)) { rows throws(StoreError) in
                try rows.first("answer") { row throws(StoreError) in try row.integer("value") }
            } answer: {
                continuation.resume(returning: $0)
            }
            append(job)
        }
        return try result.get()
    }
}
