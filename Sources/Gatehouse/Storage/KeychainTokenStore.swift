#if canImport(Security)
import Foundation
import Security

/// Keeps sessions in the keychain: the default on Apple platforms.
///
/// There is one generic password for each client, in the data-protection keychain, readable after the first unlock
/// since the device was started, and never moved to another device or into a backup.
public struct KeychainTokenStore: TokenStore {
    private let service: String
    private let accessGroup: String?
    private let queue = StoreQueue()

    /// A store in the keychain.
    ///
    /// - Parameters:
    ///   - service: The service that the items are filed under.
    ///   - accessGroup: The access group to share the items with an app's extensions; `nil` for the app alone.
    public init(service: String = "gatehouse", accessGroup: String? = nil) {
        self.service = service
        self.accessGroup = accessGroup
    }

    /// Reads what is stored.
    ///
    /// - Parameter key: The client.
    /// - Returns: What is stored, or `nil` when there is no item.
    /// - Throws: ``TokenStoreError``: of kind `locked` before the first unlock, `denied` without the entitlement.
    public func load(_ key: TokenKey) async throws(TokenStoreError) -> StoredSessions? {
        try await queue.run { () throws(TokenStoreError) in try loadNow(key) }
    }

    /// Replaces what is stored, provided that it is what the caller saw.
    ///
    /// The generation is an attribute of the item and part of the query, so the comparison is the keychain's own.
    ///
    /// - Parameters:
    ///   - sessions: What to store.
    ///   - key: The client.
    ///   - generation: The generation of the value to replace; `nil` when there is to be no item yet.
    /// - Throws: ``TokenStoreError``; the item is unchanged then.
    public func save(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in
            try saveNow(sessions, for: key, replacing: generation)
        }
    }

    /// Deletes the item of a client.
    ///
    /// - Parameter key: The client.
    /// - Throws: ``TokenStoreError``. No item is not an error.
    public func remove(_ key: TokenKey) async throws(TokenStoreError) {
        try await queue.run { () throws(TokenStoreError) in
            let status = SecItemDelete(item(key) as CFDictionary)
            if status != errSecItemNotFound { try check(status) }
        }
    }
}

extension KeychainTokenStore: ImmediateTokenStore {
    package func loadNow(_ key: TokenKey) throws(TokenStoreError) -> StoredSessions? {
        try present(key)?.sessions
    }

    package func saveNow(
        _ sessions: StoredSessions,
        for key: TokenKey,
        replacing generation: UInt64?
    ) throws(TokenStoreError) {
        // What a later version has added goes on into the new document; the query below makes sure that it is still the one there.
        let replaced = generation == nil ? nil : try present(key)
        let rest = try replaced.flatMap { (document, sessions) throws(TokenStoreError) in
            try StoreDocument.rest(of: document, readAs: sessions, for: key)
        }
        let contents: [CFString: Any] = [
            kSecValueData: try StoreDocument.encode(sessions, for: key, adding: rest),
            kSecAttrGeneric: Data(String(sessions.generation).utf8),
        ]
        var query = item(key)
        if let generation {
            query[kSecAttrGeneric] = Data(String(generation).utf8)
            let status = SecItemUpdate(query as CFDictionary, contents as CFDictionary)
            guard status != errSecItemNotFound else { throw .outdated }
            try check(status)
        } else {
            query.merge(contents) { $1 }
            query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            let status = unsafe SecItemAdd(query as CFDictionary, nil)
            guard status != errSecDuplicateItem else { throw .outdated }
            try check(status)
        }
    }
}

extension KeychainTokenStore: OneProcessStore {
    /// An app on iOS runs once; what it does not share, nobody else uses.
    var hasOneProcess: Bool {
        #if os(macOS)
        false
        #else
        accessGroup == nil
        #endif
    }
}

extension KeychainTokenStore {
    /// The item, and what it is read as; `nil` when there is none.
    private func present(
        _ key: TokenKey
    ) throws(TokenStoreError) -> (document: Data, sessions: StoredSessions)? {
        var query = item(key)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var found: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        try check(status)
        guard let data = found as? Data else { throw TokenStoreError(.corrupt, "The item holds no data.") }
        return (data, try StoreDocument.decode(data, for: key))
    }

    private func item(_ key: TokenKey) -> [CFString: Any] {
        var item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: service,
            kSecAttrAccount: "\(key.issuer) \(key.clientID)",
            kSecAttrSynchronizable: false,
            kSecUseDataProtectionKeychain: true,
        ]
        if let accessGroup { item[kSecAttrAccessGroup] = accessGroup }
        return item
    }

    private func check(_ status: OSStatus) throws(TokenStoreError) {
        guard status != errSecSuccess else { return }
        let kind: TokenStoreError.Kind =
            switch status {
            case errSecInteractionNotAllowed: .locked
            case errSecMissingEntitlement, errSecAuthFailed: .denied
            case errSecDecode: .corrupt
            default: .unavailable
            }
        let text = unsafe SecCopyErrorMessageString(status, nil) as String? ?? "no description"
        throw TokenStoreError(kind, "keychain status \(status): \(text)")
    }
}
#endif
