public import Foundation

/// A token store in the keychain: the default on Apple platforms, and unavailable elsewhere.
///
/// Each client has one generic password in the data-protection keychain, readable after the first unlock since boot,
/// and never moved to another device or into a backup.
///
/// A macOS tool that is signed without a keychain entitlement may not use that keychain (Apple's TN3137). Unless it
/// names an access group, its items are in the login keychain, where the system asks the user before another program
/// may read them.
public struct KeychainTokenStore: TokenStore {
    private let items: KeychainItems
    private let queue = BlockingQueue()

    #if canImport(Security)
    /// Creates a store in the keychain.
    ///
    /// - Parameters:
    ///   - service: The service name of the items.
    ///   - accessGroup: The access group to share the items with an app's extensions; `nil` for the app alone.
    public init(service: String = "gatehouse", accessGroup: String? = nil) {
        self.init(service: service, accessGroup: accessGroup, in: SystemKeychain())
    }
    #endif

    /// Creates a store in a keychain.
    init(service: String = "gatehouse", accessGroup: String? = nil, in keychain: any KeychainAccess) {
        items = KeychainItems(service: service, accessGroup: accessGroup, in: keychain)
    }

    /// Loads the stored data.
    ///
    /// - Parameter key: The client.
    /// - Returns: The bytes of the item, or `nil` if there is none.
    /// - Throws: ``TokenStoreError``: `locked` before the first unlock, `denied` without the entitlement.
    public func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> Data? {
        try await queue.run { () throws(TokenStoreError) in try items.load(key) }
    }

    /// Replaces the stored data if it is still the expected data.
    ///
    /// A digest of the data is an attribute of the item and part of the query, so the keychain compares it atomically.
    ///
    /// - Parameters:
    ///   - data: The bytes to store.
    ///   - key: The client.
    ///   - current: The bytes to replace; `nil` if no item is expected.
    /// - Throws: ``TokenStoreError``; the item is then unchanged.
    public func save(
        _ data: Data,
        for key: TokenStoreKey,
        replacing current: Data?
    ) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in try items.save(data, for: key, replacing: current) }
    }

    /// Deletes the item of a client.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError``. A missing item is not an error.
    public func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in try items.remove(key) }
    }

    /// A Boolean value that indicates whether several processes may use the items.
    ///
    /// An iOS app has one process, and items without an access group are not shared.
    public var isSharedBetweenProcesses: Bool { items.areShared }

    /// Synchronous access to the same items.
    public var synchronous: (any SynchronousTokenStore)? { items }

    /// Returns a stream of the notifications that writing processes post (`notify(3)`): the keychain reports no
    /// changes.
    ///
    /// - Parameters:
    ///   - key: The client.
    ///   - sleep: Unused.
    /// - Returns: A stream with an element at once and one for one or more changes.
    public func changes(
        of key: TokenStoreKey,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) -> AsyncStream<Void>? {
        items.changes(of: key)
    }
}
