package import GatehouseStore
import GatehouseWire

extension DeviceAuthorization {
    /// The columns of a new authorization; those of an approval are NULL.
    static let table = SQLTable<DeviceAuthorization>(
        "devices",
        [
            ("id", { .value($0.id) }),
            ("user_code", { .text($0.userCode) }),
            ("client_id", { .value($0.clientID) }),
            ("scopes", { .scopes($0.scopes) }),
            ("resources", { .identifiers($0.resources) }),
            ("decision", { _ in .value(StoredDecision.pending) }),
            ("poll_interval", { .integer($0.interval) }),
            ("last_polled_at", { .optionalDate($0.lastPolledAt) }),
            ("created_at", { .date($0.createdAt) }),
            ("expires_at", { .date($0.expiresAt) }),
            ("redeemed_at", { .optionalDate($0.redeemedAt) }),
        ]
    )

    package init(row: SQLRow) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            userCode: try row.text("user_code"),
            clientID: try row.value("client_id"),
            scopes: try row.scopes("scopes"),
            resources: try row.identifiers("resources"),
            interval: try row.integer("poll_interval"),
            createdAt: try row.date("created_at"),
            expiresAt: try row.date("expires_at")
        )
        decision = try Decision(row: row)
        lastPolledAt = try row.optionalDate("last_polled_at")
        redeemedAt = try row.optionalDate("redeemed_at")
    }

    package static let byID: SQLText = "\(selection) WHERE id = $1"
    package static let byUserCode: SQLText = """
        \(selection) WHERE user_code = $1 ORDER BY created_at DESC, sequence DESC LIMIT 1
        """

    private static let selection = """
        SELECT \(table.columnList), approved_account_id, approved_browser_session_id, approved_scopes,
            approved_authenticated_at, approved_factors, approved_acr
        FROM devices
        """
}

extension DeviceAuthorization.Decision {
    package init(row: SQLRow) throws(StoreError) {
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
                    authentication: try Authentication(row: row, prefix: "approved_")
                )
            }
    }

    /// Returns the values of the columns `decision`, `approved_account_id`, `approved_browser_session_id`,
    /// `approved_scopes`, `approved_authenticated_at`, `approved_factors` and `approved_acr`.
    func values() throws(StoreError) -> [SQLValue] {
        let none: [SQLValue] = [.text(nil), .text(nil), .text(nil), .int64(nil), .text(nil), .text(nil)]
        switch self {
        case .pending: return [.value(StoredDecision.pending)] + none
        case .denied: return [.value(StoredDecision.denied)] + none
        case .approved(let account, let browserSession, let scopes, let authentication):
            return [
                .value(StoredDecision.approved), .value(account), .optionalValue(browserSession), .scopes(scopes),
                .date(authentication.authenticatedAt), try authentication.factorsValue(),
                .optionalValue(authentication.requestedClass),
            ]
        }
    }
}
