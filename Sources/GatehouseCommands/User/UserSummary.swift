package import Foundation
import GatehouseServer
package import GatehouseStore
package import GatehouseWire

/// What the command line shows of an account.
package struct UserSummary: Sendable, Equatable, Encodable {
    package let id: String
    /// As it was chosen.
    package let username: String?
    package let email: String?
    /// In E.164 form.
    package let phone: String?
    /// Claimed, and not proven yet: it finds nobody.
    package let pendingEmail: String?
    package let pendingPhone: String?
    package let isVerified: Bool
    package let hasPassword: Bool
    package let attributes: [String: JSONValue]
    package let created: Date
    package let disabled: Date?

    package init(_ account: Account) {
        id = account.id.rawValue
        username = account.identifier(.username)?.spelling
        email = account.identifier(.email)?.value
        phone = account.identifier(.phone)?.value
        pendingEmail = account.pending(.email)?.value
        pendingPhone = account.pending(.phone)?.value
        isVerified = account.identifier(.email)?.verifiedAt != nil
        hasPassword = account.passwordHash != nil
        attributes = account.attributes
        created = account.createdAt
        disabled = account.disabledAt
    }

    /// How the person gets in, in words.
    var waysIn: String {
        if disabled != nil { return "disabled" }
        return switch (hasPassword, email != nil) {
        case (true, true): "password or code"
        case (true, false): "password"
        case (false, true): "code"
        case (false, false): "tokens alone"
        }
    }

    /// An address as a table shows it, with one that waits to be proven.
    static func address(_ proven: String?, pending: String?) -> String? {
        let parts = [proven, pending.map { "\($0) (pending)" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private enum CodingKeys: String, CodingKey {
        case id, username, email, phone, attributes, created, disabled
        case pendingEmail = "pending_email"
        case pendingPhone = "pending_phone"
        case isVerified = "verified"
        case hasPassword = "password"
    }
}
