package import Foundation
package import GatehouseStore
package import GatehouseWire

/// What the command line shows of an account.
package struct UserSummary: Sendable, Equatable, Encodable {
    package let id: String
    package let email: String?
    package let isVerified: Bool
    package let hasPassword: Bool
    package let attributes: [String: JSONValue]
    package let created: Date
    package let disabled: Date?

    package init(_ account: Account) {
        let address = account.identifiers.first { $0.kind == .email }
        id = account.id.rawValue
        email = address?.value
        isVerified = address?.verifiedAt != nil
        hasPassword = account.passwordHash != nil
        attributes = account.attributes
        created = account.createdAt
        disabled = account.disabledAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, email, attributes, created, disabled
        case isVerified = "verified"
        case hasPassword = "password"
    }
}
