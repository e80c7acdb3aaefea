#if canImport(Security)
import Foundation
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
    private let service: String
    private let accessGroup: String?
    private let choice = KeychainChoice()
    private let queue = BlockingQueue()

    /// Creates a store in the keychain.
    ///
    /// - Parameters:
    ///   - service: The service name of the items.
    ///   - accessGroup: The access group to share the items with an app's extensions; `nil` for the app alone.
    public init(service: String = "gatehouse", accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }

    /// Loads the stored sessions.
    ///
    /// - Parameter key: The client.
    /// - Returns: The stored sessions, or `nil` if there is no item.
    /// - Throws: ``TokenStoreError``: `locked` before the first unlock, `denied` without the entitlement.
    public func load(_ key: TokenStoreKey) async throws(TokenStoreError) -> StoredSessions? {
        try await queue.run { () throws(TokenStoreError) in try loadNow(key) }
    }

    /// Replaces the stored sessions if they still have the expected generation.
    ///
    /// The generation is an attribute of the item and part of the query, so the keychain compares it atomically.
    ///
    /// - Parameters:
    ///   - sessions: The sessions to store.
    ///   - key: The client.
    ///   - generation: The generation to replace; `nil` if no item is expected.
    /// - Throws: ``TokenStoreError``; the item is then unchanged.
    public func save(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in
            try saveNow(sessions, for: key, replacing: generation)
        }
    }

    /// Deletes the item of a client.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError``. A missing item is not an error.
    public func remove(_ key: TokenStoreKey) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in
            let status = try use(key) { item in SecItemDelete(item as CFDictionary) }
            if status != errSecItemNotFound { try check(status) }
            postChange(of: key)
        }
    }
}

extension KeychainTokenStore: SynchronousTokenStore {
    package func loadNow(_ key: TokenStoreKey) throws(TokenStoreError) -> StoredSessions? {
        try present(key)?.sessions
    }

    package func saveNow(
        _ sessions: StoredSessions,
        for key: TokenStoreKey,
        replacing generation: UInt64?
    ) throws(TokenStoreError) {
        // Keeps members that a later version has added; the query below ensures that the document has not changed.
        let replaced = generation == nil ? nil : try present(key)
        let unknownMembers = try replaced.flatMap { (document, sessions) throws(TokenStoreError) in
            try StoredDocument.unknownMembers(of: document, readAs: sessions, for: key)
        }
        let contents: [CFString: Any] = [
            kSecValueData: try StoredDocument.encode(sessions, for: key, adding: unknownMembers),
            kSecAttrGeneric: Data(String(sessions.generation).utf8),
        ]
        let status = try use(key) { item in
            var query = item
            if let generation {
                query[kSecAttrGeneric] = Data(String(generation).utf8)
                return SecItemUpdate(query as CFDictionary, contents as CFDictionary)
            }
            query.merge(contents) { $1 }
            if !choice.isLoginKeychain {
                query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            }
            return unsafe SecItemAdd(query as CFDictionary, nil)
        }
        guard status != errSecItemNotFound, status != errSecDuplicateItem else { throw .generationConflict }
        try check(status)
        postChange(of: key)
    }
}

extension KeychainTokenStore: SingleProcessStore {
    /// An iOS app has one process, and items without an access group are not shared.
    var isSingleProcess: Bool {
        #if os(macOS)
        false
        #else
        accessGroup == nil
        #endif
    }
}

extension KeychainTokenStore {
    /// Returns the item and the decoded sessions; `nil` if there is none.
    private func present(
        _ key: TokenStoreKey
    ) throws(TokenStoreError) -> (document: Data, sessions: StoredSessions)? {
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
        return (data, try StoredDocument.decode(data, for: key))
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
        let text = unsafe SecCopyErrorMessageString(status, nil) as String? ?? "no description"
        throw TokenStoreError(code, "keychain status \(status): \(text)")
    }
}
#endif
