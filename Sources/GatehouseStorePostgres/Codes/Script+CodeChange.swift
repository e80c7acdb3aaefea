import GatehouseStore
import GatehouseWire

extension Script {
    mutating func append(_ change: CodeChange) throws(StoreError) {
        switch change {
        case .insert(let code):
            insert(
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
                    "methods": try StoredJSON.text(code.methods),
                    "claims": try StoredJSON.optionalText(code.claims),
                    "expires_at": code.expiresAt.milliseconds,
                    "redeemed_at": code.redeemedAt?.milliseconds,
                    "session_id": code.sessionID?.rawValue,
                ]
            )
        case .redeem(let id, let sessionID, let date):
            update(
                "codes",
                ["redeemed_at": date.milliseconds, "session_id": sessionID.rawValue],
                where: "id = \(id.rawValue) AND redeemed_at IS NULL"
            )
        }
    }
}
