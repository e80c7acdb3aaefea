import Foundation
import GatehouseConcurrency
import GatehouseJOSE

/// The keychain items of a store, one for each client.
struct KeychainItems: SynchronousTokenStore {
    /// The decision of a store for the login keychain, which is final.
    private final class Choice: Sendable {
        let isLoginKeychain = Flag()
    }

    private let service: String
    private let accessGroup: String?
    private let keychain: any KeychainAccess
    private let choice = Choice()

    init(service: String, accessGroup: String?, in keychain: any KeychainAccess) {
        self.service = service
        self.accessGroup = accessGroup
        self.keychain = keychain
    }

    /// Whether several processes may use the items: an iOS app has one process, and items without an access group are
    /// not shared.
    var areShared: Bool { keychain.loginKeychainLock != nil || accessGroup != nil }

    func load(_ key: TokenStoreKey) throws(TokenStoreError) -> Data? {
        var data: Data?
        let status = try use(key) { query in
            let found = keychain.copyMatching(query)
            data = found.contents.data
            return found.status
        }
        if status == .itemNotFound { return nil }
        try check(status)
        guard let data else { throw TokenStoreError(.corrupt, "The keychain item contains no data.") }
        return data
    }

    func save(_ data: Data, for key: TokenStoreKey, replacing current: Data?) throws(TokenStoreError) {
        let contents = KeychainContents(data: data, generic: Self.digest(of: data))
        let status = try use(key) { query in
            guard let current else { return keychain.add(contents, as: query) }
            var query = query
            query.generic = Self.digest(of: current)
            let status = keychain.update(query, to: contents)
            guard status == .itemNotFound, let attribute = attribute(of: query, with: current) else { return status }
            query.generic = attribute
            return keychain.update(query, to: contents)
        }
        guard status != .itemNotFound, status != .duplicateItem else { throw .conflict }
        try check(status)
        postChange(of: key)
    }

    func remove(_ key: TokenStoreKey) throws(TokenStoreError) {
        let status = try use(key) { query in keychain.delete(query) }
        if status != .itemNotFound { try check(status) }
        postChange(of: key)
    }

    private static func digest(of data: Data) -> Data {
        SHA256Digest.of(data)
    }

    /// Returns the attribute of an item with this data, which is not a digest if an earlier version wrote the item.
    private func attribute(of query: KeychainQuery, with data: Data) -> Data? {
        var query = query
        query.generic = nil
        query.returnsAttributes = true
        let found = keychain.copyMatching(query)
        return found.status == .success && found.contents.data == data ? found.contents.generic : nil
    }

    /// Calls the keychain with the item of a client, in the login keychain if this process may not use the
    /// data-protection keychain.
    private func use(
        _ key: TokenStoreKey,
        _ call: (_ item: KeychainQuery) -> KeychainStatus
    ) throws(TokenStoreError) -> KeychainStatus {
        var item = KeychainQuery(
            keychain: .dataProtection(accessGroup: accessGroup),
            service: service,
            account: "\(key.issuer) \(key.clientID)"
        )
        var status = KeychainStatus.missingEntitlement
        if !choice.isLoginKeychain.isSet { status = call(item) }
        guard status == .missingEntitlement, accessGroup == nil, let lock = keychain.loginKeychainLock else {
            return status
        }
        choice.isLoginKeychain.set()
        item.keychain = .login
        // The login keychain finds and updates an item in two steps; the lock excludes other processes.
        try PrivateFile.exclusively(in: lock, durably: false) { status = call(item) }
        return status
    }

    private func check(_ status: KeychainStatus) throws(TokenStoreError) {
        guard status != .success else { return }
        let code: TokenStoreError.Code =
            switch status {
            case .interactionNotAllowed: .locked
            case .missingEntitlement, .authFailed, .userCanceled: .denied
            case .decode: .corrupt
            default: .unavailable
            }
        let text = keychain.message(for: status) ?? "no description"
        throw TokenStoreError(code, "keychain status \(status.rawValue): \(text)")
    }
}
