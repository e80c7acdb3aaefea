#if canImport(Security)
import GatehouseConcurrency

/// Whether a store uses the login keychain of a Mac, once that is known.
final class KeychainChoice: Sendable {
    private let usesLoginKeychain = Mutex(false)

    var isLoginKeychain: Bool { usesLoginKeychain.withLock { $0 } }

    func chooseLoginKeychain() {
        usesLoginKeychain.withLock { $0 = true }
    }
}
#endif
