public import Foundation
import GatehouseJOSE

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Keeps sessions in files that only their owner can read: the default on Linux.
///
/// There is one file of JSON for each client, of mode 0600 in a directory of mode 0700. It is replaced as a whole: what
/// a loss of power or a full disk leaves behind is the old file or the new one. Processes that share the directory,
/// such as two terminals, take turns. The tokens are not encrypted: whoever can read the person's files can read them.
public struct FileTokenStore: TokenStore {
    private let directory: String
    private let queue = StoreQueue()

    /// A store in a directory.
    ///
    /// - Parameter directory: The directory, made when it is missing; by default `gatehouse` in `$XDG_STATE_HOME` or in
    ///   `~/.local/state`.
    public init(directory: URL? = nil) {
        self.directory = directory?.path ?? Self.defaultDirectory
    }

    /// Reads what is stored.
    ///
    /// - Parameter key: The client.
    /// - Returns: What is stored, or `nil` when there is no file.
    /// - Throws: ``TokenStoreError`` of kind `corrupt` when the file cannot be understood, `denied` when it belongs to
    ///   somebody else, is a symbolic link or may not be read, `unavailable` otherwise.
    public func load(_ key: TokenKey) async throws(TokenStoreError) -> StoredSessions? {
        try await queue.run { () throws(TokenStoreError) in try loadNow(key) }
    }

    /// Replaces what is stored, provided that it is what the caller saw.
    ///
    /// - Parameters:
    ///   - sessions: What to store.
    ///   - key: The client.
    ///   - generation: The generation of the value to replace; `nil` when there is to be no file yet.
    /// - Throws: ``TokenStoreError``; the file is unchanged then.
    public func save(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in
            try saveNow(sessions, for: key, replacing: generation)
        }
    }

    /// Deletes the file of a client.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` of kind `denied` or `unavailable`. No file is not an error.
    public func remove(_ key: TokenKey) async throws(TokenStoreError) {
        let path = path(of: key)
        let directory = directory
        try await queue.run { () throws(TokenStoreError) in
            try Self.exclusively(in: directory) { () throws(TokenStoreError) in
                guard unsafe unlink(path) == 0 || errno == ENOENT else {
                    throw TokenStoreError(errno: errno, "delete", path)
                }
            }
        }
    }
}

extension FileTokenStore: ImmediateTokenStore {
    package func loadNow(_ key: TokenKey) throws(TokenStoreError) -> StoredSessions? {
        try Self.read(path(of: key), key)
    }

    package func saveNow(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) throws(TokenStoreError) {
        let path = path(of: key)
        try Self.exclusively(in: directory) { () throws(TokenStoreError) in
            guard try Self.read(path, key)?.generation == generation else { throw .outdated }
            let data = try StoreDocument.encode(sessions, for: key)
            let temporary = path + ".new"
            let file = try PrivateFile(at: temporary, O_WRONLY | O_CREAT | O_TRUNC)
            try file?.replaceContents(with: data)
            guard unsafe rename(temporary, path) == 0 else { throw TokenStoreError(errno: errno, "rename", path) }
        }
    }
}

extension FileTokenStore: RefreshLocking {
    func takeTurn(_ key: TokenKey) async throws(TokenStoreError) -> RefreshTurn? {
        let path = path(of: key) + ".lock"
        return try await queue.run { () throws(TokenStoreError) in
            guard let file = try PrivateFile(at: path, O_RDWR | O_CREAT), try file.tryLock() else { return nil }
            return RefreshTurn(file)
        }
    }
}

extension FileTokenStore {
    private static var defaultDirectory: String {
        let environment = ProcessInfo.processInfo.environment
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/gatehouse" }
        // Foundation asks the user database first; shells and the XDG directories go by HOME.
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (home ?? NSHomeDirectory()) + "/.local/state/gatehouse"
    }

    /// A name a person can recognise, and a digest that tells clients apart.
    private func path(of key: TokenKey) -> String {
        let host = URL(string: key.issuer)?.host ?? "issuer"
        let name = host.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
        let digest = SHA256Digest.of("\(key.issuer)\n\(key.clientID)").prefix(8)
        return
            "\(directory)/\(name)-\(digest.hexadecimal).json"
    }

    private static func read(_ path: String, _ key: TokenKey) throws(TokenStoreError) -> StoredSessions? {
        guard let file = try PrivateFile(at: path, O_RDONLY) else { return nil }
        return try StoreDocument.decode(try file.contents(), for: key)
    }

    /// Runs the body while no other process changes the directory, then waits until its names are on the disk.
    private static func exclusively(
        in directory: String,
        _ body: () throws(TokenStoreError) -> Void
    ) throws(TokenStoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw TokenStoreError(.unavailable, "create \(directory): \(error.localizedDescription)")
        }
        let lock = try PrivateFile(at: directory + "/.lock", O_RDWR | O_CREAT)
        try lock?.lock()
        try body()
        try PrivateFile(at: directory, O_RDONLY | O_DIRECTORY)?.sync()
        // The lock lasts until here.
        _ = consume lock
    }
}
