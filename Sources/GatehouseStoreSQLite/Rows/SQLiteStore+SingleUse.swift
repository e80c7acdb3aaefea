import GRDB
package import GatehouseStore
import GatehouseWire

extension SQLiteStore {
    package func code(_ id: AuthorizationCode.ID) async throws(StoreError) -> AuthorizationCode? {
        let sql = """
            SELECT id, client_id, account_id, browser_session_id, redirect_uri, scopes, nonce, code_challenge,
                code_challenge_method, authenticated_at, methods, claims, expires_at, redeemed_at, session_id
            FROM codes WHERE id = ?
            """
        return try await read { db in try db.first("code", sql, [id.rawValue], AuthorizationCode.init) }
    }
}

extension AuthorizationCode {
    fileprivate init(_ row: SQLiteRow) throws {
        self.init(
            id: try row.value("id"),
            clientID: try row.value("client_id"),
            accountID: try row.value("account_id"),
            browserSessionID: try row.optionalValue("browser_session_id"),
            redirectURI: try row.optionalText("redirect_uri"),
            scopes: try row.scopes("scopes"),
            nonce: try row.optionalText("nonce"),
            codeChallenge: try row.optionalText("code_challenge"),
            codeChallengeMethod: try row.optionalValue("code_challenge_method"),
            authenticatedAt: try row.date("authenticated_at"),
            methods: try row.json("methods"),
            claims: try row.optionalJSON("claims"),
            expiresAt: try row.date("expires_at")
        )
        redeemedAt = try row.optionalDate("redeemed_at")
        sessionID = try row.optionalValue("session_id")
    }
}

extension SQLiteStore {
    package func device(_ id: DeviceAuthorization.ID) async throws(StoreError) -> DeviceAuthorization? {
        let sql = "\(Self.deviceSelection) WHERE id = ?"
        return try await read { db in try db.first("device", sql, [id.rawValue], DeviceAuthorization.init) }
    }

    package func device(userCode: String) async throws(StoreError) -> DeviceAuthorization? {
        let sql = "\(Self.deviceSelection) WHERE user_code = ? ORDER BY created_at DESC, sequence DESC LIMIT 1"
        return try await read { db in try db.first("device", sql, [userCode], DeviceAuthorization.init) }
    }

    private static let deviceSelection = """
        SELECT id, user_code, client_id, scopes, decision, approved_account_id, approved_browser_session_id,
            approved_scopes, approved_authenticated_at, approved_methods, poll_interval, last_polled_at, created_at,
            expires_at, redeemed_at
        FROM devices
        """
}

extension DeviceAuthorization {
    fileprivate init(_ row: SQLiteRow) throws {
        self.init(
            id: try row.value("id"),
            userCode: try row.text("user_code"),
            clientID: try row.value("client_id"),
            scopes: try row.scopes("scopes"),
            interval: try row.integer("poll_interval"),
            createdAt: try row.date("created_at"),
            expiresAt: try row.date("expires_at")
        )
        decision = try Decision(row)
        lastPolledAt = try row.optionalDate("last_polled_at")
        redeemedAt = try row.optionalDate("redeemed_at")
    }
}

extension DeviceAuthorization.Decision {
    fileprivate init(_ row: SQLiteRow) throws {
        let stored: StoredDecision = try row.value("decision")
        self =
            switch stored {
            case .pending: .pending
            case .denied: .denied
            case .approved:
                .approved(
                    account: try row.value("approved_account_id"),
                    browserSession: try row.optionalValue("approved_browser_session_id"),
                    scopes: try row.scopes("approved_scopes"),
                    authenticatedAt: try row.date("approved_authenticated_at"),
                    methods: try row.json("approved_methods")
                )
            }
    }
}

extension SQLiteStore {
    package func flow(_ id: FlowRecord.ID) async throws(StoreError) -> FlowRecord? {
        let sql = "SELECT id, revision, state, created_at, expires_at, finished_at FROM flows WHERE id = ?"
        return try await read { db in
            try db.first("flow", sql, [id.rawValue]) { row in
                FlowRecord(
                    id: try row.value("id"),
                    revision: try row.integer("revision"),
                    state: try row.data("state"),
                    createdAt: try row.date("created_at"),
                    expiresAt: try row.date("expires_at"),
                    finishedAt: try row.optionalDate("finished_at")
                )
            }
        }
    }
}
