import Foundation
import GatehouseJOSE

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Keys in files that only their owner can read, in another directory than what they seal.
struct KeyFiles: KeyPlace {
    let directory: String
    /// Where keys may be that were made before the app named that directory.
    var usualDirectory: String?
    /// So many bytes that nobody can guess.
    let randomBytes: @Sendable (Int) -> [UInt8]

    func key(_ id: String, of client: TokenKey) throws(TokenStoreError) -> StoreKey {
        for place in [directory, usualDirectory].compactMap(\.self) {
            let path = path(id, client, in: place)
            guard let file = try PrivateFile(at: path, O_RDONLY) else { continue }
            guard let key = StoreKey(text: String(decoding: try file.contents(), as: UTF8.self)), key.id == id else {
                throw TokenStoreError(.corrupt, "The key file \(path) was changed. Put it back as it was, or sign out.")
            }
            return key
        }
        let path = path(id, client, in: directory)
        throw TokenStoreError(
            .corrupt,
            "The key file \(path) is missing, and nothing that was stored can be read without it. Put it back, or sign out."
        )
    }

    func usableKey(of client: TokenKey) throws(TokenStoreError) -> StoreKey {
        for id in ids(of: client) {
            // What a crash or a full disk has left behind is no key.
            if let key = try? key(id, of: client) { return key }
        }
        guard let key = StoreKey(Data(randomBytes(StoreKey.size))) else {
            throw TokenStoreError(.unavailable, "There are no random numbers to make a key of.")
        }
        try PrivateFile.makeDirectory(directory)
        let path = path(key.id, client, in: directory)
        do throws(TokenStoreError) {
            try PrivateFile(at: path, O_WRONLY | O_CREAT | O_EXCL)?.replaceContents(with: Data((key.text + "\n").utf8))
            // Not every file system can do that, and a directory that was mounted may belong to somebody else.
            try? PrivateFile(at: directory, O_RDONLY | O_DIRECTORY)?.sync()
            return try self.key(key.id, of: client)
        } catch {
            unsafe unlink(path)
            throw error
        }
    }

    /// The keys of a client, in an order that every process sees.
    private func ids(of client: TokenKey) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let start = client.fileName + "."
        return names.filter { $0.hasPrefix(start) && $0.hasSuffix(".key") }
            .map { String($0.dropFirst(start.count).dropLast(4)) }
            .sorted()
    }

    private func path(_ id: String, _ client: TokenKey, in directory: String) -> String {
        "\(directory)/\(client.fileName).\(id).key"
    }
}

extension TokenKey {
    /// A name a person can recognise, and a digest that tells clients apart.
    var fileName: String {
        let host = URL(string: issuer)?.host ?? "issuer"
        let name = host.utf8.filter { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "-": true
            default: false
            }
        }
        let digest = SHA256Digest.of("\(issuer)\n\(clientID)").prefix(8).hexadecimal
        return "\(String(decoding: name, as: UTF8.self))-\(digest)"
    }
}
