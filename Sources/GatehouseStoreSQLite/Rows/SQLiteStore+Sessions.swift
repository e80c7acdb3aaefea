import GRDB
package import GatehouseStore
import GatehouseWire

extension SQLiteStore {
    package func session(_ id: Session.ID) async throws(StoreError) -> Session? {
        try await read { db in try db.session(id) }
    }

    package func sessionStatus(
        of session: Session.ID,
        token: String?
    ) async throws(StoreError) -> SessionStatus? {
        try await read { db in
            guard let session = try db.session(session) else { return nil }
            return SessionStatus(
                session: session,
                account: try db.account(session.accountID),
                isTokenRevoked: try token.map(db.isTokenRevoked) ?? false
            )
        }
    }

    package func sessions(of account: Account.ID) async throws(StoreError) -> [Session] {
        let sql = """
            \(Database.sessionSelection) WHERE account_id = ? AND ended_at IS NULL
            ORDER BY created_at DESC, sequence DESC
            """
        return try await read { db in try db.all("session", sql, [account.rawValue], Session.init) }
    }

    package func isTokenRevoked(id: String) async throws(StoreError) -> Bool {
        try await read { db in try db.isTokenRevoked(id) }
    }
}

extension Database {
    fileprivate func session(_ id: Session.ID) throws -> Session? {
        try first("session", Self.sessionByID, [id.rawValue], Session.init)
    }

    fileprivate static let sessionSelection = """
        SELECT id, account_id, client_id, browser_session_id, is_on_other_device, scopes, is_offline, salt,
            authenticated_at, methods, claims, created_at, expires_at, counter, rotated_at, ended_at, end_reason
        FROM sessions
        """
    private static let sessionByID = "\(sessionSelection) WHERE id = ?"

    fileprivate func isTokenRevoked(_ id: String) throws -> Bool {
        try first("revoked token", "SELECT id FROM revoked_tokens WHERE id = ?", [id]) { _ in true } ?? false
    }
}

extension Session {
    fileprivate init(_ row: SQLiteRow) throws {
        self.init(
            id: try row.value("id"),
            accountID: try row.value("account_id"),
            clientID: try row.value("client_id"),
            browserSessionID: try row.optionalValue("browser_session_id"),
            isOnOtherDevice: try row.bool("is_on_other_device"),
            scopes: try row.scopes("scopes"),
            isOffline: try row.bool("is_offline"),
            salt: try row.data("salt"),
            authenticatedAt: try row.date("authenticated_at"),
            methods: try row.sharedJSON("methods"),
            claims: try row.optionalJSON("claims"),
            createdAt: try row.date("created_at"),
            expiresAt: try row.date("expires_at")
        )
        counter = try row.integer("counter")
        rotatedAt = try row.date("rotated_at")
        endedAt = try row.optionalDate("ended_at")
        endReason = try row.optionalValue("end_reason")
    }
}

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
    fileprivate init(_ row: SQLiteRow) throws {
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
