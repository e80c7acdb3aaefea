import GRDB
import GatehouseStore
import GatehouseStoreSQL

/// Statements, prepared once per connection.
extension Database {
    /// Executes a statement and returns the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ parameters: [SQLValue] = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: StatementArguments(parameters))
        return changesCount
    }

    /// Runs the statements of a commit.
    ///
    /// - Throws: ``StoreError/conflict(at:)`` if the condition of a change does not hold.
    func run(_ batch: StatementBatch) throws {
        for statement in batch.statements {
            do {
                let count = try run(statement.text, statement.parameters)
                if statement.isConditional, count == 0 { throw StoreError.conflict(at: statement.position) }
            } catch DatabaseError.SQLITE_CONSTRAINT_FOREIGNKEY, DatabaseError.SQLITE_CONSTRAINT_UNIQUE {
                throw StoreError.conflict(at: statement.position)
            }
        }
    }

    /// Returns the first row of a query.
    func first<Record>(_ query: SQLQuery, _ decode: (SQLRow) throws -> Record) throws -> Record? {
        let rows = try SQLiteRowIterator(query, in: self)
        return try rows.next().map(decode)
    }

    /// Returns all rows of a query.
    func all<Record>(_ query: SQLQuery, _ decode: (SQLRow) throws -> Record) throws -> [Record] {
        let rows = try SQLiteRowIterator(query, in: self)
        var records: [Record] = []
        while let row = try rows.next() { records.append(try decode(row)) }
        return records
    }

    /// Returns the accounts of a query, each with its identifiers.
    func accounts(_ query: SQLQuery) throws -> [Account] {
        try all(query) { row in
            let id: Account.ID = try row.value("id")
            let names = SQLQuery("account identifier", AccountIdentifier.byAccount, [.value(id)])
            return try Account(row: row, identifiers: all(names) { try AccountIdentifier(row: $0) })
        }
    }
}

extension StatementArguments {
    init(_ parameters: [SQLValue]) {
        self.init(parameters.lazy.map(\.databaseValue))
    }
}

extension SQLValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .text(let text): text.databaseValue
        case .int64(let number): number.databaseValue
        case .bool(let isTrue): isTrue.databaseValue
        case .data(let data): data.databaseValue
        }
    }
}
