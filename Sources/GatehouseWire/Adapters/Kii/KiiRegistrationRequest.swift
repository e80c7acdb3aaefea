package import Foundation
package import HTTPTypes

/// A request to register a user, optionally with sign-in.
package struct KiiRegistrationRequest: KiiRequest, Hashable {
    package var user: KiiNewUser
    /// Whether the user is signed in as well, which the media type determines; required for pseudo users.
    package var requestsToken: Bool
    /// The requested expiration of the token, if earlier than the default; not sent by Kii's own clients.
    package var expiresAt: KiiTime?

    package init(user: KiiNewUser, requestsToken: Bool, expiresAt: KiiTime? = nil) {
        self.user = user
        self.requestsToken = requestsToken
        self.expiresAt = expiresAt
    }

    package init(members: KiiJSONObject) throws(KiiWireError) {
        try self.init(members: members, mediaType: .json)
    }

    package init(members: KiiJSONObject, mediaType: KiiMediaType) throws(KiiWireError) {
        user = try KiiNewUser(members: members)
        requestsToken = mediaType.matches(.registrationAndAuthorizationRequest)
        guard let expiry = members[.requestedExpiration], expiry != .null else { return }
        guard let time = KiiTime(expiry) else {
            throw KiiWireError.invalid(.requestedExpiration, "must be a number of milliseconds since 1970")
        }
        expiresAt = time
    }

    package var members: KiiJSONObject {
        var members = user.members
        members.set(.requestedExpiration, expiresAt)
        return members
    }

    package var mediaType: KiiMediaType {
        requestsToken ? .registrationAndAuthorizationRequest : .registrationRequest
    }
}

/// The data of a new user; pseudo users have neither name nor password.
package struct KiiNewUser: Sendable, Hashable {
    package var loginName: String?
    package var emailAddress: String?
    package var phoneNumber: String?
    package var password: Secret?
    package var displayName: String?
    package var country: String?
    package var locale: String?
    /// Whether the address is verified; for administrators only.
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

    init(members: KiiJSONObject) throws(KiiWireError) {
        loginName = try members.text(.loginName)
        emailAddress = try members.text(.emailAddress)
        phoneNumber = try members.text(.phoneNumber)
        password = try members.secret(.password)
        displayName = try members.text(.displayName)
        country = try members.text(.country)
        locale = try members.text(.locale)
        emailAddressVerified = try members.boolean(.emailAddressVerified)
        phoneNumberVerified = try members.boolean(.phoneNumberVerified)
        customFields = members.customFields
    }

    var members: KiiJSONObject {
        var members = KiiJSONObject(customFields)
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

/// The response to a registration, with tokens if the user was signed in.
package struct KiiRegistrationResponse: WireResponse, Hashable {
    package var user: KiiUserDocument
    package var accessToken: Secret?
    package var refreshToken: Secret?
    /// The number of seconds until the token expires; an extension to Kii's format.
    package var expiresIn: Int64?
    /// The URL of the user.
    package var location: String

    package init(
        user: KiiUserDocument,
        accessToken: Secret? = nil,
        refreshToken: Secret? = nil,
        expiresIn: Int64? = nil,
        location: String
    ) {
        self.user = user
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.location = location
    }

    package init(body: Data, fields: HTTPFields) throws(WireError) {
        let members = try KiiJSONObject(response: body)
        user = try KiiUserDocument(members: members)
        do {
            accessToken = try members.secret(.newAccessToken)
            refreshToken = try members.secret(.newRefreshToken)
        } catch {
            throw WireError(error.message)
        }
        expiresIn = members[.newExpiry]?.integer
        location = fields[.location] ?? ""
    }

    package var status: HTTPResponse.Status { .created }

    package var fields: HTTPFields {
        var fields = HTTPFields.kii(
            accessToken == nil ? .registrationResponse : .registrationAndAuthorizationResponse
        )
        fields[.location] = location
        return fields
    }

    package func body() -> Data {
        var members = user.members
        members.set(.newAccessToken, accessToken)
        members.set(.newRefreshToken, refreshToken)
        members[.newExpiry] = expiresIn.map(JSONValue.integer)
        return members.body
    }
}
