import Foundation
import GatehouseJOSE

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Keys in files that only their owner can read, in another directory than the sessions.
struct KeyFileProvider: KeyProvider {
    let directory: String
    /// The default directory, with keys created before the app chose another one.
    var defaultDirectory: String?
    /// A source of cryptographically secure random bytes.
    let randomBytes: @Sendable (Int) -> [UInt8]

    func key(_ id: String, of client: TokenStoreKey) throws(TokenStoreError) -> EncryptionKey {
        for location in [directory, defaultDirectory].compactMap(\.self) {
            let path = path(id, client, in: location)
            guard let file = try PrivateFile(at: path, O_RDONLY) else { continue }
            guard let key = EncryptionKey(text: String(decoding: try file.contents(), as: UTF8.self)), key.id == id
            else {
                throw TokenStoreError(.corrupt, "The key file \(path) was modified. Restore it, or sign out.")
            }
            return key
        }
        let path = path(id, client, in: directory)
        throw TokenStoreError(
            .corrupt,
            "The key file \(path) is missing; the stored sessions are unreadable without it. Restore it, or sign out."
        )
    }

    func usableKey(of client: TokenStoreKey) throws(TokenStoreError) -> EncryptionKey {
        for id in ids(of: client) {
            // Skips incomplete files left by a crash or a full disk.
            if let key = try? key(id, of: client) { return key }
        }
        guard let key = EncryptionKey(Data(randomBytes(EncryptionKey.size))) else {
            throw TokenStoreError(.unavailable, "No random bytes are available to create a key.")
        }
        try PrivateFile.makeDirectory(directory)
        let path = path(key.id, client, in: directory)
        do throws(TokenStoreError) {
            try PrivateFile(at: path, O_WRONLY | O_CREAT | O_EXCL)?.replaceContents(with: Data((key.text + "\n").utf8))
            // Some file systems cannot sync directories, and a mounted directory may belong to another user.
            try? PrivateFile(at: directory, O_RDONLY | O_DIRECTORY)?.sync()
            return try self.key(key.id, of: client)
        } catch {
            unsafe unlink(path)
            throw error
        }
    }

    /// Returns the identifiers of a client's keys, in the same order for every process.
    private func ids(of client: TokenStoreKey) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let start = client.fileName + "."
        return names.filter { $0.hasPrefix(start) && $0.hasSuffix(".key") }
            .map { String($0.dropFirst(start.count).dropLast(4)) }
            .sorted()
    }

    private func path(_ id: String, _ client: TokenStoreKey, in directory: String) -> String {
        "\(directory)/\(client.fileName).\(id).key"
    }
}

extension TokenStoreKey {
    /// The issuer's host, readable by users, and a digest that distinguishes clients.
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
