#if canImport(Security)
import Synchronization

/// The keychain of a Mac that a store uses, once that is known.
final class KeychainChoice: Sendable {
    private let usesLoginKeychain = Mutex(false)

    var isLoginKeychain: Bool { usesLoginKeychain.withLock { $0 } }

    func chooseLoginKeychain() {
        usesLoginKeychain.withLock { $0 = true }
    }
}
#endif
