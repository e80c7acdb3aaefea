package import GatehouseWire

/// What is to be different about an account; what is `nil` stays as it is.
package struct AccountUpdate: Sendable {
    package var username: String?
    /// A new address waits until it is proven, as ever.
    package var email: String?
    package var phone: String?
    /// For an account that nobody could sign in to: with a name it becomes one like any other.
    package var password: String?
    /// By claim name; `null` takes one away.
    package var attributes: [String: JSONValue]
    /// All that the app keeps with the account from now on.
    package var customFields: [String: JSONValue]?
    /// Whether an administrator of the app vouches for the address.
    package var isEmailVerified: Bool
    package var isPhoneVerified: Bool

    /// Whether it changes more than what the app keeps for itself.
    package var concernsAccount: Bool {
        username != nil || email != nil || phone != nil || password != nil || !attributes.isEmpty
    }

    package init(
        username: String? = nil,
        email: String? = nil,
        phone: String? = nil,
        password: String? = nil,
        attributes: [String: JSONValue] = [:],
        customFields: [String: JSONValue]? = nil,
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
