package import Foundation
package import HTTPTypes

/// A user was registered, and perhaps signed in.
package struct KiiRegistrationResponse: WireResponse, Hashable {
    package var user: KiiUserDocument
    package var accessToken: Secret?
    package var refreshToken: Secret?
    /// Seconds that the token is good for, which Kii did not say.
    package var expiresIn: Int64?
    /// Where the user is to be found.
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
        let members = try KiiMembers(answer: body)
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
