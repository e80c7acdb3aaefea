import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileTokenStore {
    /// The decoded contents of a client's file.
    struct StoredFile: Sendable {
        /// The bytes of the file.
        let data: Data
        let seal: FileEncryption
        /// The document in the file.
        let document: Data
        let sessions: StoredSessions
        /// Whether the document has no members of a later version.
        var hasNoUnknownMembers = false

        /// Returns the members that a later version has added to the document.
        func unknownMembers(for key: TokenStoreKey) throws(TokenStoreError) -> UnknownJSONMembers? {
            hasNoUnknownMembers ? nil : try StoredDocument.unknownMembers(of: document, readAs: sessions, for: key)
        }
    }

    /// The reserve for a sign-in: three tokens of eight kilobytes and the profile, encrypted and base64-encoded.
    static let signInReserve = 48 << 10

    /// Returns the environment variables that determine paths.
    ///
    /// `ProcessInfo` would copy all variables, which takes a millisecond.
    static func environment() -> [String: String] {
        let names = ["HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"]
        return names.reduce(into: [:]) { values, name in
            if let value = unsafe getenv(name) { values[name] = unsafe String(cString: value) }
        }
    }

    /// Returns this library's directory below one of the XDG Base Directory Specification.
    static func directory(_ variable: String, else fallback: String, in environment: [String: String]) -> String {
        if let named = environment[variable], named.hasPrefix("/") { return named + "/gatehouse" }
        // Foundation consults the user database first; shells and the XDG directories use HOME.
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (home ?? NSHomeDirectory()) + "/\(fallback)/gatehouse"
    }

    func path(of key: TokenStoreKey) -> String {
        "\(directory)/\(key.fileName).json"
    }

    /// Reads the file as its header says, independent of the protection of this store.
    func readFile(_ key: TokenStoreKey) throws(TokenStoreError) -> StoredFile? {
        guard let data = try Self.contents(of: path(of: key)) else { return nil }
        if let cached = fileCache.file(of: key, as: data) { return cached }
        var (seal, document) = (FileEncryption.none, data)
        if let sealed = try SealedDocument.decode(data) {
            let location = try sealed.location
            let storeKey = try keys.key(sealed.key, in: location, of: key)
            document = try sealed.open(with: storeKey, for: key)
            seal = .key(storeKey, in: location)
        }
        let sessions = try StoredDocument.decode(document, for: key)
        let file = StoredFile(data: data, seal: seal, document: document, sessions: sessions)
        fileCache.insert(file, of: key)
        return file
    }

    /// Returns the encryption for the next save.
    func seal(
        replacing file: StoredFile?,
        for key: TokenStoreKey,
        isSignedIn: Bool
    ) throws(TokenStoreError) -> FileEncryption {
        let stored = file.map { (seal: $0.seal, isSignedIn: !$0.sessions.sessions.isEmpty) }
        return try keys.seal(for: key, replacing: stored, isSignedIn: isSignedIn)
    }

    static func contents(of path: String) throws(TokenStoreError) -> Data? {
        guard let file = try PrivateFile(at: path, O_RDONLY) else { return nil }
        return try file.contents()
    }

    /// Writes a temporary file for the body to move; removes it if either fails.
    static func writing(
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
