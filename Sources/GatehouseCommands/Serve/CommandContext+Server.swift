import GatehousePasswords
import GatehouseServer
import GatehouseStore
import Logging

extension CommandContext {
    /// What the server's logic works with: the store opened, the key file read, or made at the first start.
    func serverCore(
        _ settings: Settings,
        logger: Logger,
        hasher: PasswordHasher
    ) async throws(CommandFailure) -> ServerCore {
        let masterKey = try settings.data.masterKey(random: random)
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
}
