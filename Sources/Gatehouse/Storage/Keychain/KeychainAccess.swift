import Foundation

/// The functions of a keychain for generic passwords, as `SecItemAdd` and the others define them.
protocol KeychainAccess: Sendable {
    /// The directory of the lock for the login keychain; `nil` if the system has only the data-protection keychain.
    var loginKeychainLock: String? { get }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - contents: The contents of the item.
    ///   - query: The attributes of the item.
    /// - Returns: The status: `duplicateItem` if there is an item with this service and account.
    func add(_ contents: KeychainContents, as query: KeychainQuery) -> KeychainStatus

    /// Finds an item.
    ///
    /// - Parameter query: The attributes of the item.
    /// - Returns: The status, and the contents that the query requests.
    func copyMatching(_ query: KeychainQuery) -> (status: KeychainStatus, contents: KeychainContents)

    /// Replaces the contents of an item, atomically in the data-protection keychain.
    ///
    /// - Parameters:
    ///   - query: The attributes of the item.
    ///   - contents: The new contents.
    /// - Returns: The status: `itemNotFound` if no item has these attributes.
    func update(_ query: KeychainQuery, to contents: KeychainContents) -> KeychainStatus

    /// Deletes an item.
    ///
    /// - Parameter query: The attributes of the item.
    /// - Returns: The status: `itemNotFound` if no item has these attributes.
    func delete(_ query: KeychainQuery) -> KeychainStatus

    /// Returns the system's description of a status.
    ///
    /// - Parameter status: The status.
    /// - Returns: The description; `nil` if there is none.
    func message(for status: KeychainStatus) -> String?
}

/// The attributes that identify an item, and the requested results.
struct KeychainQuery: Sendable {
    /// A keychain.
    enum Keychain: Sendable, Hashable {
        /// The keychain of apps: the items of an access group, or of all the app's groups.
        case dataProtection(accessGroup: String?)
        /// The keychain of a user of a Mac.
        case login
    }

    var keychain: Keychain
    var service: String
    var account: String
    /// The generic attribute that the item must have; `nil` for any.
    var generic: Data?
    /// Whether the result includes the generic attribute, besides the data.
    var returnsAttributes = false
}

/// The contents of an item.
struct KeychainContents: Sendable, Hashable {
    /// The stored bytes, which are encrypted.
    var data: Data?
    /// An attribute that queries can compare.
    var generic: Data?
}

/// The result of a keychain function: the number of an `OSStatus`.
struct KeychainStatus: RawRepresentable, Sendable, Hashable {
    let rawValue: Int32

    /// `errSecSuccess`.
    static let success = KeychainStatus(rawValue: 0)
    /// `errSecUserCanceled`.
    static let userCanceled = KeychainStatus(rawValue: -128)
    /// `errSecAuthFailed`.
    static let authFailed = KeychainStatus(rawValue: -25_293)
    /// `errSecDuplicateItem`.
    static let duplicateItem = KeychainStatus(rawValue: -25_299)
    /// `errSecItemNotFound`.
    static let itemNotFound = KeychainStatus(rawValue: -25_300)
    /// `errSecInteractionNotAllowed`.
    static let interactionNotAllowed = KeychainStatus(rawValue: -25_308)
    /// `errSecDecode`.
    static let decode = KeychainStatus(rawValue: -26_275)
    /// `errSecMissingEntitlement`.
    static let missingEntitlement = KeychainStatus(rawValue: -34_018)
}
