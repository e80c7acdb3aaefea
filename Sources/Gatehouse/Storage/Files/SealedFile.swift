import Foundation
import GatehouseJOSE

/// An encrypted ``StoredDocument`` with a header that names its key and the location of the key.
///
/// The header and the client are authenticated, too: a modified header, or the file of another client, does not open.
struct SealedDocument: Codable {
    /// The format version; earlier versions support 1 and report this one as newer.
    static let version = 2

    private var version: Int
    private var protection: String
    private(set) var key: String
    private var sealed: Data

    /// The location of the key.
    ///
    /// - Throws: ``TokenStoreError`` with the code `corrupt` for a location of a later version.
    var location: FileEncryption.KeyLocation {
        get throws(TokenStoreError) {
            guard let location = FileEncryption.KeyLocation(rawValue: protection) else {
                throw TokenStoreError(
                    .corrupt,
                    "The stored sessions use the unsupported protection \(protection)."
                )
            }
            return location
        }
    }

    /// Encrypts a document.
    static func encode(
        _ document: Data,
        with key: EncryptionKey,
        in location: FileEncryption.KeyLocation,
        for client: TokenStoreKey
    ) throws(TokenStoreError) -> Data {
        var file = SealedDocument(version: version, protection: location.rawValue, key: key.id, sealed: Data())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            file.sealed = try key.box.seal(document, for: file.associatedData(client))
            return try encoder.encode(file)
        } catch {
            throw TokenStoreError(.unavailable, "The sessions could not be encrypted.")
        }
    }

    /// Decodes a file.
    ///
    /// - Returns: `nil` if the file is not encrypted.
    /// - Throws: ``TokenStoreError`` with the code `corrupt` for an encrypted file that lacks a member.
    static func decode(_ data: Data) throws(TokenStoreError) -> SealedDocument? {
        if let sealed = try? JSONDecoder().decode(SealedDocument.self, from: data), sealed.version == version {
            return sealed
        }
        guard (try? StoredDocument.version(of: data)) == version else { return nil }
        throw TokenStoreError(.corrupt, "The stored document lacks a member.")
    }

    /// Decrypts the document.
    func open(with key: EncryptionKey, for client: TokenStoreKey) throws(TokenStoreError) -> Data {
        let box = try key.box
        do {
            return try box.open(sealed, for: associatedData(client))
        } catch {
            throw TokenStoreError(.corrupt, "The stored document was modified or belongs to another client.")
        }
    }

    private func associatedData(_ client: TokenStoreKey) -> Data {
        // The length prefix separates issuer and identifier unambiguously.
        let parts = [
            "gatehouse sessions", String(version), protection, key, String(client.issuer.utf8.count), client.issuer,
            client.clientID,
        ]
        return Data(parts.joined(separator: "\n").utf8)
    }
}

/// The encryption of a file.
enum FileEncryption: Sendable {
    /// The location of the key of an encrypted file, as named in its header.
    enum KeyLocation: String, Sendable, Codable {
        case secretService = "secret-service"
        case keyFile = "key-file"
    }

    /// No encryption: only the file mode protects it.
    case none
    case key(EncryptionKey, in: KeyLocation)

    /// Returns whether this is the protection that an app named.
    func matches(_ protection: FileTokenStore.Protection) -> Bool {
        switch (self, protection.kind) {
        case (.none, .plaintext), (.key(_, in: .secretService), .secretService), (.key(_, in: .keyFile), .keyFile): true
        default: false
        }
    }
}

/// A key that encrypts stored sessions.
///
/// A key is immutable and never replaced, since every key has its own identifier. Two processes that create keys at the
/// same time cannot overwrite each other's.
struct EncryptionKey: Sendable {
    static let size = 32

    /// The identifier of the key in headers and storage; reveals nothing of the key.
    let id: String
    private let bytes: Data

    /// Creates a key from random bytes; `nil` if their number is wrong.
    init?(_ bytes: Data) {
        guard bytes.count == Self.size else { return nil }
        self.bytes = bytes
        id = SHA256Digest.of(Data("gatehouse store key\n".utf8) + bytes).prefix(8).hexadecimal
    }

    /// Creates a key from its stored form; `nil` if that is invalid.
    init?(text: String) {
        guard let bytes = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)) else { return nil }
        self.init(bytes)
    }

    /// The stored form of the key.
    var text: String { bytes.base64EncodedString() }

    /// The cipher with this key.
    var box: SecretBox {
        get throws(TokenStoreError) {
            do {
                return try SecretBox(key: bytes)
            } catch {
                throw TokenStoreError(.unavailable, "The encryption key of the stored sessions cannot be used.")
            }
        }
    }
}
