import Foundation
import Testing

@testable import GatehouseStorePostgres

/// The server process of a connection, suspended until it is resumed: the connection stays open, without responses.
struct SuspendedServer {
    private let process: Int32

    init(_ process: Int32) {
        self.process = process
        _ = kill(process, SIGSTOP)
    }

    init(of connection: PostgresConnection) throws {
        self.init(try #require(try connection.execute("SELECT pg_backend_pid()").flatMap { Int32($0) }))
    }

    func resume() {
        _ = kill(process, SIGCONT)
    }
}
