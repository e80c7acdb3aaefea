#if canImport(Security)
public import Foundation
import GatehouseJOSE
import Security

/// A token store in the keychain: the default on Apple platforms.
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

    /// Creates a store in the keychain.
    ///
    /// - Parameters:
    ///   - service: The service name of the items.
    ///   - accessGroup: The access group to share the items with an app's extensions; `nil` for the app alone.
    public init(service: String = "gatehouse", accessGroup: String? = nil) {
        items = KeychainItems(service: service, accessGroup: accessGroup)
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
    public var isSharedBetweenProcesses: Bool {
        #if os(macOS)
        true
        #else
        items.accessGroup != nil
        #endif
    }

    /// Synchronous access to the same items.
    public var synchronous: (any SynchronousTokenStore)? { items }

    #if canImport(notify)
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
    #endif
}

/// The keychain items of a store, one for each client.
struct KeychainItems: SynchronousTokenStore {
    let service: String
    let accessGroup: String?
    private let choice = KeychainChoice()

    init(service: String, accessGroup: String?) {
        self.service = service
        self.accessGroup = accessGroup
    }

    func load(_ key: TokenStoreKey) throws(TokenStoreError) -> Data? {
        var found: CFTypeRef?
        let status = try use(key) { item in
            var query = item
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            return unsafe SecItemCopyMatching(query as CFDictionary, &found)
        }
        if status == errSecItemNotFound { return nil }
        try check(status)
        guard let data = found as? Data else { throw TokenStoreError(.corrupt, "The keychain item contains no data.") }
        return data
    }

    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) throws(TokenStoreError) {
        let contents: [CFString: Any] = [kSecValueData: data, kSecAttrGeneric: Self.digest(of: data)]
        let status = try use(key) { item in
            var query = item
            if let current {
                query[kSecAttrGeneric] = Self.digest(of: current)
                let status = SecItemUpdate(query as CFDictionary, contents as CFDictionary)
                guard status == errSecItemNotFound, let attribute = Self.attribute(of: item, with: current) else {
                    return status
                }
                query[kSecAttrGeneric] = attribute
                return SecItemUpdate(query as CFDictionary, contents as CFDictionary)
            }
            query.merge(contents) { $1 }
            if !choice.isLoginKeychain {
                query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            }
            return SecItemAdd(query as CFDictionary, nil)
        }
        guard status != errSecItemNotFound, status != errSecDuplicateItem else { throw .conflict }
        try check(status)
        postChange(of: key)
    }

    func remove(_ key: TokenStoreKey) throws(TokenStoreError) {
        let status = try use(key) { item in SecItemDelete(item as CFDictionary) }
        if status != errSecItemNotFound { try check(status) }
        postChange(of: key)
    }

    private static func digest(of data: Data) -> Data {
        SHA256Digest.of(data)
    }

    /// Returns the attribute of an item with this data, which is not a digest if an earlier version wrote the item.
    private static func attribute(of item: [CFString: Any], with data: Data) -> Data? {
        var query = item
        query[kSecReturnAttributes] = true
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var found: CFTypeRef?
        guard unsafe SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess,
            let attributes = found as? [CFString: Any], attributes[kSecValueData] as? Data == data
        else { return nil }
        return attributes[kSecAttrGeneric] as? Data
    }

    /// Calls the keychain with the item of a client, in the login keychain if this process may not use the
    /// data-protection keychain.
    private func use(
        _ key: TokenStoreKey,
        _ call: (_ item: [CFString: Any]) -> OSStatus
    ) throws(TokenStoreError) -> OSStatus {
        var item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: service,
            kSecAttrAccount: "\(key.issuer) \(key.clientID)",
        ]
        if !choice.isLoginKeychain {
            var protected = item
            protected[kSecAttrSynchronizable] = false
            protected[kSecUseDataProtectionKeychain] = true
            if let accessGroup { protected[kSecAttrAccessGroup] = accessGroup }
            let status = call(protected)
            #if os(macOS)
            guard status == errSecMissingEntitlement, accessGroup == nil else { return status }
            choice.chooseLoginKeychain()
            #else
            return status
            #endif
        }
        item[kSecUseDataProtectionKeychain] = false
        // The login keychain finds and updates an item in two steps; the lock excludes other processes.
        var status = errSecSuccess
        let directory = NSHomeDirectory() + "/Library/Application Support/gatehouse"
        try PrivateFile.exclusively(in: directory, durably: false) { status = call(item) }
        return status
    }

    private func check(_ status: OSStatus) throws(TokenStoreError) {
        guard status != errSecSuccess else { return }
        let code: TokenStoreError.Code =
            switch status {
            case errSecInteractionNotAllowed: .locked
            case errSecMissingEntitlement, errSecAuthFailed, errSecUserCanceled: .denied
            case errSecDecode: .corrupt
            default: .unavailable
            }
        let text = SecCopyErrorMessageString(status, nil) as String? ?? "no description"
        throw TokenStoreError(code, "keychain status \(status): \(text)")
    }
}
#endif
