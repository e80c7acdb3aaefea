package import GatehouseStore
import GatehouseWire

extension FlowRecord {
    static let table = SQLTable<FlowRecord>(
        "flows",
        [
            ("id", { .value($0.id) }),
            ("account_id", { .optionalValue($0.accountID) }),
            ("revision", { .integer($0.revision) }),
            ("state", { .data($0.state) }),
            ("created_at", { .date($0.createdAt) }),
            ("expires_at", { .date($0.expiresAt) }),
            ("finished_at", { .optionalDate($0.finishedAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            accountID: try row.optionalValue("account_id"),
            revision: try row.integer("revision"),
            state: try row.data("state"),
            createdAt: try row.date("created_at"),
            expiresAt: try row.date("expires_at"),
            finishedAt: try row.optionalDate("finished_at")
        )
    }

    package static let byID: SQLText = "\(table.selection) WHERE id = $1"
}

extension AuthorizationCode {
    static let table = SQLTable<AuthorizationCode>(
        "codes",
        [
            ("id", { .value($0.id) }),
            ("client_id", { .value($0.clientID) }),
            ("account_id", { .value($0.accountID) }),
            ("browser_session_id", { .optionalValue($0.browserSessionID) }),
            ("credentials_revision", { .optionalInteger($0.credentialsRevision) }),
            ("redirect_uri", { .text($0.redirectURI) }),
            ("scopes", { .scopes($0.scopes) }),
            ("resources", { .identifiers($0.resources) }),
            ("key_thumbprint", { .text($0.keyThumbprint) }),
            ("nonce", { .text($0.nonce) }),
            ("code_challenge", { .text($0.codeChallenge) }),
            ("code_challenge_method", { .optionalValue($0.codeChallengeMethod) }),
            ("authenticated_at", { .date($0.authentication.authenticatedAt) }),
            ("factors", { code throws(StoreError) in try code.authentication.factorsValue() }),
            ("acr", { .optionalValue($0.authentication.requestedClass) }),
            ("claims", { code throws(StoreError) in try .optionalJSON(code.claims) }),
            ("expires_at", { .date($0.expiresAt) }),
            ("redeemed_at", { .optionalDate($0.redeemedAt) }),
            ("session_id", { .optionalValue($0.sessionID) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            clientID: try row.value("client_id"),
            accountID: try row.value("account_id"),
            browserSessionID: try row.optionalValue("browser_session_id"),
            credentialsRevision: try row.optionalInteger("credentials_revision"),
            redirectURI: try row.optionalText("redirect_uri"),
            scopes: try row.scopes("scopes"),
            resources: try row.identifiers("resources"),
            keyThumbprint: try row.optionalText("key_thumbprint"),
            nonce: try row.optionalText("nonce"),
            codeChallenge: try row.optionalText("code_challenge"),
            codeChallengeMethod: try row.optionalValue("code_challenge_method"),
            authentication: try Authentication(row: row),
            claims: try row.optionalJSON("claims"),
            expiresAt: try row.date("expires_at")
        )
        redeemedAt = try row.optionalDate("redeemed_at")
        sessionID = try row.optionalValue("session_id")
    }

    package static let byID: SQLText = "\(table.selection) WHERE id = $1"
}

extension PushedRequest {
    static let table = SQLTable<PushedRequest>(
        "pushed_requests",
        [
            ("id", { .value($0.id) }),
            ("client_id", { .value($0.clientID) }),
            ("form", { .text($0.form) }),
            ("key_thumbprint", { .text($0.keyThumbprint) }),
            ("expires_at", { .date($0.expiresAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            clientID: try row.value("client_id"),
            form: try row.text("form"),
            keyThumbprint: try row.optionalText("key_thumbprint"),
            expiresAt: try row.date("expires_at")
        )
    }

    package static let byID: SQLText = "\(table.selection) WHERE id = $1"
}
