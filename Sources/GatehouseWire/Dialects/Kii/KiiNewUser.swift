/// What a user can be registered with; pseudo users have neither name nor password.
package struct KiiNewUser: Sendable, Hashable {
    package var loginName: String?
    package var emailAddress: String?
    package var phoneNumber: String?
    package var password: Secret?
    package var displayName: String?
    package var country: String?
    package var locale: String?
    /// What only an administrator may say.
    package var emailAddressVerified: Bool?
    package var phoneNumberVerified: Bool?
    package var customFields: [String: JSONValue]

    package init(
        loginName: String? = nil,
        emailAddress: String? = nil,
        phoneNumber: String? = nil,
        password: Secret? = nil,
        displayName: String? = nil,
        country: String? = nil,
        locale: String? = nil,
        emailAddressVerified: Bool? = nil,
        phoneNumberVerified: Bool? = nil,
        customFields: [String: JSONValue] = [:]
    ) {
        self.loginName = loginName
        self.emailAddress = emailAddress
        self.phoneNumber = phoneNumber
        self.password = password
        self.displayName = displayName
        self.country = country
        self.locale = locale
        self.emailAddressVerified = emailAddressVerified
        self.phoneNumberVerified = phoneNumberVerified
        self.customFields = customFields
    }

    init(members: KiiMembers) throws(KiiError) {
        loginName = try members.text(.loginName)
        emailAddress = try members.text(.emailAddress)
        phoneNumber = try members.text(.phoneNumber)
        password = try members.secret(.password)
        displayName = try members.text(.displayName)
        country = try members.text(.country)
        locale = try members.text(.locale)
        emailAddressVerified = try members.truth(.emailAddressVerified)
        phoneNumberVerified = try members.truth(.phoneNumberVerified)
        customFields = members.customFields
    }

    var members: KiiMembers {
        var members = KiiMembers(customFields)
        members.set(.loginName, loginName)
        members.set(.emailAddress, emailAddress)
        members.set(.phoneNumber, phoneNumber)
        members.set(.password, password)
        members.set(.displayName, displayName)
        members.set(.country, country)
        members.set(.locale, locale)
        members.set(.emailAddressVerified, emailAddressVerified)
        members.set(.phoneNumberVerified, phoneNumberVerified)
        return members
    }
}
