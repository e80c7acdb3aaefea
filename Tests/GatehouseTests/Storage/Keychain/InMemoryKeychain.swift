import Foundation
import GatehouseConcurrency

@testable import Gatehouse

/// A stand-in for the system's keychains, as Apple's documentation and TN3137 describe the four `SecItem` functions.
final class InMemoryKeychain: KeychainAccess {
    /// The primary key of a generic password; the login keychain has no access groups.
    struct Identity: Hashable {
        var isInLoginKeychain: Bool
        var accessGroup: String?
        var service: String
        var account: String
    }

    private struct State {
        var items: [Identity: KeychainContents] = [:]
        /// The status of every call, in place of the result.
        var failure: KeychainStatus?
        var calls: [KeychainQuery.Keychain] = []
    }

    let loginKeychainLock: String?
    /// The access groups of the process, the default first; none without an entitlement.
    private let accessGroups: [String]
    private let state = Mutex(State())

    /// Creates an empty keychain.
    ///
    /// - Parameters:
    ///   - accessGroups: The access groups of the process; none for a tool without an entitlement.
    ///   - loginKeychainLock: The directory of the lock on a Mac; `nil` on other systems.
    init(accessGroups: [String] = ["app"], loginKeychainLock: String? = nil) {
        self.accessGroups = accessGroups
        self.loginKeychainLock = loginKeychainLock
    }

    /// The keychains of all calls.
    var calls: [KeychainQuery.Keychain] { state.withLock(\.calls) }

    var items: [Identity: KeychainContents] {
        get { state.withLock(\.items) }
        set { state.withLock { $0.items = newValue } }
    }

    /// Sets the status of all calls that follow: `interactionNotAllowed` before the first unlock.
    func fail(with failure: KeychainStatus?) {
        state.withLock { $0.failure = failure }
    }

    func add(_ contents: KeychainContents, as query: KeychainQuery) -> KeychainStatus {
        perform(query) { items, _ in
            // The generic attribute is not part of the primary key.
            let identity = Identity(
                isInLoginKeychain: query.keychain == .login,
                accessGroup: query.keychain == .login ? nil : query.accessGroup ?? accessGroups.first,
                service: query.service,
                account: query.account
            )
            guard items[identity] == nil else { return .duplicateItem }
            items[identity] = contents
            return .success
        }
    }

    func copyMatching(_ query: KeychainQuery) -> (status: KeychainStatus, contents: KeychainContents) {
        var contents = KeychainContents()
        let status = perform(query) { items, matches in
            guard let match = matches.first, let found = items[match] else { return .itemNotFound }
            contents = KeychainContents(data: found.data, generic: query.returnsAttributes ? found.generic : nil)
            return .success
        }
        return (status, contents)
    }

    func update(_ query: KeychainQuery, to contents: KeychainContents) -> KeychainStatus {
        perform(query) { items, matches in
            for match in matches {
                if let data = contents.data { items[match]?.data = data }
                if let generic = contents.generic { items[match]?.generic = generic }
            }
            return matches.isEmpty ? .itemNotFound : .success
        }
    }

    func delete(_ query: KeychainQuery) -> KeychainStatus {
        perform(query) { items, matches in
            for match in matches { items[match] = nil }
            return matches.isEmpty ? .itemNotFound : .success
        }
    }

    func message(for status: KeychainStatus) -> String? {
        status == .decode ? "Unable to decode the provided data." : nil
    }

    /// Calls a function with the items and the keys of those that match, unless the process may not use the keychain.
    private func perform(
        _ query: KeychainQuery,
        _ body: (inout [Identity: KeychainContents], _ matches: [Identity]) -> KeychainStatus
    ) -> KeychainStatus {
        state.withLock { state in
            state.calls.append(query.keychain)
            if let status = rejection(of: query) ?? state.failure { return status }
            let matches = state.items.filter { isMatch($0, $1, of: query) }.keys.sorted {
                ($0.accessGroup ?? "") < ($1.accessGroup ?? "")
            }
            return body(&state.items, matches)
        }
    }

    /// Returns `missingEntitlement` if the process may not use the keychain, or the access group that the query names.
    private func rejection(of query: KeychainQuery) -> KeychainStatus? {
        guard query.keychain != .login else { return nil }
        let isEntitled = query.accessGroup.map(accessGroups.contains) ?? !accessGroups.isEmpty
        return isEntitled ? nil : .missingEntitlement
    }

    private func isMatch(_ identity: Identity, _ contents: KeychainContents, of query: KeychainQuery) -> Bool {
        identity.service == query.service && identity.account == query.account
            && identity.isInLoginKeychain == (query.keychain == .login)
            && (query.generic == nil || query.generic == contents.generic)
            && (query.keychain == .login || isVisible(identity.accessGroup, to: query))
    }

    private func isVisible(_ accessGroup: String?, to query: KeychainQuery) -> Bool {
        guard let accessGroup else { return false }
        return query.accessGroup.map { $0 == accessGroup } ?? accessGroups.contains(accessGroup)
    }
}

extension KeychainQuery {
    fileprivate var accessGroup: String? {
        if case .dataProtection(let accessGroup) = keychain { accessGroup } else { nil }
    }
}
