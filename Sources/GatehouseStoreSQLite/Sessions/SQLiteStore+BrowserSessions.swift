import GRDB
package import GatehouseStore
import GatehouseWire

extension SQLiteStore {
    package func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession? {
        try await browserSession(where: "id = ?", id.rawValue)
    }

    package func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession? {
        try await browserSession(where: "secret_hash = ?", secretHash)
    }

    private func browserSession(where condition: String, _ value: String) async throws(StoreError) -> BrowserSession? {
        let sql = """
            SELECT id, secret_hash, account_id, authenticated_at, methods, created_at, expires_at, ended_at
            FROM browser_sessions WHERE \(condition)
            """
        return try await read { db in try db.first("browser session", sql, [value], BrowserSession.init) }
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
