#if canImport(Security)
import Foundation
import Security

/// The system's keychains.
struct SystemKeychain: KeychainAccess {
    var loginKeychainLock: String? {
        #if canImport(AppKit) && !targetEnvironment(macCatalyst)
        NSHomeDirectory() + "/Library/Application Support/gatehouse"
        #else
        nil
        #endif
    }

    func add(_ contents: KeychainContents, as query: KeychainQuery) -> KeychainStatus {
        var item = Self.attributes(query).merging(Self.attributes(contents)) { $1 }
        if query.keychain != .login {
            item[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
        }
        return KeychainStatus(rawValue: SecItemAdd(item as CFDictionary, nil))
    }

    func copyMatching(_ query: KeychainQuery) -> (status: KeychainStatus, contents: KeychainContents) {
        var item = Self.attributes(query)
        item[kSecReturnData] = true
        item[kSecMatchLimit] = kSecMatchLimitOne
        if query.returnsAttributes { item[kSecReturnAttributes] = true }
        var found: CFTypeRef?
        let status = KeychainStatus(rawValue: unsafe SecItemCopyMatching(item as CFDictionary, &found))
        guard query.returnsAttributes else { return (status, KeychainContents(data: found as? Data)) }
        let attributes = found as? [CFString: Any]
        let contents = KeychainContents(
            data: attributes?[kSecValueData] as? Data,
            generic: attributes?[kSecAttrGeneric] as? Data
        )
        return (status, contents)
    }

    func update(_ query: KeychainQuery, to contents: KeychainContents) -> KeychainStatus {
        let status = SecItemUpdate(Self.attributes(query) as CFDictionary, Self.attributes(contents) as CFDictionary)
        return KeychainStatus(rawValue: status)
    }

    func delete(_ query: KeychainQuery) -> KeychainStatus {
        KeychainStatus(rawValue: SecItemDelete(Self.attributes(query) as CFDictionary))
    }

    func message(for status: KeychainStatus) -> String? {
        SecCopyErrorMessageString(status.rawValue, nil) as String?
    }

    private static func attributes(_ query: KeychainQuery) -> [CFString: Any] {
        var attributes: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: query.service,
            kSecAttrAccount: query.account,
        ]
        if let generic = query.generic { attributes[kSecAttrGeneric] = generic }
        switch query.keychain {
        case .dataProtection(let accessGroup):
            attributes[kSecUseDataProtectionKeychain] = true
            attributes[kSecAttrSynchronizable] = false
            if let accessGroup { attributes[kSecAttrAccessGroup] = accessGroup }
        case .login:
            attributes[kSecUseDataProtectionKeychain] = false
        }
        return attributes
    }

    private static func attributes(_ contents: KeychainContents) -> [CFString: Any] {
        var attributes: [CFString: Any] = [:]
        attributes[kSecValueData] = contents.data
        attributes[kSecAttrGeneric] = contents.generic
        return attributes
    }
}
#endif
