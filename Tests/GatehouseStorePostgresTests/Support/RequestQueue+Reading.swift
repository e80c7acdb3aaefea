import GatehouseStore
import GatehouseStoreSQL

@testable import GatehouseStorePostgres

extension RequestQueue<PostgresRead> {
    /// Returns the column `value` (BIGINT) of a query.
    func value(of sql: String) async throws(StoreError) -> Int? {
        let result: Result<Int?, StoreError> = await withCheckedContinuation { continuation in
            let job = PostgresRead(PreparedQuery(sql)) { rows throws(StoreError) in
                try rows.first("value") { row throws(StoreError) in try row.integer("value") }
            } completion: {
                continuation.resume(returning: $0)
            }
            append(job)
        }
        return try result.get()
    }
}
