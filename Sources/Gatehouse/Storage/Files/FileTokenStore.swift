public import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A token store in encrypted files that only their owner can read: the default on Linux.
///
/// Each client has one file of mode 0600 in a directory of mode 0700. A save replaces the file as a whole, so that a
/// loss of power or a full disk leaves either the old or the new one. Processes that share the directory, such as two
/// terminals, lock it. The ``Protection`` determines where the encryption key is kept: in the user's keyring if it is
/// available, else in a file in another directory.
///
/// A process queries the keyring once and waits up to three seconds. It never shows a password prompt: if the key is in
/// a locked keyring, the error is ``TokenStoreError/Code/locked`` until the user unlocks it.
public struct FileTokenStore: TokenStore {
    let directory: String
    let queue = BlockingQueue()
    let keys: KeyRegistry
    let fileCache = FileCache()
    /// Whether to poll for changes even where the system reports them; for tests.
    var polls = false

    /// Creates a store in a directory.
    ///
    /// - Parameters:
    ///   - directory: The directory, created if it is missing; by default `gatehouse` in `$XDG_STATE_HOME` or
    ///     `~/.local/state`.
    ///   - protection: The protection from the next sign-in on.
    public init(directory: URL? = nil, protection: Protection = .automatic) {
        self.init(directory: directory, protection: protection, environment: Self.environment())
    }

    init(directory: URL?, protection: Protection, environment: [String: String]) {
        self.directory = directory?.path ?? Self.directory("XDG_STATE_HOME", else: ".local/state", in: environment)
        keys = KeyRegistry(protection, environment: environment)
    }

    /// Loads the stored sessions.
    ///
    /// - Parameter key: The client.
    /// - Returns: The stored sessions, or `nil` if there is no file.
    /// - Throws: ``TokenStoreError``: `locked` if the keyring with the key is locked or unavailable; `corrupt` if the
    ///   file cannot be decoded or its key is missing; `denied` if it belongs to another user, is a symbolic link or is
    ///   not readable; `unavailable` otherwise.
    public func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> StoredSessions? {
        try await queue.run { () throws(TokenStoreError) in try loadNow(key) }
    }

    /// Replaces the stored sessions if they still have the expected generation.
    ///
    /// - Parameters:
    ///   - sessions: The sessions to store.
    ///   - key: The client.
    ///   - generation: The generation to replace; `nil` if no file is expected.
    /// - Throws: ``TokenStoreError``; the file is then unchanged.
    public func save(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in
            try saveNow(sessions, for: key, replacing: generation)
        }
    }

    /// Deletes the file of a client.
    ///
    /// Its key is kept and encrypts the next file.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` with the code `denied` or `unavailable`. A missing file is not an error.
    public func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        let path = path(of: key)
        let directory = directory
        fileCache.remove(key)
        try await queue.run { () throws(TokenStoreError) in
            try PrivateFile.exclusively(in: directory) { () throws(TokenStoreError) in
                guard unsafe unlink(path) == 0 || errno == ENOENT else {
                    throw TokenStoreError(errno: errno, "delete", path)
                }
            }
        }
    }

    /// Checks whether a sign-in can be stored.
    ///
    /// Reads the stored sessions, obtains a key, and writes and deletes a file of the expected size.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError``, as ``save(_:for:replacing:)`` does.
    public func checkWritable(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in
            let current = try readFile(key)
            keys.forgetChoice(for: key)
            _ = try seal(replacing: current, for: key, isSignedIn: true)
            // Incompressible data: a compressing file system accepts any number of zeros.
            let size = UInt64((current?.data.count ?? 0) + Self.signInReserve)
            let trial = Data((0..<size).map { UInt8(truncatingIfNeeded: ($0 &* $0 &* $0 &* 0x1E37_79B1) >> 17) })
            // Need not be durable: a full disk already fails the write.
            try PrivateFile.exclusively(in: directory, durably: false) { () throws(TokenStoreError) in
                try Self.writing(trial, to: path(of: key) + ".new", durably: false) { path throws(TokenStoreError) in
                    guard unsafe unlink(path) == 0 else { throw TokenStoreError(errno: errno, "delete", path) }
                }
            }
        }
    }
}

extension FileTokenStore: SynchronousTokenStore {
    package func loadNow(_ key: TokenStoreKey) throws(TokenStoreError) -> StoredSessions? {
        try readFile(key)?.sessions
    }

    package func saveNow(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) throws(TokenStoreError) {
        // Obtains the key before the directory is locked: the keyring may be slow.
        let current = try readFile(key)
        guard current?.sessions.generation == generation else { throw .generationConflict }
        let seal = try seal(replacing: current, for: key, isSignedIn: !sessions.sessions.isEmpty)
        let unknownMembers = try current.flatMap { (file) throws(TokenStoreError) in try file.unknownMembers(for: key) }
        let document = try StoredDocument.encode(sessions, for: key, adding: unknownMembers)
        let data = try seal.applied(to: document, for: key)
        let path = path(of: key)
        try PrivateFile.exclusively(in: directory) { () throws(TokenStoreError) in
            guard try Self.contents(of: path) == current?.data else { throw .generationConflict }
            try Self.writing(data, to: path + ".new") { temporary throws(TokenStoreError) in
                guard unsafe rename(temporary, path) == 0 else { throw TokenStoreError(errno: errno, "rename", path) }
            }
        }
        let stored = StoredFile(
            data: data,
            seal: seal,
            document: document,
            sessions: sessions,
            hasNoUnknownMembers: unknownMembers == nil
        )
        fileCache.insert(stored, of: key)
    }
}
