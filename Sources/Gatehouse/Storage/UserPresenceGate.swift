import Foundation

/// A type that lets the user confirm being present, by biometrics or the passcode of the device.
///
/// `DeviceOwnerAuthentication` uses the system's dialog; tests have their own conformance.
public protocol UserPresence: Sendable {
    /// Asks the user to confirm being present.
    ///
    /// - Parameter reason: The reason that the user sees, such as "Open your account".
    /// - Throws: ``AuthError``: `cancelled` if the user cancelled; `storeLocked` if the confirmation failed;
    ///   `interactionRequired` if the device cannot ask, for example because it has no passcode.
    func confirm(reason: String) async throws(AuthError)
}

/// A gate in front of the stored sessions, which the user opens by biometrics or passcode.
///
/// ```swift
/// let gate = UserPresenceGate(DeviceOwnerAuthentication())
/// configuration.tokenStore = gate.protecting(KeychainTokenStore())
/// let gatehouse = GatehouseClient(configuration: configuration)
///
/// try await gate.open(reason: "Open your account")
/// let session = try await gatehouse.session()
/// ```
///
/// While the gate is closed and a session is stored, calls that read the store throw ``AuthErrorCode/storeLocked``; at
/// launch ``GatehouseClient/states`` is ``SessionState/unknown(_:)`` until a call reads the store. The library never
/// asks the user by itself, because it also reads the store in the background. A user who signs in at a client without
/// stored sessions is not asked until ``close()``; sessions of other clients stay protected.
///
/// A client keeps the sessions that it has read in memory. After ``close()`` their access tokens remain usable until
/// they expire, no refresh is started until the gate is open again, and the result of a refresh in progress is still
/// stored: cover the app's own content, too.
public actor UserPresenceGate {
    private let presence: any UserPresence
    private var confirmation: Task<AuthError?, Never>?
    /// The number of calls of ``close()``, which end earlier calls of ``open(reason:)``.
    private var closings = 0
    /// The clients whose user has signed in since the gate was closed.
    private var signedIn: Set<TokenStoreKey> = []
    /// The clients whose sessions this process has been able to read.
    private var known: Set<TokenStoreKey> = []
    /// A Boolean value that indicates whether the user has confirmed being present.
    public private(set) var isOpen = false

    /// Creates a closed gate.
    ///
    /// - Parameter presence: The confirmation that opens the gate.
    public init(_ presence: any UserPresence) {
        self.presence = presence
    }

    /// Asks the user to confirm being present, unless the gate is open; concurrent calls ask once.
    ///
    /// - Parameter reason: The reason that the user sees.
    /// - Throws: ``AuthError`` as ``UserPresence/confirm(reason:)``, and `cancelled` if the gate is closed meanwhile;
    ///   the gate stays closed.
    public func open(reason: String) async throws(AuthError) {
        guard !isOpen else { return }
        let before = closings
        let current = confirmation ?? ask(reason)
        confirmation = current
        let error = await current.value
        if confirmation == current { confirmation = nil }
        if let error { throw error }
        guard closings == before else { throw .cancelled() }
        isOpen = true
    }

    private func ask(_ reason: String) -> Task<AuthError?, Never> {
        Task { [presence] in
            do throws(AuthError) {
                try await presence.confirm(reason: reason)
                return nil
            } catch {
                return error
            }
        }
    }

    /// Closes the gate, for example when the app moves to the background.
    public func close() {
        closings += 1
        isOpen = false
        signedIn = []
    }

    /// Returns whether the sessions of a client can be read.
    fileprivate func permitsReading(_ key: TokenStoreKey) -> Bool {
        guard isOpen || signedIn.contains(key) else { return false }
        known.insert(key)
        return true
    }

    /// Returns whether the sessions of a client can be changed: also after ``close()`` if this process knows them, so
    /// that the tokens of a refresh in progress are not lost.
    fileprivate func permitsUpdating(_ key: TokenStoreKey) -> Bool {
        permitsReading(key) || known.contains(key)
    }

    /// Permits reading the sessions of a client that had none, because its user was present for the sign-in.
    fileprivate func recordSignIn(_ key: TokenStoreKey) {
        signedIn.insert(key)
        known.insert(key)
    }

    /// Protects the next session of a client whose sessions have ended.
    fileprivate func forget(_ key: TokenStoreKey) {
        signedIn.remove(key)
        known.remove(key)
    }

    /// Returns a store whose sessions can be read while the gate is open.
    ///
    /// It has no synchronous access, which the synchronous methods of the facades need.
    ///
    /// - Parameter store: The store.
    /// - Returns: The store, for ``ClientConfiguration/tokenStore``.
    public nonisolated func protecting(_ store: any TokenStore) -> any TokenStore {
        ProtectedTokenStore(store: store, gate: self)
    }
}

/// A token store behind a gate.
private struct ProtectedTokenStore: TokenStore {
    let store: any TokenStore
    let gate: UserPresenceGate

    func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try await checked(try await store.load(key)) { await gate.permitsReading(key) }
    }

    func loadForUpdate(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try await checked(try await store.loadForUpdate(key)) { await gate.permitsUpdating(key) }
    }

    /// Returns the data if it may be read.
    ///
    /// Without a session there is nothing to protect, so a new user can sign in.
    private func checked(_ data: Data?, isPermitted: () async -> Bool) async throws(TokenStoreError) -> Data? {
        guard let data, StoredDocument.hasSessions(data) else { return data }
        guard await isPermitted() else { throw TokenStoreError(.locked, "The user has not confirmed being present.") }
        return data
    }

    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) async throws(TokenStoreError) {
        try await store.save(data, for: key, replacing: current)
        guard StoredDocument.hasSessions(data) else { return await gate.forget(key) }
        let hadSessions = current.map(StoredDocument.hasSessions) ?? false
        if !hadSessions { await gate.recordSignIn(key) }
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.remove(key)
        await gate.forget(key)
    }

    var isSharedBetweenProcesses: Bool { store.isSharedBetweenProcesses }

    func checkWritable(_ key: TokenStoreKey, byteCount: Int) async throws(TokenStoreError) {
        try await store.checkWritable(key, byteCount: byteCount)
    }

    func removeCorrupt(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.removeCorrupt(key)
    }

    var refreshLock: (any RefreshLock)? { store.refreshLock }

    var eventLog: (any DiagnosticEventLog)? { store.eventLog }

    func changes(
        of key: TokenStoreKey,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> AsyncStream<Void>? {
        store.changes(of: key, sleep: sleep)
    }
}
