import Foundation
import GatehouseWire

@testable import GatehouseStorePostgres

/// Somebody else's transaction, which holds locks until it ends.
actor Blocker {
    private let link: Link

    init(_ database: TestDatabase, _ sql: String) throws {
        link = try Link(to: database.url, .reading)
        // It waits for the tests, which take their time on a busy machine.
        try link.execute("SET idle_in_transaction_session_timeout = 0")
        try link.execute("BEGIN; \(sql)")
    }

    func release() throws {
        try link.execute("ROLLBACK")
    }

    func commit() throws {
        try link.execute("COMMIT")
    }
}
