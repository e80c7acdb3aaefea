package import Crypto
package import Foundation
package import GatehouseJOSE
package import GatehouseStore
import GatehouseWire

/// The 32 bytes of the server's key file, from which all other secrets are derived (HKDF, RFC 5869).
///
/// A copy of the database without this file does not suffice to sign tokens, forge refresh tokens, read queued messages
/// or guess codes.
package struct MasterKey: Sendable {
    /// The purpose of a derived key; keys of different purposes are independent.
    package enum Purpose: String, Sendable, CaseIterable {
        case sealedKeys = "signing keys"
        case sealedMail = "queued mail"
        case refreshTokens = "refresh tokens"
        case sessionTokens = "session tokens"
        case sealedAccessTokens = "sealed access tokens"
        case mailCodes = "mailed codes"
        case links = "links"
        case derivedCodes = "derived codes"
        case accountFlows = "transactions of accounts"
        case accountAddresses = "addresses of accounts"
        case counters = "counters"
        case forms = "forms"
        case adminSecrets = "administrators' secrets"
        case continuationTokens = "continuation tokens"
        case browserSessions = "browser sessions"
        case factorSecrets = "factor secrets"
        case enrolments = "enrolments"
        case passkeyChallenges = "passkey challenges"
        case recoveryCodes = "recovery codes"
        case clientSecrets = "client secrets"
        case dpopNonces = "DPoP nonces"
        case pairwiseSubjects = "pairwise subjects"
        case pairwiseAccounts = "accounts of pairwise subjects"
        case clientSessions = "sessions of clients"
        case accountBuckets = "account buckets"
        case eventStreams = "events of streams"
    }

    private let key: SymmetricKey
    /// The derived keys, cached because almost every request needs one.
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

    /// Returns the key for a purpose and an optional context, such as a client's identifier.
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

    /// Returns a keyed hash, base64url-encoded, to look up or compare values that must not be stored in clear and have
    /// too little entropy for a plain hash.
    package func fingerprint(_ purpose: Purpose, _ parts: String...) -> String {
        var mac = HMAC<SHA256>(key: derive(purpose))
        for part in parts {
            let bytes = Data(part.utf8)
            unsafe withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { unsafe mac.update(data: Data($0)) }
            mac.update(data: bytes)
        }
        return Base64URL.encode(Data(mac.finalize()))
    }

    /// Appends to a text its authentication code, base64url-encoded, which differs for each salt.
    ///
    /// - Parameters:
    ///   - text: The text, such as a record's identifier and counter.
    ///   - purpose: The purpose, all of whose salts have the same length.
    ///   - salt: The salt of the record.
    /// - Returns: The text, a period and the code.
    func authenticated(_ text: String, for purpose: Purpose, salt: Data) -> Secret {
        var mac = HMAC<SHA256>(key: derive(purpose))
        mac.update(data: salt)
        mac.update(data: Data(text.utf8))
        return Secret(text + "." + Base64URL.encode(Data(mac.finalize())))
    }
}

extension MasterKey {
    /// Returns a box that seals records of one purpose, and of an optional context.
    package func box(_ purpose: Purpose, context: Data = Data()) throws(JOSEError) -> SecretBox {
        try unsafe SecretBox(key: derive(purpose, context: context).withUnsafeBytes { unsafe Data($0) })
    }
}

extension MasterKey {
    /// Returns whether a signing key was sealed under this key file.
    package func opens(_ stored: StoredKey) -> Bool {
        (try? box(.sealedKeys).open(stored.sealedPrivateKey, for: Data(stored.id.rawValue.utf8))) != nil
    }
}
