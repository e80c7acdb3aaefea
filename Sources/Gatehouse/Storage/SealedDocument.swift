import Foundation
import GatehouseJOSE

/// A ``StoreDocument`` that is encrypted, behind a header that says with which key and where that is kept.
///
/// The header and the client are sealed in as well: a header that was changed, or another client's file, does not open.
struct SealedDocument: Codable {
    /// Earlier versions know 1, and say of this one that it is newer than they are.
    static let version = 2

    private var version: Int
    private var protection: String
    private(set) var key: String
    private var sealed: Data

    /// Where the key is.
    ///
    /// - Throws: ``TokenStoreError`` of kind `corrupt` for a place that a later version has made up.
    var place: Seal.Place {
        get throws(TokenStoreError) {
            guard let place = Seal.Place(rawValue: protection) else {
                throw TokenStoreError(
                    .corrupt,
                    "What is stored is protected by \(protection), which is not known here."
                )
            }
            return place
        }
    }

    /// Seals a document.
    static func encode(
        _ document: Data,
        with key: StoreKey,
        in place: Seal.Place,
        for client: TokenKey
    ) throws(TokenStoreError) -> Data {
        var file = SealedDocument(version: version, protection: place.rawValue, key: key.id, sealed: Data())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            file.sealed = try key.box.seal(document, for: file.associatedData(client))
            return try encoder.encode(file)
        } catch {
            throw TokenStoreError(.unavailable, "The sessions could not be encrypted.")
        }
    }

    /// Reads a file.
    ///
    /// - Returns: `nil` for one that is not sealed.
    static func decode(_ data: Data) throws(TokenStoreError) -> SealedDocument? {
        if let sealed = try? JSONDecoder().decode(SealedDocument.self, from: data), sealed.version == version {
            return sealed
        }
        guard try StoreDocument.version(of: data) == version else { return nil }
        throw TokenStoreError(.corrupt, "What is stored lacks a member.")
    }

    /// The document.
    func open(with key: StoreKey, for client: TokenKey) throws(TokenStoreError) -> Data {
        let box = try key.box
        do {
            return try box.open(sealed, for: associatedData(client))
        } catch {
            throw TokenStoreError(.corrupt, "What is stored was changed, or belongs to another client.")
        }
    }

    private func associatedData(_ client: TokenKey) -> Data {
        // The length parts issuer and identifier, whatever characters they have.
        let parts = [
            "gatehouse sessions", String(version), protection, key, String(client.issuer.utf8.count), client.issuer,
            client.clientID,
        ]
        return Data(parts.joined(separator: "\n").utf8)
    }
}
