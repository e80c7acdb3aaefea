import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import Logging

extension CommandContext {
    /// Returns the core of a server: opens the store, reads the key file and sets the clock by the database.
    ///
    /// Data are made where there are none yet if that use allows it; otherwise that is a failure, because the path is
    /// wrong.
    func serverCore(
        _ settings: Settings,
        logger: Logger,
        hasher: PasswordHasher,
        for use: StoreUse
    ) async throws(CommandFailure) -> ServerCore {
        let (store, masterKey) = try await data(settings, for: use)
        let clock = StoreClock(wall: now, uptime: uptime)
        do { try await clock.measure(store) } catch { throw CommandFailure(error) }
        return ServerCore(
            settings: settings.server,
            environment: ServerEnvironment(now: { clock.now }, random: random, logger: logger),
            store: store,
            masterKey: masterKey,
            hasher: hasher,
            clock: clock
        )
    }

    /// Opens the store before it creates a key, so that two processes that start at once create one of each.
    private func data(_ settings: Settings, for use: StoreUse) async throws(CommandFailure) -> (any Store, MasterKey) {
        try checkPlace(settings, for: use)
        let store: (any Store)?
        do { store = try await openStore(settings.database, use) } catch { throw CommandFailure(error) }
        guard let store else { throw Self.noData(in: settings.database.name) }
        openedStores.insert(store)
        return (store, try await masterKey(settings, of: store, for: use))
    }

    /// Refuses to create a database where there is none, unless the use allows it.
    private func checkPlace(_ settings: Settings, for use: StoreUse) throws(CommandFailure) {
        // Read first: a key is created after its database, so a key without a database means that one is lost.
        let key = try settings.data.presentKey()
        let database = settings.database
        guard !database.holdsData else { return }
        guard use.mayMakeData else { throw Self.noData(in: key == nil ? settings.data.folder.path : database.name) }
        guard key == nil || settings.beginsAnew else {
            throw CommandFailure(
                "The key file \(settings.data.keyFile.path) is there, and its database \(database.name) is not.",
                advice: "Put the database back. To begin anew without it, start the server with --begin-anew."
            )
        }
    }

    private static func noData(in place: String) -> CommandFailure {
        CommandFailure(
            "There is no Gatehouse data in \(place).",
            advice: "Start the server first, or give --data, --database or --config."
        )
    }

    /// Returns the key that opens the store; creates one only for an empty store.
    private func masterKey(
        _ settings: Settings,
        of store: any Store,
        for use: StoreUse
    ) async throws(CommandFailure) -> MasterKey {
        let data = settings.data
        let stored: [StoredKey]
        do { stored = try await store.keys() } catch { throw CommandFailure(error) }
        let key = try data.presentKey()
        if let key, stored.allSatisfy(key.opens) { return key }
        switch settings.database {
        case .postgres where !stored.isEmpty:
            throw CommandFailure(
                "The database \(settings.database.name) is in use, and its key file is not \(data.keyFile.path).",
                advice:
                    "Copy the file key from the data directory of another node, or give --data the folder that it is in."
            )
        case .sqlite where key != nil:
            throw CommandFailure(
                "The database \(settings.database.name) belongs to another key file than \(data.keyFile.path).",
                advice: "Put back the key file that it belongs to, or give --data the folder that it is in."
            )
        case .sqlite where try await !isNew(store, stored):
            throw CommandFailure(
                "The key file \(data.keyFile.path) is missing, and without it the database \(settings.database.name) is of no use.",
                advice: "Put its backup back, or give --data the folder that it is in."
            )
        default: break
        }
        guard use.mayMakeData else { throw Self.noData(in: settings.database.name) }
        return try data.masterKey(random: random)
    }

    /// Returns whether the store is still empty, as after an interrupted first start.
    private func isNew(_ store: any Store, _ keys: [StoredKey]) async throws(CommandFailure) -> Bool {
        do throws(StoreError) {
            guard keys.isEmpty, try await store.clients().isEmpty else { return false }
            return try await store.accounts(after: nil, limit: 1).isEmpty
        } catch {
            throw CommandFailure(error)
        }
    }
}
