import GRDB
package import GatehouseStore
import GatehouseWire

extension SQLiteStore {
    package func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession? {
        let sql = "SELECT * FROM browser_sessions WHERE id = ?"
        return try await read { db in try db.first("browser session", sql, [id.rawValue], BrowserSession.init) }
    }

    package func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession? {
        let sql = "SELECT * FROM browser_sessions WHERE secret_hash = ?"
        return try await read { db in try db.first("browser session", sql, [secretHash], BrowserSession.init) }
    }
}

extension BrowserSession {
    fileprivate init(_ row: RowReader) throws {
        self.init(
            id: try row.value("id"),
            secretHash: try row.text("secret_hash"),
            accountID: try row.value("account_id"),
            authenticatedAt: try row.date("authenticated_at"),
            methods: try row.json("methods"),
            createdAt: try row.date("created_at"),
            expiresAt: try row.date("expires_at")
        )
        endedAt = try row.optionalDate("ended_at")
    }
}
