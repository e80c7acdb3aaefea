import GRDB
import GatehouseStore
import GatehouseWire

extension Database {
    func apply(_ change: CodeChange) throws -> Bool {
        switch change {
        case .insert(let code):
            try insert(
                into: "codes",
                [
                    "id": code.id.rawValue,
                    "client_id": code.clientID.rawValue,
                    "account_id": code.accountID.rawValue,
                    "browser_session_id": code.browserSessionID?.rawValue,
                    "redirect_uri": code.redirectURI,
                    "scopes": code.scopes.description,
                    "nonce": code.nonce,
                    "code_challenge": code.codeChallenge,
                    "code_challenge_method": code.codeChallengeMethod?.rawValue,
                    "authenticated_at": code.authenticatedAt.milliseconds,
                    "methods": StoredJSON.text(code.methods),
                    "claims": code.claims.map(StoredJSON.text),
                    "expires_at": code.expiresAt.milliseconds,
                    "redeemed_at": code.redeemedAt?.milliseconds,
                    "session_id": code.sessionID?.rawValue,
                ]
            )
        case .redeem(let id, let sessionID, let date):
            try update(
                "codes",
                ["redeemed_at": date.milliseconds, "session_id": sessionID.rawValue],
                where: "id = ? AND redeemed_at IS NULL",
                [id.rawValue]
            ) == 1
        }
    }
}
