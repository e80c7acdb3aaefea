import Foundation
import GatehouseJOSE
package import GatehouseStore

extension MasterKey {
    /// Whether a signing key was stored under this key file.
    package func opens(_ stored: StoredKey) -> Bool {
        (try? box(.sealedKeys).open(stored.sealedPrivateKey, for: Data(stored.id.rawValue.utf8))) != nil
    }
}
