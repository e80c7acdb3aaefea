import GatehouseWire

@testable import GatehouseStorePostgres

/// A node that takes the steps of some version, on a thread of its own.
actor Opener {
    private let thread = ConnectionThread(name: "opener")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    deinit { thread.stop() }

    func open(_ url: Secret, by steps: [Migration]) async throws {
        try await Migrations.bringUpToDate(over: try Link(to: url, .migrating), .live, by: steps)
    }
}
