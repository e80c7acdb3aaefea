package import GatehouseStore

extension Account {
    static let table = SQLTable<Account>(
        "accounts",
        [
            ("id", { .value($0.id) }),
            ("pending", { account throws(StoreError) in try .json(account.pending) }),
            ("registered_by", { .optionalValue($0.registeredBy) }),
            ("password_hash", { .text($0.passwordHash) }),
            ("attributes", { account throws(StoreError) in try .json(account.attributes) }),
            ("created_at", { .date($0.createdAt) }),
            ("updated_at", { .date($0.updatedAt) }),
            ("disabled_at", { .optionalDate($0.disabledAt) }),
            ("deletion_requested_at", { .optionalDate($0.deletion?.requestedAt) }),
            ("deletion_due_at", { .optionalDate($0.deletion?.dueAt) }),
            ("factor_reset_requested_at", { .optionalDate($0.factorReset?.requestedAt) }),
            ("factor_reset_due_at", { .optionalDate($0.factorReset?.dueAt) }),
            ("factor_reset_remind_at", { .optionalDate($0.factorReset?.remindAt) }),
            ("requires_second_factor", { .bool($0.requiresSecondFactor) }),
            ("revision", { .integer($0.revision) }),
            ("credentials_revision", { .integer($0.credentialsRevision) }),
        ]
    )

    package init(row: SQLRow, identifiers: [AccountIdentifier]) throws(StoreError) {
        self.init(
            id: try row.value("id"),
            identifiers: identifiers,
            pending: try row.json("pending"),
            registeredBy: try row.optionalValue("registered_by"),
            passwordHash: try row.optionalText("password_hash"),
            attributes: try row.json("attributes"),
            createdAt: try row.date("created_at"),
            updatedAt: try row.date("updated_at"),
            disabledAt: try row.optionalDate("disabled_at"),
            deletion: try AccountDeletion(row: row),
            factorReset: try FactorReset(row: row),
            requiresSecondFactor: try row.bool("requires_second_factor"),
            revision: try row.integer("revision"),
            credentialsRevision: try row.integer("credentials_revision")
        )
    }

    package static let byID = selection("WHERE id = $1")
    package static let bySession = selection("WHERE id = (SELECT account_id FROM sessions WHERE id = $1)")
    package static let byName = selection(
        "WHERE id = (SELECT account_id FROM account_identifiers WHERE kind = $1 AND value = $2)"
    )
    package static let dueForDeletion = selection(
        "WHERE deletion_due_at <= $1 ORDER BY deletion_due_at LIMIT $2",
        order: "found.deletion_due_at"
    )
    package static let dueForFactorReset = selection(
        """
        WHERE factor_reset_due_at IS NOT NULL AND coalesce(factor_reset_remind_at, factor_reset_due_at) <= $1
        ORDER BY coalesce(factor_reset_remind_at, factor_reset_due_at), sequence LIMIT $2
        """,
        order: "coalesce(found.factor_reset_remind_at, found.factor_reset_due_at), found.sequence"
    )
    package static let firstPage = selection("ORDER BY created_at, sequence LIMIT $1")
    package static let nextPage = selection(
        """
        WHERE (created_at, sequence) > (SELECT created_at, sequence FROM accounts WHERE id = $1)
        ORDER BY created_at, sequence LIMIT $2
        """
    )

    /// Returns a query for accounts; PostgreSQL's includes their identifiers, one in each row, for a consistent result
    /// without another round trip.
    private static func selection(
        _ clauses: String,
        order: String = "found.created_at, found.sequence"
    ) -> SQLText {
        let columns = table.columnList.split(separator: ", ").map { "found.\($0)" }.joined(separator: ", ")
        return SQLText(
            sqlite: SQLText("\(table.selection) \(clauses)").sqlite,
            postgres: """
                SELECT \(columns), names.kind, names.value, names.spelling, names.verified_at
                FROM (SELECT * FROM accounts \(clauses)) AS found
                    LEFT JOIN account_identifiers AS names ON names.account_id = found.id
                ORDER BY \(order), names.position
                """
        )
    }
}

extension AccountDeletion {
    fileprivate init?(row: SQLRow) throws(StoreError) {
        guard let dueAt = try row.optionalDate("deletion_due_at") else { return nil }
        self.init(requestedAt: try row.date("deletion_requested_at"), dueAt: dueAt)
    }
}

extension FactorReset {
    fileprivate init?(row: SQLRow) throws(StoreError) {
        guard let dueAt = try row.optionalDate("factor_reset_due_at") else { return nil }
        self.init(
            requestedAt: try row.date("factor_reset_requested_at"),
            dueAt: dueAt,
            remindAt: try row.optionalDate("factor_reset_remind_at")
        )
    }
}

/// A name with the account that it belongs to.
struct AccountName {
    let accountID: Account.ID
    /// The index of the name among those of the account.
    let position: Int
    let identifier: AccountIdentifier

    static let table = SQLTable<AccountName>(
        "account_identifiers",
        [
            ("kind", { .value($0.identifier.kind) }),
            ("value", { .text($0.identifier.value) }),
            ("spelling", { .text($0.identifier.spelling == $0.identifier.value ? nil : $0.identifier.spelling) }),
            ("account_id", { .value($0.accountID) }),
            ("position", { .integer($0.position) }),
            ("verified_at", { .optionalDate($0.identifier.verifiedAt) }),
        ]
    )
}

extension AccountIdentifier {
    package init(row: SQLRow) throws(StoreError) {
        self.init(
            kind: try row.value("kind"),
            value: try row.text("value"),
            spelling: try row.optionalText("spelling"),
            verifiedAt: try row.optionalDate("verified_at")
        )
    }

    package static let byAccount: SQLText = """
        SELECT kind, value, spelling, verified_at FROM account_identifiers WHERE account_id = $1 ORDER BY position
        """
}

extension CustomFields {
    package static let byKey: SQLText = "SELECT fields FROM custom_fields WHERE account_id = $1 AND client_id = $2"
    package static let byAccount: SQLText = """
        SELECT client_id, fields FROM custom_fields WHERE account_id = $1 ORDER BY client_id
        """
}
