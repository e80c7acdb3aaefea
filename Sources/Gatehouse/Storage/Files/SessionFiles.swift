import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The files of a store, one for each client, each replaced as a whole.
struct SessionFiles: SynchronousTokenStore {
    let directory: String
    let keys: KeyRegistry
    private let cache = FileCache()

    /// Creates the access to the files in a directory.
    init(directory: String, keys: KeyRegistry) {
        self.directory = directory
        self.keys = keys
    }

    /// The decrypted contents of a client's file.
    struct StoredFile: Sendable {
        /// The bytes of the file.
        let data: Data
        let seal: FileEncryption
        /// The document in the file.
        let document: Data
        /// Whether the document contains a session.
        let isSignedIn: Bool

        /// Whether the file is neither encrypted nor a document: an encrypted file that was truncated looks like this.
        var isDamaged: Bool {
            guard case .none = seal else { return false }
            return !StoredDocument.isSupported(document)
        }

        init(_ data: Data, _ seal: FileEncryption, document: Data) {
            self.data = data
            self.seal = seal
            self.document = document
            isSignedIn = StoredDocument.hasSessions(document)
        }
    }

    func path(of key: TokenStoreKey) -> String {
        "\(directory)/\(key.fileName).json"
    }

    func load(_ key: TokenStoreKey) throws(TokenStoreError) -> Data? {
        try readFile(key)?.document
    }

    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) throws(TokenStoreError) {
        // Obtains the key before the directory is locked: the keyring may be slow.
        let found = try readFile(key)
        guard found?.document == current else { throw .conflict }
        let seal = try keys.seal(for: key, replacing: found, isSignedIn: StoredDocument.hasSessions(data))
        let file = StoredFile(try seal.applied(to: data, for: key), seal, document: data)
        let path = path(of: key)
        try PrivateFile.exclusively(in: directory) { () throws(TokenStoreError) in
            guard try Self.contents(of: path) == found?.data else { throw .conflict }
            try Self.writing(file.data, to: path + ".new") { temporary throws(TokenStoreError) in
                guard unsafe rename(temporary, path) == 0 else { throw TokenStoreError(errno: errno, "rename", path) }
            }
        }
        cache.insert(file, of: key)
    }

    func remove(_ key: TokenStoreKey) throws(TokenStoreError) {
        cache.remove(key)
        try PrivateFile.exclusively(in: directory) { () throws(TokenStoreError) in
            try Self.delete(path(of: key))
        }
    }

    /// Deletes the file only while it is corrupt.
    func removeCorrupt(_ key: TokenStoreKey) throws(TokenStoreError) {
        let path = path(of: key)
        // A file that is too large to read is corrupt, too.
        let found = try? Self.contents(of: path)
        do throws(TokenStoreError) {
            _ = try readFile(key)
            return
        } catch {
            guard error.code == .corrupt else { throw error }
        }
        cache.remove(key)
        try PrivateFile.exclusively(in: directory) { () throws(TokenStoreError) in
            // Another process may have replaced the file since.
            guard (try? Self.contents(of: path)) == found else { return }
            try Self.delete(path)
        }
    }

    /// Checks whether a document of a size can be stored.
    func checkWritable(_ key: TokenStoreKey, byteCount: Int) throws(TokenStoreError) {
        let found = try readFile(key)
        keys.forgetChoice(for: key)
        _ = try keys.seal(for: key, replacing: found, isSignedIn: true)
        // An encrypted file is base64. Incompressible data: a compressing file system accepts any number of zeros.
        let size = UInt64(byteCount / 3 * 4)
        let trial = Data((0..<size).map { UInt8(truncatingIfNeeded: ($0 &* $0 &* $0 &* 0x1E37_79B1) >> 17) })
        // Need not be durable: a full disk already fails the write.
        try PrivateFile.exclusively(in: directory, durably: false) { () throws(TokenStoreError) in
            try Self.writing(trial, to: path(of: key) + ".new", durably: false) { path throws(TokenStoreError) in
                guard unsafe unlink(path) == 0 else { throw TokenStoreError(errno: errno, "delete", path) }
            }
        }
    }

    /// Reads the file as its header says, independent of the protection of this store.
    private func readFile(_ key: TokenStoreKey) throws(TokenStoreError) -> StoredFile? {
        guard let data = try Self.contents(of: path(of: key)) else { return nil }
        if let cached = cache.file(of: key, as: data) { return cached }
        var (seal, document) = (FileEncryption.none, data)
        if let sealed = try SealedDocument.decode(data) {
            let location = try sealed.location
            let storeKey = try keys.key(sealed.key, in: location, of: key)
            document = try sealed.open(with: storeKey, for: key)
            seal = .key(storeKey, in: location)
        }
        let file = StoredFile(data, seal, document: document)
        cache.insert(file, of: key)
        return file
    }

    private static func contents(of path: String) throws(TokenStoreError) -> Data? {
        guard let file = try PrivateFile(at: path, O_RDONLY) else { return nil }
        return try file.contents()
    }

    private static func delete(_ path: String) throws(TokenStoreError) {
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw TokenStoreError(errno: errno, "delete", path) }
    }

    /// Writes a temporary file for the body to move; removes it if either fails.
    private static func writing(
        _ data: Data,
        to path: String,
        durably: Bool = true,
        _ body: (String) throws(TokenStoreError) -> Void
    ) throws(TokenStoreError) {
        do throws(TokenStoreError) {
            try PrivateFile(at: path, O_WRONLY | O_CREAT | O_TRUNC)?.replaceContents(with: data, durably: durably)
            try body(path)
        } catch {
            unsafe unlink(path)
            throw error
        }
    }
}

extension FileEncryption {
    /// Returns the file that holds a document.
    func applied(to document: Data, for client: TokenStoreKey) throws(TokenStoreError) -> Data {
        switch self {
        case .none: document
        case .key(let key, let location): try SealedDocument.encode(document, with: key, in: location, for: client)
        }
    }
}
