import Foundation
package import GatehouseStore
import GatehouseWire

extension Session {
    static let table = SQLTable<Session>(
        "sessions",
        [
            ("id", { .value($0.id) }),
            ("account_id", { .value($0.accountID) }),
            ("client_id", { .value($0.clientID) }),
            ("browser_session_id", { .optionalValue($0.browserSessionID) }),
            ("is_on_other_device", { .bool($0.isOnOtherDevice) }),
            ("scopes", { .scopes($0.scopes) }),
            ("resources", { .identifiers($0.resources) }),
            ("key_thumbprint", { .text($0.keyThumbprint) }),
            ("is_offline", { .bool($0.isOffline) }),
            ("counter", { .integer($0.counter) }),
            ("rotated_at", { .date($0.rotatedAt) }),
            ("salt", { .data($0.salt) }),
            ("authenticated_at", { .date($0.authentication.authenticatedAt) }),
            ("factors", { session throws(StoreError) in try session.authentication.factorsValue() }),
            ("acr", { .optionalValue($0.authentication.requestedClass) }),
            ("claims", { session throws(StoreError) in try .optionalJSON(session.claims) }),
            ("user_agent", { .text($0.device.userAgent) }),
            ("address", { .text($0.device.address) }),
            ("created_at", { .date($0.createdAt) }),
            ("expires_at", { .date($0.expiresAt) }),
            ("expiry_day", { .int64($0.expiresAt.day) }),
            ("ended_at", { .optionalDate($0.endedAt) }),
            ("end_reason", { .optionalValue($0.endReason) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            accountID: try row.value("account_id"),
            clientID: try row.value("client_id"),
            browserSessionID: try row.optionalValue("browser_session_id"),
            isOnOtherDevice: try row.bool("is_on_other_device"),
            scopes: try row.scopes("scopes"),
            resources: try row.identifiers("resources"),
            keyThumbprint: try row.optionalText("key_thumbprint"),
            isOffline: try row.bool("is_offline"),
            salt: try row.data("salt"),
            authentication: try Authentication(row: row),
            claims: try row.optionalJSON("claims"),
            device: try DeviceDescription(row: row),
            createdAt: try row.date("created_at"),
            expiresAt: try row.date("expires_at")
        )
        counter = try row.integer("counter")
        rotatedAt = try row.date("rotated_at")
        endedAt = try row.optionalDate("ended_at")
        endReason = try row.optionalValue("end_reason")
    }

    package static let byID: SQLText = "\(table.selection) WHERE id = $1"
    /// A session, and whether the access token with the second parameter was revoked individually.
    package static let statusByID: SQLText = """
        SELECT \(table.columnList), EXISTS (SELECT 1 FROM revoked_tokens WHERE revoked_tokens.id = $2) AS is_token_revoked
        FROM sessions WHERE id = $1
        """
    package static let byAccount: SQLText = """
        \(table.selection) WHERE account_id = $1 AND ended_at IS NULL ORDER BY created_at DESC, sequence DESC
        """
    package static let revokedToken: SQLText = "SELECT id FROM revoked_tokens WHERE id = $1"
}

extension BrowserSession {
    static let table = SQLTable<BrowserSession>(
        "browser_sessions",
        [
            ("id", { .value($0.id) }),
            ("secret_hash", { .text($0.secretHash) }),
            ("account_id", { .value($0.accountID) }),
            ("authenticated_at", { .date($0.authentication.authenticatedAt) }),
            ("factors", { session throws(StoreError) in try session.authentication.factorsValue() }),
            ("acr", { .optionalValue($0.authentication.requestedClass) }),
            ("user_agent", { .text($0.device.userAgent) }),
            ("address", { .text($0.device.address) }),
            ("ends_with_browser", { .bool($0.endsWithBrowser) }),
            ("created_at", { .date($0.createdAt) }),
            ("last_used_at", { .date($0.lastUsedAt) }),
            ("expires_at", { .date($0.expiresAt) }),
            ("ended_at", { .optionalDate($0.endedAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            secretHash: try row.text("secret_hash"),
            accountID: try row.value("account_id"),
            authentication: try Authentication(row: row),
            device: try DeviceDescription(row: row),
            endsWithBrowser: try row.bool("ends_with_browser"),
            createdAt: try row.date("created_at"),
            lastUsedAt: try row.date("last_used_at"),
            expiresAt: try row.date("expires_at")
        )
        endedAt = try row.optionalDate("ended_at")
    }

    package static let byID: SQLText = "\(table.selection) WHERE id = $1"
    package static let byAccount: SQLText = """
        \(table.selection) WHERE account_id = $1 AND ended_at IS NULL ORDER BY created_at DESC, id
        """
    package static let bySecret: SQLText = "\(table.selection) WHERE secret_hash = $1"
}

extension DeviceDescription {
    fileprivate init(row: SQLRow) throws(StoreError) {
        self.init(userAgent: try row.optionalText("user_agent"), address: try row.optionalText("address"))
    }
}
