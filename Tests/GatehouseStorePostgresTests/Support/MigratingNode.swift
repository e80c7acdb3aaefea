import GatehouseStoreSQL
import GatehouseWire

@testable import GatehouseStorePostgres

/// A node that applies given migrations on its own thread.
actor MigratingNode {
    private let thread = ConnectionExecutor(name: "migration")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    deinit { thread.stop() }

    func open(_ url: Secret, by steps: [Migration]) async throws {
        try await PostgresMigrations.migrate(over: try PostgresConnection(to: url, .migrating), .live, by: steps)
    }
}
