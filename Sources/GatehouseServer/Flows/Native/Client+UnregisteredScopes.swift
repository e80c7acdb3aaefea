import GatehouseStore
import GatehouseWire

extension Client {
    /// Returns the scopes of a native app's request that the app is not registered for.
    ///
    /// Apps without refresh tokens may request `offline_access`, as many do; it is ignored.
    func unregisteredScopes(in requested: ScopeSet) -> ScopeSet {
        requested.subtracting(scopes).subtracting([.offlineAccess])
    }
}
