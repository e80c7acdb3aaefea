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
    fileprivate init(_ row: RowReader) throws {
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
