package import Crypto
package import Foundation
package import GatehouseJOSE
import GatehouseWire

/// The 32 bytes of the server's key file, from which every other secret of the server is derived (HKDF, RFC 5869).
///
/// Whoever has a copy of the database but not of this file can neither sign tokens, forge refresh tokens, read queued mail nor try codes.
package struct MasterKey: Sendable {
    /// What a derived key is for; keys of different purposes have nothing in common.
    package enum Purpose: String, Sendable, CaseIterable {
        case sealedKeys = "signing keys"
        case sealedMail = "queued mail"
        case refreshTokens = "refresh tokens"
        case sessionTokens = "session tokens"
        case mailCodes = "mailed codes"
        case links = "links"
        case derivedCodes = "derived codes"
        case accountTransactions = "transactions of accounts"
        case counters = "counters"
        case forms = "forms"
        case adminSecrets = "administrators' secrets"
        case continuationTokens = "continuation tokens"
    }

    private let key: SymmetricKey
    /// The keys of all purposes: nearly every request needs one.
    private let purposes: [Purpose: SymmetricKey]

    /// - Parameter bytes: exactly 32 bytes.
    package init?(bytes: Data) {
        guard bytes.count == 32 else { return nil }
        let key = SymmetricKey(data: bytes)
        self.key = key
        purposes = Dictionary(
            uniqueKeysWithValues: Purpose.allCases.map { ($0, Self.derive($0, from: key)) }
        )
    }

    /// The key for one purpose and, where given, one context (a session's salt, say).
    package func derive(_ purpose: Purpose, context: Data = Data()) -> SymmetricKey {
        if context.isEmpty, let known = purposes[purpose] { return known }
        return Self.derive(purpose, context, from: key)
    }

    private static func derive(_ purpose: Purpose, _ context: Data = Data(), from key: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key,
            salt: context,
            info: Data("gatehouse \(purpose.rawValue)".utf8),
            outputByteCount: 32
        )
    }

    /// A keyed hash, base64url, for looking up or comparing what must not be stored in clear and has too little entropy for a plain hash.
    package func fingerprint(_ purpose: Purpose, _ parts: String...) -> String {
        var mac = HMAC<SHA256>(key: derive(purpose))
        for part in parts {
            let bytes = Data(part.utf8)
            unsafe withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { unsafe mac.update(data: Data($0)) }
            mac.update(data: bytes)
        }
        return Base64URL.encode(Data(mac.finalize()))
    }
}

extension MasterKey {
    /// A box that seals records of one purpose.
    package func box(_ purpose: Purpose) throws(JOSEError) -> SecretBox {
        try unsafe SecretBox(key: derive(purpose).withUnsafeBytes { unsafe Data($0) })
    }
}
