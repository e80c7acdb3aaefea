import Crypto
import Foundation
import GatehouseStore
import GatehouseWire

/// The profile in a request, converted to account attributes.
struct KiiProfile: Sendable {
    let displayName: KiiProfileChange
    let country: KiiProfileChange
    let locale: KiiProfileChange

    init(displayName: KiiProfileChange, country: KiiProfileChange, locale: KiiProfileChange) {
        self.displayName = displayName
        self.country = country
        self.locale = locale
    }

    /// Creates the profile of a new user.
    init(_ user: KiiNewUser) {
        displayName = user.displayName.map(KiiProfileChange.set) ?? .keep
        country = user.country.map(KiiProfileChange.set) ?? .keep
        locale = user.locale.map(KiiProfileChange.set) ?? .keep
    }

    /// Returns the changed attributes by claim name, `null` for removed ones.
    ///
    /// - Throws: `INVALID_INPUT_DATA` for a value that Kii does not accept.
    func attributes() throws(KiiWireError) -> [String: JSONValue] {
        var attributes: [String: JSONValue] = [:]
        attributes[ClaimName.name.rawValue] = try Self.value(displayName) { text throws(KiiWireError) in
            guard text.utf8.count <= Self.maximumTextLength, (1...50).contains(text.count) else {
                throw KiiWireError.invalid(.displayName, "must be 1 to 50 characters long")
            }
            return text
        }
        attributes[ClaimName.country.rawValue] = try Self.value(country) { text throws(KiiWireError) in
            let code = text.utf8.count == 2 ? text.uppercased() : ""
            guard !code.isEmpty, code.utf8.allSatisfy({ 65...90 ~= $0 }) else {
                throw KiiWireError.invalid(.country, "must be two letters, as JP")
            }
            return code
        }
        attributes[ClaimName.locale.rawValue] = try Self.value(locale) { text throws(KiiWireError) in
            guard text.utf8.count <= Self.maximumTextLength, (1...50).contains(text.count) else {
                throw KiiWireError.invalid(.locale, "must be a language, as ja or en-GB")
            }
            return text
        }
        return attributes
    }

    /// The maximum length of a text in bytes, checked before its characters are counted.
    private static let maximumTextLength = 4096

    private static func value(
        _ change: KiiProfileChange,
        _ check: (String) throws(KiiWireError) -> String
    ) throws(KiiWireError) -> JSONValue? {
        switch change {
        case .keep: nil
        case .remove: .null
        case .set(let text): .string(try check(text))
        }
    }
}

extension Account {
    /// The numeric identifier that some Kii clients require: the same for all apps, and exact in JavaScript.
    ///
    /// Derived one-way from the account's identifier; not usable for lookups.
    var kiiInternalID: Int64 {
        let digest = SHA256.hash(data: Data("\(KiiMemberName.internalUserID):\(id.rawValue)".utf8))
        return digest.prefix(6).reduce(0) { $0 << 8 | Int64($1) }
    }

    /// The user document visible to all users of the app.
    var kiiPublicView: KiiUserDocument {
        var document = KiiUserDocument(userID: id.rawValue)
        document.loginName = identifier(.username)?.spelling
        document.displayName = attributes[ClaimName.name.rawValue]?.string
        return document
    }

    /// Returns the user document visible to the user or an administrator.
    ///
    /// - Parameters:
    ///   - customFields: The app's custom fields.
    ///   - scopes: The scopes of the token; `nil` for all data.
    /// - Returns: The document, limited to the scopes.
    func kiiView(_ customFields: [String: JSONValue], scopes: ScopeSet?) -> KiiUserDocument {
        var document = kiiPublicView
        document.customFields = customFields
        document.internalUserID = kiiInternalID
        document.country = attributes[ClaimName.country.rawValue]?.string
        document.locale = attributes[ClaimName.locale.rawValue]?.string
        document.hasPassword = passwordHash != nil
        document.isDisabled = isDisabled
        document.created = KiiTime(createdAt)
        document.modified = KiiTime(updatedAt)
        if scopes?.contains(.email) ?? true {
            document.emailAddress = identifier(.email)?.value
            document.emailAddressVerified = identifier(.email).map { $0.verifiedAt != nil }
            document.emailAddressPending = pending(.email)?.value
        }
        if scopes?.contains(.phone) ?? true {
            document.phoneNumber = identifier(.phone)?.value
            document.phoneNumberVerified = identifier(.phone).map { $0.verifiedAt != nil }
            document.phoneNumberPending = pending(.phone)?.value
        }
        return document
    }
}
