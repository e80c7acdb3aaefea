package import GatehouseStore
import GatehouseWire

extension PostgresStore {
    package func session(_ id: Session.ID) async throws(StoreError) -> Session? {
        try await first("session", "\(Self.sessionSelection) WHERE id = \(id.rawValue)", Session.init)
    }

    /// Runs both queries concurrently, in one round trip to the database.
    package func sessionStatus(
        of id: Session.ID,
        token: String?
    ) async throws(StoreError) -> SessionStatus? {
        async let account = Result.of { () async throws(StoreError) in try await self.account(of: id) }
        let isRevoked: SQL =
            if let token { "EXISTS (SELECT 1 FROM revoked_tokens AS revoked WHERE revoked.id = \(token))" } else {
                "false"
            }
        let found = try await first(
            "session",
            "SELECT \(Self.sessionColumns), \(isRevoked) AS is_token_revoked FROM sessions WHERE id = \(id.rawValue)"
        ) { row throws(StoreError) in (session: try Session(row), isTokenRevoked: try row.bool("is_token_revoked")) }
        guard let found else { return nil }
        return SessionStatus(
            session: found.session,
            account: try await account.get(),
            isTokenRevoked: found.isTokenRevoked
        )
    }

    package func sessions(of account: Account.ID) async throws(StoreError) -> [Session] {
        try await all(
            "session",
            """
            \(Self.sessionSelection) WHERE account_id = \(account.rawValue) AND ended_at IS NULL
            ORDER BY created_at DESC, sequence DESC
            """,
            Session.init
        )
    }

    package func isTokenRevoked(id: String) async throws(StoreError) -> Bool {
        try await first("revoked token", "SELECT id FROM revoked_tokens WHERE id = \(id)") { _ in true } ?? false
    }

    private static let sessionColumns: SQL = """
        id, account_id, client_id, browser_session_id, is_on_other_device, scopes, is_offline, salt, authenticated_at,
        methods, claims, created_at, expires_at, counter, rotated_at, ended_at, end_reason
        """
    private static let sessionSelection: SQL = "SELECT \(sessionColumns) FROM sessions"
}

extension Result where Success: Sendable, Failure == StoreError {
    /// Returns the result of an asynchronous body.
    fileprivate static func of(_ body: () async throws(StoreError) -> Success) async -> Self {
        do throws(StoreError) { return .success(try await body()) } catch { return .failure(error) }
    }
}

extension Session {
    fileprivate init(_ row: PostgresRow) throws(StoreError) {
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

extension PostgresStore {
    package func browserSession(_ id: BrowserSession.ID) async throws(StoreError) -> BrowserSession? {
        try await browserSession(where: "id = \(id.rawValue)")
    }

    package func browserSession(secretHash: String) async throws(StoreError) -> BrowserSession? {
        try await browserSession(where: "secret_hash = \(secretHash)")
    }

    private func browserSession(where condition: SQL) async throws(StoreError) -> BrowserSession? {
        try await first(
            "browser session",
            """
            SELECT id, secret_hash, account_id, authenticated_at, methods, created_at, expires_at, ended_at
            FROM browser_sessions WHERE \(condition)
            """,
            BrowserSession.init
        )
    }
}

extension BrowserSession {
    fileprivate init(_ row: PostgresRow) throws(StoreError) {
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
