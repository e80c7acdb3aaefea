import GatehouseStoreSQL
import GatehouseThreads
import GatehouseWire

@testable import GatehouseStorePostgres

/// A node that applies given migrations on its own thread.
actor MigratingNode {
    private let thread = ThreadExecutor(name: "migration")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    func open(_ url: Secret, by steps: [Migration]) async throws {
        try await PostgresMigrations.migrate(over: try PostgresConnection(to: url, .migrating), .live, by: steps)
    }
}
