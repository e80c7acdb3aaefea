import Foundation
import GatehouseWire

@testable import GatehouseStorePostgres

/// Another transaction, which holds locks until it ends.
actor Blocker {
    private let connection: PostgresConnection

    init(_ database: TestDatabase, _ sql: String) throws {
        connection = try PostgresConnection(to: database.url, .reading)
        // The transaction stays idle while the test runs.
        try connection.execute("SET idle_in_transaction_session_timeout = 0")
        try connection.execute("BEGIN; \(sql)")
    }

    func release() throws {
        try connection.execute("ROLLBACK")
    }

    func commit() throws {
        try connection.execute("COMMIT")
    }
}
