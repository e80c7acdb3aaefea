import GRDB

/// Apps that sign people in on pages of their own: `native` is JSON, and NULL for all others.
enum V2 {
    static let name = "v2.native-apps"

    @Sendable static func migrate(_ db: Database) throws {
        try db.execute(sql: "ALTER TABLE clients ADD COLUMN native TEXT")
    }
}
