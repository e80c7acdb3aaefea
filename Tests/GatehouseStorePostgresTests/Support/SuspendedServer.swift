import Foundation
import Testing

@testable import GatehouseStorePostgres

/// The process behind one connection, which stands still until it is resumed: the connection is there, and nobody answers.
struct SuspendedServer {
    private let process: Int32

    init(_ process: Int32) {
        self.process = process
        _ = kill(process, SIGSTOP)
    }

    init(of link: Link) throws {
        self.init(try #require(try link.execute("SELECT pg_backend_pid()").flatMap { Int32($0) }))
    }

    func resume() {
        _ = kill(process, SIGCONT)
    }
}
