package import Foundation
package import HTTPTypes

/// A user as the server shows one: what everybody has, and what the app keeps with its users.
///
/// Members that there are not are absent, never `null`.
package struct KiiUserDocument: WireResponse, Hashable {
    package var userID: String
    /// A number that some clients want to see; it finds nobody.
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

    /// Reads the answer of any server of this protocol.
    ///
    /// - Throws: `WireError` when there is no user's identifier, or a member is of the wrong kind.
    package init(body: Data, fields: HTTPFields) throws(WireError) {
        try self.init(members: KiiMembers(answer: body))
    }

    package init(members: KiiMembers) throws(WireError) {
        do {
            userID = try members.requiredText(.userID)
            internalUserID = members[.internalUserID]?.integer
            loginName = try members.text(.loginName)
            displayName = try members.text(.displayName)
            country = try members.text(.country)
            locale = try members.text(.locale)
            emailAddress = try members.text(.emailAddress)
            emailAddressVerified = try members.truth(.emailAddressVerified)
            emailAddressPending = try members.text(.emailAddressPending)
            phoneNumber = try members.text(.phoneNumber)
            phoneNumberVerified = try members.truth(.phoneNumberVerified)
            phoneNumberPending = try members.text(.phoneNumberPending)
            hasPassword = try members.truth(.hasPassword)
            isDisabled = try members.truth(.disabled)
        } catch {
            throw WireError(error.message)
        }
        created = members[.created].flatMap(KiiTime.init)
        modified = members[.modified].flatMap(KiiTime.init)
        customFields = members.customFields
    }

    package var members: KiiMembers {
        var members = KiiMembers(customFields)
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
