import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import Logging

extension CommandContext {
    /// What the server's logic works with: the store opened, the key file read.
    ///
    /// With `mayMakeData` both are made where there are none yet; without it that is a failure, because the path is wrong.
    func serverCore(
        _ settings: Settings,
        logger: Logger,
        hasher: PasswordHasher,
        mayMakeData: Bool
    ) async throws(CommandFailure) -> ServerCore {
        let (store, masterKey) = try await data(settings, mayMakeData: mayMakeData)
        return ServerCore(
            settings: settings.server,
            environment: ServerEnvironment(now: now, random: random, logger: logger),
            store: store,
            masterKey: masterKey,
            hasher: hasher
        )
    }

    private func data(
        _ settings: Settings,
        mayMakeData: Bool
    ) async throws(CommandFailure) -> (any Store, MasterKey) {
        switch settings.database {
        case .sqlite:
            let key = try masterKey(settings, mayMakeData: mayMakeData)
            return (try await open(settings, mayMakeData: mayMakeData), key)
        case .postgres:
            let store = try await open(settings, mayMakeData: mayMakeData)
            return (store, try await masterKey(settings, of: store, mayMakeData: mayMakeData))
        }
    }

    private func open(_ settings: Settings, mayMakeData: Bool) async throws(CommandFailure) -> any Store {
        let store: (any Store)?
        do { store = try await openStore(settings.database, mayMakeData) } catch { throw CommandFailure(error) }
        guard let store else { throw Self.noData(in: settings.database.name) }
        return store
    }

    private static func noData(in place: String) -> CommandFailure {
        CommandFailure(
            "There is no Gatehouse data in \(place).",
            advice: "Start the server first, or give --data, --database or --config."
        )
    }

    /// The key of a database that other nodes may have used before: theirs is the one that opens what is in it.
    private func masterKey(
        _ settings: Settings,
        of store: any Store,
        mayMakeData: Bool
    ) async throws(CommandFailure) -> MasterKey {
        let data = settings.data
        let stored: [StoredKey]
        do { stored = try await store.keys() } catch { throw CommandFailure(error) }
        let key = try data.presentKey()
        if let key, stored.allSatisfy(key.opens) { return key }
        guard stored.isEmpty else {
            throw CommandFailure(
                "The database \(settings.database.name) is in use, and its key file is not \(data.keyFile.path).",
                advice:
                    "Copy the file key from the data directory of another node, or give --data the folder that it is in."
            )
        }
        guard mayMakeData else { throw Self.noData(in: settings.database.name) }
        return try data.masterKey(random: random)
    }

    /// The key of the data that are there; a new one only where there are none.
    private func masterKey(_ settings: Settings, mayMakeData: Bool) throws(CommandFailure) -> MasterKey {
        let data = settings.data
        let database = settings.database
        // A key is on the disk before its database is made, so the second look finds that of a server which is just starting.
        var key = try data.presentKey()
        if key == nil, database.holdsData { key = try data.presentKey() }
        if key == nil, database.holdsData {
            throw CommandFailure(
                "The key file \(data.keyFile.path) is missing, and without it the database \(database.name) is of no use.",
                advice: "Put its backup back, or give --data the folder that it is in."
            )
        }
        guard mayMakeData || database.holdsData else {
            throw Self.noData(in: key == nil ? data.folder.path : database.name)
        }
        if let key { return key }
        return try data.masterKey(random: random)
    }
}
