package import GatehouseStore
import GatehouseWire

extension PostgresStore {
    package func session(_ id: Session.ID) async throws(StoreError) -> Session? {
        try await first("session", "\(Self.sessionSelection) WHERE id = \(id.rawValue)", Session.init)
    }

    /// All of it at once, which is one way to the database and back.
    package func standing(
        of id: Session.ID,
        token: String?
    ) async throws(StoreError) -> SessionStanding? {
        async let account = Result.of { () async throws(StoreError) in try await self.account(of: id) }
        async let isRevoked = Result.of { () async throws(StoreError) in
            guard let token else { return false }
            return try await self.isTokenRevoked(id: token)
        }
        guard let session = try await session(id) else { return nil }
        return SessionStanding(
            session: session,
            account: try await account.get(),
            isTokenRevoked: try await isRevoked.get()
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

    private static let sessionSelection: SQL = """
        SELECT id, account_id, client_id, browser_session_id, is_on_other_device, scopes, is_offline, salt,
            authenticated_at, methods, claims, created_at, expires_at, counter, rotated_at, ended_at, end_reason
        FROM sessions
        """
}

extension Result where Success: Sendable, Failure == StoreError {
    /// What an asynchronous body gives or throws.
    fileprivate static func of(_ body: () async throws(StoreError) -> Success) async -> Self {
        do throws(StoreError) { return .success(try await body()) } catch { return .failure(error) }
    }
}

extension Session {
    fileprivate init(_ row: RowReader) throws(StoreError) {
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
