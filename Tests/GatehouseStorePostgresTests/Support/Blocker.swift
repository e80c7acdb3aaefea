import Foundation
import GatehouseWire

@testable import GatehouseStorePostgres

/// Somebody else's transaction, which holds locks until it ends.
actor Blocker {
    private let link: Link

    init(_ database: TestDatabase, _ sql: String) throws {
        link = try Link(to: database.url)
        try link.execute("BEGIN; \(sql)")
    }

    func release() throws {
        try link.execute("ROLLBACK")
    }

    func commit() throws {
        try link.execute("COMMIT")
    }
}
