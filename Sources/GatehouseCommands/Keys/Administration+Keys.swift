import GatehouseServer
import GatehouseStore

extension Administration {
    /// Rotates the signing keys; where there are none yet, makes the first ones before.
    ///
    /// - Returns: the identifiers of the new keys.
    package func rotateKeys() async throws(CommandFailure) -> [String] {
        let keys = try await perform(otherwise: CommandFailure.init) { () throws(KeyringError) in
            try await core.keyring.prepare()
            return try await core.keyring.rotate()
        }
        try await commit([audit(.keysRotated)], conflict: CommandFailure("The audit log could not be written."))
        return keys
    }
}
