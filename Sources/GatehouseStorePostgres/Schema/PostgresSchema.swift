package import GatehouseStore
import GatehouseThreads
package import GatehouseWire

/// Reads the schema of a database without changing it.
package actor PostgresSchema {
    private let url: Secret
    private let thread = ThreadExecutor(name: "gatehouse-schema")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// - Parameter url: The database URL, as for ``PostgresStore``.
    package init(of url: Secret) {
        self.url = url
    }

    /// Returns the schema; its version is 0 if the database has none yet.
    ///
    /// - Throws: ``StoreError`` if there is no connection.
    package func state() throws(StoreError) -> SchemaState {
        do throws(PostgresConnectionError) {
            // Blocks this actor's own thread.
            let connection = try PostgresConnection(to: url, .reading)
            return SchemaState(
                version: try PostgresMigrations.version(over: connection),
                latest: PostgresMigrations.steps.count
            )
        } catch {
            throw error == .lost ? ConnectionDiagnosis.reason(for: url) : StoreError(error)
        }
    }
}
