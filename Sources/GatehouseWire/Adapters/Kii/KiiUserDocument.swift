package import Foundation
package import HTTPTypes

/// A user in a response: predefined members and custom fields of the app.
///
/// Members without a value are absent, never `null`.
package struct KiiUserDocument: WireResponse, Hashable {
    package var userID: String
    /// A number that some clients expect; it cannot be used for lookups.
    package var internalUserID: Int64?
    package var loginName: String?
    package var displayName: String?
    package var country: String?
    package var locale: String?
    package var emailAddress: String?
    package var emailAddressVerified: Bool?
    package var emailAddressPending: String?
    package var phoneNumber: String?
    package var phoneNumberVerified: Bool?
    package var phoneNumberPending: String?
    package var hasPassword: Bool?
    package var isDisabled: Bool?
    package var created: KiiTime?
    package var modified: KiiTime?
    package var customFields: [String: JSONValue]

    package init(userID: String, customFields: [String: JSONValue] = [:]) {
        self.userID = userID
        self.customFields = customFields
    }

    /// Reads the response of any server of this protocol.
    ///
    /// - Throws: `WireError` if the user identifier is missing or a member is of the wrong type.
    package init(body: Data, fields: HTTPFields) throws(WireError) {
        try self.init(members: KiiJSONObject(response: body))
    }

    package init(members: KiiJSONObject) throws(WireError) {
        do {
            userID = try members.requiredText(.userID)
            internalUserID = members[.internalUserID]?.integer
            loginName = try members.text(.loginName)
            displayName = try members.text(.displayName)
            country = try members.text(.country)
            locale = try members.text(.locale)
            emailAddress = try members.text(.emailAddress)
            emailAddressVerified = try members.boolean(.emailAddressVerified)
            emailAddressPending = try members.text(.emailAddressPending)
            phoneNumber = try members.text(.phoneNumber)
            phoneNumberVerified = try members.boolean(.phoneNumberVerified)
            phoneNumberPending = try members.text(.phoneNumberPending)
            hasPassword = try members.boolean(.hasPassword)
            isDisabled = try members.boolean(.disabled)
        } catch {
            throw WireError(error.message)
        }
        created = members[.created].flatMap(KiiTime.init)
        modified = members[.modified].flatMap(KiiTime.init)
        customFields = members.customFields
    }

    package var members: KiiJSONObject {
        var members = KiiJSONObject(customFields)
        members.set(.userID, userID)
        members[.internalUserID] = internalUserID.map(JSONValue.integer)
        members.set(.loginName, loginName)
        members.set(.displayName, displayName)
        members.set(.country, country)
        members.set(.locale, locale)
        members.set(.emailAddress, emailAddress)
        members.set(.emailAddressVerified, emailAddressVerified)
        members.set(.emailAddressPending, emailAddressPending)
        members.set(.phoneNumber, phoneNumber)
        members.set(.phoneNumberVerified, phoneNumberVerified)
        members.set(.phoneNumberPending, phoneNumberPending)
        members.set(.hasPassword, hasPassword)
        members.set(.disabled, isDisabled)
        members.set(.created, created)
        members.set(.modified, modified)
        return members
    }

    package var fields: HTTPFields { .kii(.userRetrievalResponse) }

    package func body() -> Data { members.body }
}

/// A request to update a user: absent predefined members are unchanged, absent custom fields are deleted.
package struct KiiUpdateRequest: KiiRequest, Hashable {
    package var displayName: KiiProfileChange
    package var country: KiiProfileChange
    package var locale: KiiProfileChange
    /// New user names; with a password they turn a pseudo user into a normal user.
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

    package init(members: KiiJSONObject) throws(KiiWireError) {
        displayName = try Self.change(.displayName, in: members)
        country = try Self.change(.country, in: members)
        locale = try Self.change(.locale, in: members)
        loginName = try members.text(.loginName)
        emailAddress = try members.text(.emailAddress)
        phoneNumber = try members.text(.phoneNumber)
        password = try members.secret(.password)
        customFields = members.customFields
    }

    package var members: KiiJSONObject {
        var members = KiiJSONObject(customFields)
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

    private static func change(
        _ name: KiiMemberName,
        in members: KiiJSONObject
    ) throws(KiiWireError) -> KiiProfileChange {
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

/// A change of a profile member.
package enum KiiProfileChange: Sendable, Hashable {
    /// The member is absent.
    case keep
    /// The member is `null`.
    case remove
    case set(String)
}

/// The response to an updated user.
package struct KiiModificationResponse: JSONResponse, Hashable {
    /// The time of the change in milliseconds since 1970.
    package var modifiedAt: Int64

    package init(modifiedAt: KiiTime) {
        self.modifiedAt = modifiedAt.milliseconds
    }

    package var fields: HTTPFields { .kii(.userUpdateResponse) }
}

/// A request of an administrator to disable or enable a user.
package struct KiiStatusRequest: KiiRequest, Hashable {
    package var isDisabled: Bool

    package init(isDisabled: Bool) {
        self.isDisabled = isDisabled
    }

    package init(members: KiiJSONObject) throws(KiiWireError) {
        guard let isDisabled = try members.boolean(.status) else { throw KiiWireError.invalid(.status, "is missing") }
        self.isDisabled = isDisabled
    }

    package var members: KiiJSONObject {
        var members = KiiJSONObject()
        members.set(.status, isDisabled)
        return members
    }

    package var mediaType: KiiMediaType { .userStatusUpdateRequest }
}

/// The status of a user.
package struct KiiStatusResponse: JSONResponse, Hashable {
    package var isDisabled: Bool

    package init(isDisabled: Bool) {
        self.isDisabled = isDisabled
    }

    private enum CodingKeys: String, CodingKey {
        case isDisabled = "disabled"
    }

    package var fields: HTTPFields { .kii(.userStatusRetrievalResponse) }
}
