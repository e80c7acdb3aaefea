import Foundation
import GatehouseWire

@testable import GatehouseStorePostgres

/// Somebody else's transaction, which holds a lock until it is let go.
actor Blocker {
    private let link: Link

    init(_ database: TestDatabase, _ lock: String) throws {
        link = try Link(to: database.url)
        try link.execute("BEGIN; \(lock)")
    }

    func release() throws {
        try link.execute("ROLLBACK")
    }
}
