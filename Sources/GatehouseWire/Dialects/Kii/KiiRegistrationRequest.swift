/// An app registers a user, with a token or without.
package struct KiiRegistrationRequest: KiiRequest, Hashable {
    package var user: KiiNewUser
    /// Whether the user is signed in with it, which the media type alone says; a pseudo user always has to be.
    package var wantsToken: Bool
    /// When the token shall expire, if sooner than it would; Kii's own clients do not say.
    package var expiresAt: KiiTime?

    package init(user: KiiNewUser, wantsToken: Bool, expiresAt: KiiTime? = nil) {
        self.user = user
        self.wantsToken = wantsToken
        self.expiresAt = expiresAt
    }

    package init(members: KiiMembers) throws(KiiError) {
        try self.init(members: members, mediaType: .json)
    }

    package init(members: KiiMembers, mediaType: KiiMediaType) throws(KiiError) {
        user = try KiiNewUser(members: members)
        wantsToken = mediaType.matches(.registrationAndAuthorizationRequest)
        guard let expiry = members[.wantedExpiry], expiry != .null else { return }
        guard let time = KiiTime(expiry) else {
            throw KiiError.invalid(.wantedExpiry, "has to be a number of milliseconds since 1970")
        }
        expiresAt = time
    }

    package var members: KiiMembers {
        var members = user.members
        members.set(.wantedExpiry, expiresAt)
        return members
    }

    package var mediaType: KiiMediaType {
        wantsToken ? .registrationAndAuthorizationRequest : .registrationRequest
    }
}
