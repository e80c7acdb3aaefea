import GatehouseServer
import GatehouseStore

extension Administration {
    /// Rotates the signing keys; where there are none yet, makes the first ones before.
    ///
    /// - Returns: the identifiers of the new keys.
    package func rotateKeys() async throws(CommandFailure) -> [String] {
        do {
            try await core.keyring.prepare()
            let keys = try await core.keyring.rotate()
            try await commit([audit(.keysRotated)], conflict: CommandFailure("The audit log could not be written."))
            return keys
        } catch let error as KeyringError {
            throw CommandFailure(error)
        } catch let error as CommandFailure {
            throw error
        } catch {
            throw CommandFailure("The keys could not be rotated.")
        }
    }
}
