package import GatehouseWire

/// What an app says of somebody who registers; without a name and a password the account is reached by its tokens alone.
package struct NewAccount: Sendable {
    /// As they were typed.
    package var username: String?
    package var email: String?
    /// International, led by its country (`JP-090…`), or of the country among the attributes.
    package var phone: String?
    package var password: String?
    /// By claim name: `name`, `country`, `locale` and the like.
    package var attributes: [String: JSONValue]
    /// What the app keeps with the account.
    package var customFields: [String: JSONValue]
    /// Whether an administrator of the app vouches for the address.
    package var isEmailVerified: Bool
    package var isPhoneVerified: Bool

    package init(
        username: String? = nil,
        email: String? = nil,
        phone: String? = nil,
        password: String? = nil,
        attributes: [String: JSONValue] = [:],
        customFields: [String: JSONValue] = [:],
        isEmailVerified: Bool = false,
        isPhoneVerified: Bool = false
    ) {
        self.username = username
        self.email = email
        self.phone = phone
        self.password = password
        self.attributes = attributes
        self.customFields = customFields
        self.isEmailVerified = isEmailVerified
        self.isPhoneVerified = isPhoneVerified
    }
}
