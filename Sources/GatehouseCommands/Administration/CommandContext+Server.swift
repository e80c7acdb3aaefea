import Foundation
import GatehouseDelivery
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import Logging

extension CommandContext {
    /// Returns a server: opens the store, reads the key file and compares the clock with the database's.
    ///
    /// Creates missing data if the use allows it; otherwise missing data is an error, because the path is wrong.
    func server(
        _ settings: Settings,
        logger: Logger,
        hasher: PasswordHasher,
        for use: StoreUse
    ) async throws(CommandError) -> IdentityServer {
        let (store, masterKey) = try await data(settings, logger, for: use)
        let clock = StoreClock(wall: now, uptime: uptime)
        do { try await clock.measure(store) } catch { throw CommandError(error) }
        // Each has threads of its own, so that the keys and documents of clients that register themselves do not delay
        // the keys of other clients and of configured issuers.
        let keys = try remoteTransport(settings, for: use)
        let untrustedKeys = try remoteTransport(settings, for: use)
        let documents = try remoteTransport(settings, for: use)
        let environment = ServerEnvironment(now: { clock.now }, uptime: uptime, random: random, logger: logger)
        return IdentityServer(
            settings: settings.server,
            environment: environment,
            store: store,
            masterKey: masterKey,
            hasher: hasher,
            clock: clock,
            publishedKeys: RemoteKeySets(
                fetcher: keys ?? UnavailableDocuments(),
                untrusted: untrustedKeys ?? UnavailableDocuments(),
                environment: environment
            ),
            documents: documents ?? UnavailableDocuments(),
            metrics: instruments.server
        )
    }

    /// Returns the transport to clients' servers; only a running server fetches keys and documents.
    private func remoteTransport(
        _ settings: Settings,
        for use: StoreUse
    ) throws(CommandError) -> RemoteTransport? {
        guard case .server = use else { return nil }
        return RemoteTransport(try settings.remote.transport(for: settings.server))
    }

    /// Opens the store before it creates a key, so that two processes that start at once create one of each.
    private func data(
        _ settings: Settings,
        _ logger: Logger,
        for use: StoreUse
    ) async throws(CommandError) -> (any Store, MasterKey) {
        try checkLocation(settings, for: use)
        // Before the store records the database server in it.
        if case .server = use { try settings.data.create() }
        let store: (any Store)?
        let database = DatabaseReference(
            location: settings.database,
            serverFile: settings.data.databaseServer,
            acceptsServer: settings.acceptsDatabaseServer,
            logger: logger
        )
        do { store = try await openStore(database, use) } catch { throw CommandError(error) }
        guard let store else { throw Self.noData(in: settings.database.name) }
        openedStores.insert(store)
        return (store, try await masterKey(settings, of: store, for: use))
    }

    /// Throws if the database does not exist, unless the use allows its creation.
    private func checkLocation(_ settings: Settings, for use: StoreUse) throws(CommandError) {
        // Read first: a key is created after its database, so a key without a database means that one is lost.
        let key = try settings.data.existingKey()
        let database = settings.database
        guard !database.holdsData else {
            guard !settings.beginsAnew else { throw Self.nothingLost(database) }
            return
        }
        guard use.allowsCreation else { throw Self.noData(in: key == nil ? settings.data.folder.path : database.name) }
        guard key == nil || settings.beginsAnew else {
            throw settings.data.missing(database)
        }
    }

    private static func nothingLost(_ database: DatabaseLocation) -> CommandError {
        let advice = "Leave out --begin-anew, which is for a key file whose SQLite database is gone."
        return switch database {
        case .sqlite: CommandError("The database \(database.name) exists.", advice: advice)
        case .postgres: CommandError("The database \(database.name) is on PostgreSQL.", advice: advice)
        }
    }

    private static func noData(in path: String) -> CommandError {
        CommandError(
            "No Gatehouse data in '\(path)'.",
            advice: "Check --data, --database and --config, or start the server to create it."
        )
    }

    /// Returns the key that decrypts the store's keys; creates one only for an empty store.
    private func masterKey(
        _ settings: Settings,
        of store: any Store,
        for use: StoreUse
    ) async throws(CommandError) -> MasterKey {
        let data = settings.data
        let stored: [StoredKey]
        do { stored = try await store.keys() } catch { throw CommandError(error) }
        let key = try data.existingKey()
        if let key, stored.allSatisfy(key.opens) { return key }
        switch settings.database {
        case .postgres where !stored.isEmpty:
            throw CommandError(
                "Key file '\(data.keyFile.path)' doesn't belong to database '\(settings.database.name)'.",
                advice:
                    "Copy the file 'key' from another node's data folder, or set --data to its folder."
            )
        case .sqlite where key != nil:
            throw CommandError(
                "Key file '\(data.keyFile.path)' doesn't belong to database '\(settings.database.name)'.",
                advice: "Restore its key file, or set --data to its folder."
            )
        case .sqlite where try await !isNew(store, stored):
            throw data.missingKey(of: settings.database)
        default: break
        }
        guard use.allowsCreation else { throw Self.noData(in: settings.database.name) }
        return try data.masterKey(random: random)
    }

    /// Returns whether the store is still empty, as after an interrupted first start.
    private func isNew(_ store: any Store, _ keys: [StoredKey]) async throws(CommandError) -> Bool {
        do throws(StoreError) {
            guard keys.isEmpty, try await store.clients(after: nil, limit: 1).isEmpty else { return false }
            return try await store.accounts(after: nil, limit: 1).isEmpty
        } catch {
            throw CommandError(error)
        }
    }
}
