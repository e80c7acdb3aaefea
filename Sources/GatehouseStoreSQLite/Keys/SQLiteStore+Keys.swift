import GRDB
package import GatehouseStore
import GatehouseWire

extension SQLiteStore {
    package func keys() async throws(StoreError) -> [StoredKey] {
        try await read { db in try db.storedKeys() }
    }
}

extension Database {
    /// Returns every signing key, in order of creation.
    func storedKeys() throws -> [StoredKey] {
        let sql = """
            SELECT id, algorithm, sealed_private_key, created_at, retired_at, expires_at FROM keys
            ORDER BY created_at, sequence
            """
        return try all("key", sql) { row in
            StoredKey(
                id: try row.value("id"),
                algorithm: try row.value("algorithm"),
                sealedPrivateKey: try row.data("sealed_private_key"),
                createdAt: try row.date("created_at"),
                retiredAt: try row.optionalDate("retired_at"),
                expiresAt: try row.optionalDate("expires_at")
            )
        }
    }
}
