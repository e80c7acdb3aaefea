import Foundation
import GatehouseJOSE

/// A key that stored sessions are sealed with.
///
/// A key never changes and is never replaced: another one has another identifier. So two processes that make one at the same moment
/// cannot take each other's away.
struct StoreKey: Sendable {
    static let size = 32

    /// Names the key in a file's header and where the key is kept; tells nothing of it.
    let id: String
    private let bytes: Data

    /// A key of so many random bytes; `nil` for another number.
    init?(_ bytes: Data) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
        id = SHA256Digest.of(Data("gatehouse store key\n".utf8) + bytes).prefix(8).hexadecimal
    }

    /// A key as it is kept; `nil` for what is none.
    init?(text: String) {
        guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)) else { return nil }
        self.init(bytes)
    }

    /// The key as it is kept.
    var text: String { bytes.base64EncodedString() }

    /// What seals with the key.
    var box: SecretBox {
        get throws(TokenStoreError) {
            do {
                return try SecretBox(key: bytes)
            } catch {
                throw TokenStoreError(.unavailable, "The key of the stored sessions cannot be used.")
            }
        }
    }
}
