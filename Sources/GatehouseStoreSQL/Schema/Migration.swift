/// A migration from one schema version to the next; never changed once released.
package struct Migration: Sendable {
    package let name: String
    package let sql: String

    package init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }

    /// Returns the migrations in order.
    package static func all(for dialect: SQLDialect) -> [Migration] {
        [
            Schema1(dialect: dialect).migration, Schema2(dialect: dialect).migration,
            Schema3(dialect: dialect).migration, Schema4(dialect: dialect).migration,
            Schema5(dialect: dialect).migration,
        ]
    }
}
