import Foundation
import GRDB
import GatehouseConcurrency
import GatehouseTestSupport

@testable import GatehouseStoreSQLite

/// A connection pool whose new connections can be made to fail.
struct FailingConnectionPool {
    let pool: DatabasePool
    /// An element for each failed connection.
    let attempts: AsyncStream<Void>
    private let isFailing: Flag

    init(_ directory: TemporaryDirectory) throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        let (attempts, attempt) = AsyncStream.makeStream(of: Void.self)
        let isFailing = Flag()
        var configuration = Configuration.gatehouse
        configuration.prepareDatabase { _ in
            guard isFailing.value.withLock({ $0 }) else { return }
            attempt.yield()
            throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
        }
        self.attempts = attempts
        self.isFailing = isFailing
        pool = try DatabasePool(path: directory.database, configuration: configuration)
    }

    /// Sets whether new connections fail.
    func failConnections(_ isFailing: Bool) {
        self.isFailing.value.withLock { $0 = isFailing }
    }

    private final class Flag: Sendable {
        let value = Mutex(false)
    }
}
