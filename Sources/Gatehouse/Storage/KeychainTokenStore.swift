#if canImport(Security)
import Foundation
import Security

/// Keeps sessions in the keychain: the default on Apple platforms.
///
/// There is one generic password for each client, in the data-protection keychain, readable after the first unlock
/// since the device was started, and never moved to another device or into a backup.
///
/// A macOS tool that is signed without a keychain entitlement may not use that keychain (Apple's TN3137). Unless it
/// names an access group, its items are in the login keychain, where the system asks the user before another program
/// may read them.
public struct KeychainTokenStore: TokenStore {
    private let service: String
    private let accessGroup: String?
    private let choice = KeychainChoice()
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
            let status = try use(key) { item in SecItemDelete(item as CFDictionary) }
            if status != errSecItemNotFound { try check(status) }
            postChange(of: key)
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
        guard status != errSecItemNotFound, status != errSecDuplicateItem else { throw .outdated }
        try check(status)
        postChange(of: key)
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
        var found: CFTypeRef?
        let status = try use(key) { item in
            var query = item
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            return unsafe SecItemCopyMatching(query as CFDictionary, &found)
        }
        if status == errSecItemNotFound { return nil }
        try check(status)
        guard let data = found as? Data else { throw TokenStoreError(.corrupt, "The item holds no data.") }
        return (data, try StoreDocument.decode(data, for: key))
    }

    /// Calls the keychain with the item of a client, in the login keychain if this process may not use the
    /// data-protection keychain.
    private func use(
        _ key: TokenKey,
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
        // The login keychain looks an item up and changes it in two steps; the lock keeps other processes out.
        var status = errSecSuccess
        let directory = NSHomeDirectory() + "/Library/Application Support/gatehouse"
        try FileTokenStore.exclusively(in: directory, durably: false) { status = call(item) }
        return status
    }

    private func check(_ status: OSStatus) throws(TokenStoreError) {
        guard status != errSecSuccess else { return }
        let kind: TokenStoreError.Kind =
            switch status {
            case errSecInteractionNotAllowed: .locked
            case errSecMissingEntitlement, errSecAuthFailed, errSecUserCanceled: .denied
            case errSecDecode: .corrupt
            default: .unavailable
            }
        let text = unsafe SecCopyErrorMessageString(status, nil) as String? ?? "no description"
        throw TokenStoreError(kind, "keychain status \(status): \(text)")
    }
}
#endif
