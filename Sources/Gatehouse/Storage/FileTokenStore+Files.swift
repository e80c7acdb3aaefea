import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FileTokenStore {
    /// What is in the file of a client.
    struct Present: Sendable {
        /// The file, byte for byte.
        let data: Data
        let seal: Seal
        /// The document in it.
        let document: Data
        let sessions: StoredSessions
        /// Whether the document is known to hold nothing that only a later version understands.
        var isAllKnown = false

        /// What a later version has added to the document.
        func rest(for key: TokenKey) throws(TokenStoreError) -> JSONRemainder? {
            isAllKnown ? nil : try StoreDocument.rest(of: document, readAs: sessions, for: key)
        }
    }

    /// More than a sign-in adds: three tokens of eight kilobytes and who the person is, sealed and written as text.
    static let roomForASignIn = 48 << 10

    /// The variables of this process that say where to look; Foundation would copy all there are, which takes a millisecond.
    static func environment() -> [String: String] {
        let names = ["HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"]
        return names.reduce(into: [:]) { values, name in
            if let value = unsafe getenv(name) { values[name] = unsafe String(cString: value) }
        }
    }

    /// The directory of this library in one that a variable of the XDG Base Directory Specification names.
    static func directory(_ variable: String, else usual: String, in environment: [String: String]) -> String {
        if let named = environment[variable], named.hasPrefix("/") { return named + "/gatehouse" }
        // Foundation asks the user database first; shells and the XDG directories go by HOME.
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (home ?? NSHomeDirectory()) + "/\(usual)/gatehouse"
    }

    func path(of key: TokenKey) -> String {
        "\(directory)/\(key.fileName).json"
    }

    /// Reads the file as its header says, whatever the protection of this store is.
    func present(_ key: TokenKey) throws(TokenStoreError) -> Present? {
        guard let data = try Self.contents(of: path(of: key)) else { return nil }
        if let known = lastRead.file(of: key, as: data) { return known }
        var (seal, document) = (Seal.none, data)
        if let sealed = try SealedDocument.decode(data) {
            let place = try sealed.place
            let storeKey = try keys.key(sealed.key, in: place, of: key)
            document = try sealed.open(with: storeKey, for: key)
            seal = .key(storeKey, in: place)
        }
        let sessions = try StoreDocument.decode(document, for: key)
        let present = Present(data: data, seal: seal, document: document, sessions: sessions)
        lastRead.note(present, of: key)
        return present
    }

    /// How to protect what is stored next.
    func seal(
        replacing present: Present?,
        for key: TokenKey,
        isSignedIn: Bool
    ) throws(TokenStoreError) -> Seal {
        let stored = present.map { (seal: $0.seal, isSignedIn: !$0.sessions.grants.isEmpty) }
        return try keys.seal(for: key, replacing: stored, isSignedIn: isSignedIn)
    }

    static func contents(of path: String) throws(TokenStoreError) -> Data? {
        guard let file = try PrivateFile(at: path, O_RDONLY) else { return nil }
        return try file.contents()
    }

    /// Writes a file of that name for the body to put somewhere; where either fails, none is left.
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

    /// Runs the body while no other process changes the directory, then waits until its names are on the disk.
    static func exclusively(
        in directory: String,
        durably: Bool = true,
        _ body: () throws(TokenStoreError) -> Void
    ) throws(TokenStoreError) {
        try PrivateFile.makeDirectory(directory)
        let lock = try PrivateFile(at: directory + "/.lock", O_RDWR | O_CREAT)
        try lock?.lock()
        try body()
        // Not every file system can do that, and by now the file is in its place: whoever was told otherwise would take it for lost.
        if durably { try? PrivateFile(at: directory, O_RDONLY | O_DIRECTORY)?.sync() }
        // The lock lasts until here.
        _ = consume lock
    }
}

extension Seal {
    /// The file that holds a document.
    func applied(to document: Data, for client: TokenKey) throws(TokenStoreError) -> Data {
        switch self {
        case .none: document
        case .key(let key, let place): try SealedDocument.encode(document, with: key, in: place, for: client)
        }
    }
}
