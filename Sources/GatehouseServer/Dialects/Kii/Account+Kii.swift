import Crypto
import Foundation
import GatehouseStore
import GatehouseWire

extension Account {
    /// The number that some of Kii's clients want to see: the same for every app, and small enough for JavaScript.
    ///
    /// It comes from the account's identifier alone, and finds nobody.
    var kiiInternalID: Int64 {
        let digest = SHA256.hash(data: Data("\(KiiMemberName.internalUserID):\(id.rawValue)".utf8))
        return digest.prefix(6).reduce(0) { $0 << 8 | Int64($1) }
    }

    /// What everybody in the app may see of the user.
    var kiiPublicView: KiiUserDocument {
        var document = KiiUserDocument(userID: id.rawValue)
        document.loginName = identifier(.username)?.spelling
        document.displayName = attributes[ClaimName.name.rawValue]?.string
        return document
    }

    /// What the user, or an administrator, may see.
    ///
    /// - Parameters:
    ///   - customFields: What the app keeps with the user.
    ///   - scopes: What the token reaches; `nil` for everything.
    /// - Returns: The user, without what is out of reach.
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
