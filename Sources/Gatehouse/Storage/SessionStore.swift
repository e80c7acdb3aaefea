import Foundation
import GatehouseConcurrency

/// The sessions of a client in its ``TokenStore``: the library's format over the bytes that the store keeps.
package struct SessionStore: Sendable {
    /// The number of conflicts after which an update fails.
    private static let maximumAttempts = 16
    /// The bytes that a sign-in may add: three tokens of eight kilobytes and the profile.
    private static let signInReserve = 36 << 10

    let key: TokenStoreKey
    let store: any TokenStore
    private let cache = DocumentCache()

    /// Creates the access to the sessions of a client.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - store: The store of its data.
    package init(_ key: TokenStoreKey, in store: any TokenStore) {
        self.key = key
        self.store = store
    }

    /// Loads the sessions.
    ///
    /// - Returns: The sessions, or `nil` if nothing is stored.
    /// - Throws: ``TokenStoreError``.
    package func load() async throws(TokenStoreError) -> StoredSessions? {
        try decode(try await store.load(key))?.sessions
    }

    /// Replaces the sessions with the result of the body, again after each conflict.
    ///
    /// - Parameter body: Returns the new value for the current one; `nil` to change nothing.
    /// - Returns: The stored value; `nil` if the body changed nothing.
    /// - Throws: ``TokenStoreError``; the stored data is then unchanged.
    package func update(
        _ body: (StoredSessions?) -> StoredSessions?
    ) async throws(TokenStoreError) -> StoredSessions? {
        var conflict = TokenStoreError.conflict
        for _ in 0..<Self.maximumAttempts {
            let found = try decode(try await store.loadForUpdate(key))
            guard let next = body(found?.sessions) else { return nil }
            guard next != found?.sessions else { return next }
            let document = try encode(next, replacing: found)
            do throws(TokenStoreError) {
                try await store.save(document.data, for: key, replacing: found?.data)
                cache.document = document
                return document.sessions
            } catch {
                guard error.code == .conflict else { throw error }
                conflict = error
            }
        }
        throw conflict
    }

    /// Checks whether a sign-in or a refresh can be stored; not if the stored data is corrupt.
    package func checkWritable() async throws(TokenStoreError) {
        let present = try decode(try await store.load(key))?.data.count ?? 0
        try await store.checkWritable(key, byteCount: present + Self.signInReserve)
    }

    /// Removes the stored data only while it is corrupt: another process may have signed in since.
    package func removeCorrupt() async throws(TokenStoreError) {
        let data: Data?
        do throws(TokenStoreError) {
            data = try await store.load(key)
        } catch {
            guard error.code == .corrupt else { throw error }
            return try await store.removeCorrupt(key)
        }
        do throws(TokenStoreError) {
            _ = try decode(data)
        } catch {
            guard error.code == .corrupt else { throw error }
            let empty = try encode(StoredSessions(), replacing: nil)
            do throws(TokenStoreError) {
                try await store.save(empty.data, for: key, replacing: data)
            } catch {
                // A removal needs neither space on the disk nor an encryption key.
                guard error.code != .conflict, try await store.load(key) == data else { return }
                try await store.remove(key)
            }
        }
    }
}

// MARK: - Synchronous access

extension SessionStore {
    /// Loads the sessions synchronously.
    ///
    /// - Returns: The sessions, or `nil` if nothing is stored.
    /// - Throws: ``TokenStoreError``; `unavailable` if the store has no synchronous access.
    package func loadNow() throws(TokenStoreError) -> StoredSessions? {
        try decode(try synchronousStore.load(key))?.sessions
    }

    /// Replaces the sessions synchronously, as ``update(_:)`` does.
    ///
    /// - Parameter body: Returns the new value for the current one; `nil` to change nothing.
    /// - Throws: ``TokenStoreError``; `unavailable` if the store has no synchronous access.
    package func updateNow(_ body: (StoredSessions?) -> StoredSessions?) throws(TokenStoreError) {
        let store = try synchronousStore
        var conflict = TokenStoreError.conflict
        for _ in 0..<Self.maximumAttempts {
            let found = try decode(try store.load(key))
            guard let next = body(found?.sessions), next != found?.sessions else { return }
            let document = try encode(next, replacing: found)
            do throws(TokenStoreError) {
                try store.save(document.data, for: key, replacing: found?.data)
                cache.document = document
                return
            } catch {
                guard error.code == .conflict else { throw error }
                conflict = error
            }
        }
        throw conflict
    }

    private var synchronousStore: any SynchronousTokenStore {
        get throws(TokenStoreError) {
            guard let store = store.synchronous else {
                throw TokenStoreError(.unavailable, "The app’s token store does not support synchronous access.")
            }
            return store
        }
    }
}

// MARK: - The format

extension SessionStore {
    /// Stored bytes and the sessions decoded from them.
    fileprivate struct Document: Sendable {
        let data: Data
        let sessions: StoredSessions
        /// Whether a later version may have added members.
        var mayHaveUnknownMembers = true
    }

    private func decode(_ data: Data?) throws(TokenStoreError) -> Document? {
        guard let data else { return nil }
        if let cached = cache.document, cached.data == data { return cached }
        let document = Document(data: data, sessions: try StoredDocument.decode(data, for: key))
        cache.document = document
        return document
    }

    /// Encodes the next generation, with the members that a later version added to the replaced document.
    private func encode(_ next: StoredSessions, replacing found: Document?) throws(TokenStoreError) -> Document {
        var next = next
        next.generation = (found?.sessions.generation ?? 0) + 1
        var unknownMembers: UnknownJSONMembers?
        if let found, found.mayHaveUnknownMembers {
            unknownMembers = try StoredDocument.unknownMembers(of: found.data, readAs: found.sessions, for: key)
        }
        let data = try StoredDocument.encode(next, for: key, adding: unknownMembers)
        return Document(data: data, sessions: next, mayHaveUnknownMembers: unknownMembers != nil)
    }

    /// The document that this process last read or wrote: a refresh reads the store several times.
    private final class DocumentCache: Sendable {
        private let latest = Mutex<Document?>(nil)

        var document: Document? {
            get { latest.withLock(\.self) }
            set { latest.withLock { $0 = newValue } }
        }
    }
}

extension TokenStoreError {
    /// The error of a save whose expected data is not stored.
    static let conflict = TokenStoreError(.conflict, "The stored sessions were changed by another process.")
}
