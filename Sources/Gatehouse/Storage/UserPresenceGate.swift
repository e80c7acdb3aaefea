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
/// While the gate is closed and a session is stored, calls that read the store throw ``AuthErrorCode/storeLocked``, and
/// ``GatehouseClient/states`` is ``SessionState/unknown(_:)``. The library never asks the user by itself, because it
/// also reads the store in the background. A sign-in opens the gate.
///
/// A client keeps the sessions that it has read in memory. After ``close()`` their access tokens remain usable until
/// they expire, and refreshes fail until the gate is open again: cover the app's own content, too.
public actor UserPresenceGate {
    private let presence: any UserPresence
    private var confirmation: Task<AuthError?, Never>?
    /// A Boolean value that indicates whether the stored sessions can be read.
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
    /// - Throws: ``AuthError`` as ``UserPresence/confirm(reason:)``; the gate stays closed.
    public func open(reason: String) async throws(AuthError) {
        guard !isOpen else { return }
        let current = confirmation ?? ask(reason)
        confirmation = current
        let error = await current.value
        if confirmation == current { confirmation = nil }
        if let error { throw error }
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
        isOpen = false
    }

    /// Opens the gate after a sign-in, in which the user was present.
    fileprivate func recordSignIn() {
        isOpen = true
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
        let data = try await store.load(key)
        // Without a session there is nothing to protect, so a new user can sign in.
        guard let data, StoredDocument.hasSessions(data) else { return data }
        guard await gate.isOpen else { throw TokenStoreError(.locked, "The user has not confirmed being present.") }
        return data
    }

    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) async throws(TokenStoreError) {
        try await store.save(data, for: key, replacing: current)
        let hadSessions = current.map(StoredDocument.hasSessions) ?? false
        if !hadSessions && StoredDocument.hasSessions(data) { await gate.recordSignIn() }
    }

    func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await store.remove(key)
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
