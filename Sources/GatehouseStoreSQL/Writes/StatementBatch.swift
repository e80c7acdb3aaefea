package import GatehouseStore

/// The statements of one commit, in order.
///
/// Each statement checks the condition of its change. In PostgreSQL, READ COMMITTED is sufficient, because each
/// condition is about rows that the statement locks. A statement that finds a row locked by another commit waits for
/// its end, and PostgreSQL then evaluates the condition again on the new row version. So of two commits that consume a
/// single-use record, the second finds it consumed. An insert that meets another one of the same key waits likewise. A
/// condition on a row that is only read locks it (`FOR SHARE`).
package struct StatementBatch: Sendable {
    package struct Statement: Sendable {
        package let text: String
        package let parameters: [SQLValue]
        /// Whether the commit conflicts if it changes nothing.
        package let isConditional: Bool
        /// The position of its change in the commit.
        package let position: Int
    }

    package private(set) var statements: [Statement] = []
    /// The counters that the commit changes, which PostgreSQL locks first.
    package private(set) var counters: Set<String> = []
    private let dialect: SQLDialect
    /// The position of the change that is being appended.
    private var position = 0

    package init(_ changes: [Change], for dialect: SQLDialect) throws(StoreError) {
        self.dialect = dialect
        statements.reserveCapacity(changes.count)
        for (position, change) in changes.enumerated() {
            self.position = position
            try change.append(to: &self)
        }
    }

    /// Appends a statement.
    mutating func append(_ write: SQLWrite, _ parameters: [SQLValue]) {
        statements.append(
            Statement(
                text: write.text[dialect],
                parameters: parameters,
                isConditional: write.isConditional,
                position: position
            )
        )
    }

    /// Appends a statement that changes a counter.
    mutating func append(_ write: SQLWrite, counter key: String, _ parameters: [SQLValue] = []) {
        if dialect == .postgres { counters.insert(key) }
        append(write, [.text(key)] + parameters)
    }
}

extension Change {
    /// Appends the statements of the change.
    fileprivate func append(to batch: inout StatementBatch) throws(StoreError) {
        switch self {
        case .account(let change): try change.append(to: &batch)
        case .credential(let change): try change.append(to: &batch)
        case .customFields(let change): try change.append(to: &batch)
        case .client(let change): try change.append(to: &batch)
        case .resource(let change): try change.append(to: &batch)
        case .consent(let change): try change.append(to: &batch)
        case .flow(let change): try change.append(to: &batch)
        case .code(let change): try change.append(to: &batch)
        case .session(let change): try change.append(to: &batch)
        case .browserSession(let change): try change.append(to: &batch)
        case .logoutNotice(let change): try change.append(to: &batch)
        case .device(let change): try change.append(to: &batch)
        case .pushedRequest(let change): try change.append(to: &batch)
        case .initialAccessToken(let change): try change.append(to: &batch)
        case .key(let change): try change.append(to: &batch)
        case .message(let change): try change.append(to: &batch)
        case .counter(let change): change.append(to: &batch)
        case .audit(let event):
            batch.append(AuditEvent.insertion, try AuditEvent.table.values(of: event))
            batch.append(EventStreamChange.notices, [.date(event.at), .value(event.id)])
        case .eventStream(let change): change.append(to: &batch)
        case .revokeToken(let id, let until): batch.append(Session.revocation, [.text(id), .date(until)])
        case .useIdentifier(let id, let until, let date): UsedIdentifier.append(id, until: until, at: date, to: &batch)
        }
    }
}

extension AuditEvent {
    fileprivate static let insertion = SQLWrite.unconditional(SQLText(table.insertion()))
}

extension Session {
    fileprivate static let revocation = SQLWrite.unconditional(
        "INSERT INTO revoked_tokens (id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING"
    )
}
