public import Foundation

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
    let files: SessionFiles
    private let queue = BlockingQueue()
    /// Whether to poll for changes even where the system reports them; for tests.
    var polls = false

    /// Creates a store in a directory.
    ///
    /// - Parameters:
    ///   - directory: The directory, created if it is missing; by default `gatehouse` in `$XDG_STATE_HOME` or
    ///     `~/.local/state`.
    ///   - protection: The protection from the next sign-in on.
    public init(directory: URL? = nil, protection: Protection = .automatic) {
        self.init(directory: directory, protection: protection, environment: UserDirectory.environment())
    }

    init(directory: URL?, protection: Protection, environment: [String: String]) {
        files = SessionFiles(
            directory: directory?.path ?? UserDirectory.state(in: environment),
            keys: KeyRegistry(protection, environment: environment)
        )
    }

    /// Loads the stored data.
    ///
    /// - Parameter key: The client.
    /// - Returns: The decrypted bytes, or `nil` if there is no file.
    /// - Throws: ``TokenStoreError``: `locked` if the keyring with the key is locked or unavailable; `corrupt` if the
    ///   file cannot be decrypted or its key is missing; `denied` if it belongs to another user, is a symbolic link or
    ///   is not readable; `unavailable` otherwise.
    public func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try await queue.run { () throws(TokenStoreError) in try files.load(key) }
    }

    /// Replaces the stored data if it is still the expected data.
    ///
    /// - Parameters:
    ///   - data: The bytes to store.
    ///   - key: The client.
    ///   - current: The bytes to replace; `nil` if no file is expected.
    /// - Throws: ``TokenStoreError``; the file is then unchanged.
    public func save(
        _ data: Data,
        for key: TokenStoreKey,
        replacing current: Data?
    ) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in try files.save(data, for: key, replacing: current) }
    }

    /// Deletes the file of a client.
    ///
    /// Its key is kept and encrypts the next file.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` with the code `denied` or `unavailable`. A missing file is not an error.
    public func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in try files.remove(key) }
    }

    /// Checks whether a sign-in can be stored.
    ///
    /// Reads the stored data, obtains a key, and writes and deletes a file of the expected size.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - byteCount: The expected size, in bytes, before encryption.
    /// - Throws: ``TokenStoreError``, as ``save(_:for:replacing:)`` does.
    public func checkWritable(_ key: TokenStoreKey, byteCount: Int) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in try files.checkWritable(key, byteCount: byteCount) }
    }

    /// Deletes the file of a client only while it is corrupt.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError`` as ``remove(_:)``, and if the file cannot be read for another reason.
    public func removeCorrupt(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in try files.removeCorrupt(key) }
    }

    /// Synchronous access to the same files.
    public var synchronous: (any SynchronousTokenStore)? { files }

    /// The lock on a file beside the client's own; `nil` on iOS, which kills an app that is suspended while it holds a
    /// file lock in a shared container.
    public var refreshLock: (any RefreshLock)? {
        #if canImport(UIKit)
        nil
        #else
        FileRefreshLock(files: files, queue: queue)
        #endif
    }

    /// The log in a file beside the client's own.
    public var eventLog: (any DiagnosticEventLog)? { FileEventLog(files: files, queue: queue) }

    /// Returns a stream of possible changes of a client's file, as the system reports them.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - sleep: Waits between two comparisons where the system reports no changes.
    /// - Returns: A stream with an element at once and one for one or more changes.
    public func changes(
        of key: TokenStoreKey,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> AsyncStream<Void>? {
        FileWatch(path: files.path(of: key), directory: files.directory, queue: queue, polls: polls, sleep: sleep)
            .changes()
    }
}
