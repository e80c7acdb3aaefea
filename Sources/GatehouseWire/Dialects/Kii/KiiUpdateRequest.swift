/// An app changes a user: predefined members that are not mentioned stay, custom fields that are not mentioned go.
package struct KiiUpdateRequest: KiiRequest, Hashable {
    package var displayName: KiiProfileChange
    package var country: KiiProfileChange
    package var locale: KiiProfileChange
    /// New names; with a password they make a normal user of a pseudo user.
    package var loginName: String?
    package var emailAddress: String?
    package var phoneNumber: String?
    package var password: Secret?
    package var customFields: [String: JSONValue]

    package init(
        displayName: KiiProfileChange = .keep,
        country: KiiProfileChange = .keep,
        locale: KiiProfileChange = .keep,
        loginName: String? = nil,
        emailAddress: String? = nil,
        phoneNumber: String? = nil,
        password: Secret? = nil,
        customFields: [String: JSONValue] = [:]
    ) {
        self.displayName = displayName
        self.country = country
        self.locale = locale
        self.loginName = loginName
        self.emailAddress = emailAddress
        self.phoneNumber = phoneNumber
        self.password = password
        self.customFields = customFields
    }

    package init(members: KiiMembers) throws(KiiError) {
        displayName = try Self.change(.displayName, in: members)
        country = try Self.change(.country, in: members)
        locale = try Self.change(.locale, in: members)
        loginName = try members.text(.loginName)
        emailAddress = try members.text(.emailAddress)
        phoneNumber = try members.text(.phoneNumber)
        password = try members.secret(.password)
        customFields = members.customFields
    }

    package var members: KiiMembers {
        var members = KiiMembers(customFields)
        members[.displayName] = Self.value(displayName)
        members[.country] = Self.value(country)
        members[.locale] = Self.value(locale)
        members.set(.loginName, loginName)
        members.set(.emailAddress, emailAddress)
        members.set(.phoneNumber, phoneNumber)
        members.set(.password, password)
        return members
    }

    package var mediaType: KiiMediaType { .userUpdateRequest }

    private static func change(_ name: KiiMemberName, in members: KiiMembers) throws(KiiError) -> KiiProfileChange {
        guard members[name] != nil else { return .keep }
        guard let text = try members.text(name) else { return .remove }
        return .set(text)
    }

    private static func value(_ change: KiiProfileChange) -> JSONValue? {
        switch change {
        case .keep: nil
        case .remove: .null
        case .set(let text): .string(text)
        }
    }
}
