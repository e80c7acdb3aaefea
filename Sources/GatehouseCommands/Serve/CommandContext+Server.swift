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
        let masterKey = try masterKey(settings, mayMakeData: mayMakeData)
        let store: any Store
        do { store = try await openStore(settings.database) } catch { throw CommandFailure(error) }
        return ServerCore(
            settings: settings.server,
            environment: ServerEnvironment(now: now, random: random, logger: logger),
            store: store,
            masterKey: masterKey,
            hasher: hasher
        )
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
                "The key file \(data.keyFile.path) is missing, and without it the database \(database.path) is of no use.",
                advice: "Put its backup back, or give --data the folder that it is in."
            )
        }
        guard mayMakeData || database.holdsData else {
            let place = key == nil ? data.folder.path : database.path
            throw CommandFailure(
                "There is no Gatehouse data in \(place).",
                advice: "Start the server first, or give --data, --database or --config."
            )
        }
        if let key { return key }
        return try data.masterKey(random: random)
    }
}
