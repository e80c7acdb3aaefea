public import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Keeps sessions in files that only their owner can read, encrypted: the default on Linux.
///
/// There is one file for each client, of mode 0600 in a directory of mode 0700. It is replaced as a whole: what a loss of power or a full disk
/// leaves behind is the old file or the new one. Processes that share the directory, such as two terminals, take turns. Where the key is kept is
/// the ``Protection``: in the person's keyring where that can be used, else in a file in another directory.
///
/// A call asks the keyring once in a process, and waits three seconds for it at most. It never has the person asked for the keyring's password:
/// what is sealed with a key in a locked keyring is an error of kind ``TokenStoreError/Kind/locked``, and readable again with the first call
/// after somebody has unlocked it.
public struct FileTokenStore: TokenStore {
    let directory: String
    let queue = StoreQueue()
    let keys: StoreKeys
    let lastRead = LastRead()
    /// Whether changes are found by polling even where the system reports them; for tests.
    var polls = false

    /// A store in a directory.
    ///
    /// - Parameters:
    ///   - directory: The directory, made when it is missing; by default `gatehouse` in `$XDG_STATE_HOME` or in `~/.local/state`.
    ///   - protection: How sessions are protected from the next sign-in on.
    public init(directory: URL? = nil, protection: Protection = .automatic) {
        self.init(directory: directory, protection: protection, environment: Self.environment())
    }

    init(directory: URL?, protection: Protection, environment: [String: String]) {
        self.directory = directory?.path ?? Self.directory("XDG_STATE_HOME", else: ".local/state", in: environment)
        keys = StoreKeys(protection, environment: environment)
    }

    /// Reads what is stored.
    ///
    /// - Parameter key: The client.
    /// - Returns: What is stored, or `nil` when there is no file.
    /// - Throws: ``TokenStoreError`` of kind `locked` when its key is in a keyring that is locked or not in reach; `corrupt` when the file
    ///   cannot be understood or its key is gone, `denied` when it belongs to somebody else, is a symbolic link or may not be read,
    ///   `unavailable` otherwise.
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
    /// Its key stays where it is, and seals what is stored next.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` of kind `denied` or `unavailable`. No file is not an error.
    public func remove(_ key: TokenKey) async throws(TokenStoreError) {
        let path = path(of: key)
        let directory = directory
        lastRead.forget(key)
        try await queue.run { () throws(TokenStoreError) in
            try Self.exclusively(in: directory) { () throws(TokenStoreError) in
                guard unsafe unlink(path) == 0 || errno == ENOENT else {
                    throw TokenStoreError(errno: errno, "delete", path)
                }
            }
        }
    }

    /// Finds out whether a sign-in could be stored now.
    ///
    /// What is stored is read, a key is made sure of, and a file of the size that the next one may have is written and deleted again.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` as ``save(_:for:replacing:)`` would.
    public func rehearse(_ key: TokenKey) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in
            let present = try present(key)
            keys.forgetChoice(for: key)
            _ = try seal(replacing: present, for: key, isSignedIn: true)
            // Nothing that a file system can compress: it has room for any number of zeros.
            let size = UInt64((present?.data.count ?? 0) + Self.roomForASignIn)
            let trial = Data((0..<size).map { UInt8(truncatingIfNeeded: ($0 &* $0 &* $0 &* 0x1E37_79B1) >> 17) })
            // What is deleted again need not reach the disk: a full one refuses it before that.
            try Self.exclusively(in: directory, durably: false) { () throws(TokenStoreError) in
                try Self.writing(trial, to: path(of: key) + ".new", durably: false) { path throws(TokenStoreError) in
                    guard unsafe unlink(path) == 0 else { throw TokenStoreError(errno: errno, "delete", path) }
                }
            }
        }
    }
}

extension FileTokenStore: ImmediateTokenStore {
    package func loadNow(_ key: TokenKey) throws(TokenStoreError) -> StoredSessions? {
        try present(key)?.sessions
    }

    package func saveNow(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) throws(TokenStoreError) {
        // The keyring is asked here, before others wait for the directory.
        let present = try present(key)
        guard present?.sessions.generation == generation else { throw .outdated }
        let seal = try seal(replacing: present, for: key, isSignedIn: !sessions.grants.isEmpty)
        let rest = try present.flatMap { (present) throws(TokenStoreError) in try present.rest(for: key) }
        let document = try StoreDocument.encode(sessions, for: key, adding: rest)
        let data = try seal.applied(to: document, for: key)
        let path = path(of: key)
        try Self.exclusively(in: directory) { () throws(TokenStoreError) in
            guard try Self.contents(of: path) == present?.data else { throw .outdated }
            try Self.writing(data, to: path + ".new") { temporary throws(TokenStoreError) in
                guard unsafe rename(temporary, path) == 0 else { throw TokenStoreError(errno: errno, "rename", path) }
            }
        }
        let stored = Present(data: data, seal: seal, document: document, sessions: sessions, isAllKnown: rest == nil)
        lastRead.note(stored, of: key)
    }
}
