import GatehouseStore

extension Client {
    /// Names the secret of the app's administrator without telling it, so that what was given for it ends with it; `nil` when there is none.
    func adminSecretID(under key: MasterKey) -> String? {
        kii?.adminSecretHash.map { key.fingerprint(.adminSecrets, id.rawValue, $0) }
    }
}
