import Foundation
import GRDB
import Synchronization

@testable import GatehouseStoreSQLite

/// A database to which, while that is asked for, no further connection can be made.
struct ScarceFile {
    let pool: DatabasePool
    /// One for each connection that could not be made.
    let attempts: AsyncStream<Void>
    private let isRefusing: Flag

    init(_ directory: TemporaryDirectory) throws {
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        let (attempts, attempt) = AsyncStream.makeStream(of: Void.self)
        let isRefusing = Flag()
        var configuration = Configuration.gatehouse
        configuration.prepareDatabase { _ in
            guard isRefusing.value.load(ordering: .acquiring) else { return }
            attempt.yield()
            throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
        }
        self.attempts = attempts
        self.isRefusing = isRefusing
        pool = try DatabasePool(path: directory.database, configuration: configuration)
    }

    /// From now on connections are refused, or made again.
    func refuse(_ isRefusing: Bool) {
        self.isRefusing.value.store(isRefusing, ordering: .releasing)
    }

    private final class Flag: Sendable {
        let value = Atomic(false)
    }
}
