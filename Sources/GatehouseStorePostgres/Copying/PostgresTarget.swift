package import GatehouseStore
package import GatehouseWire

/// A database that takes all the records of another backend, in one transaction.
package actor PostgresTarget: CopyTarget {
    private let url: Secret
    private let environment: ConnectionEnvironment
    private let thread = ConnectionThread(name: "gatehouse-copy")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - url: The database, as ``PostgresStore`` takes it.
    ///   - environment: Waiting and chance, for when others make the schema at the same time.
    package init(url: Secret, environment: ConnectionEnvironment) {
        self.url = url
        self.environment = environment
    }

    deinit { thread.stop() }

    package func fill(
        from source: some CopySource,
        progress: @escaping @Sendable (CopyProgress) -> Void
    ) async throws(CopyError) -> CopyCounts {
        let link = try await connect()
        // Blocks this thread, which belongs to this alone. A link that is let go of undoes what it has not committed.
        return try CopyTransaction(link: link, source: source, progress: progress).run()
    }

    /// Connects, and brings the schema up to date.
    private func connect() async throws(CopyError) -> Link {
        do throws(LinkError) {
            let link = try Link(to: url, .copying)
            try await Migrations.bringUpToDate(over: link, environment)
            return link
        } catch {
            throw .target(error == .lost ? Link.complaint(about: url) : StoreError(error))
        }
    }
}
