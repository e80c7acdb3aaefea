/// An app registers a user, with a token or without.
package struct KiiRegistrationRequest: KiiRequest, Hashable {
    package var user: KiiNewUser
    /// Whether the user is signed in with it, which the media type alone says; a pseudo user always has to be.
    package var wantsToken: Bool

    package init(user: KiiNewUser, wantsToken: Bool) {
        self.user = user
        self.wantsToken = wantsToken
    }

    package init(members: KiiMembers) throws(KiiError) {
        try self.init(members: members, mediaType: .json)
    }

    package init(members: KiiMembers, mediaType: KiiMediaType) throws(KiiError) {
        user = try KiiNewUser(members: members)
        wantsToken = mediaType.matches(.registrationAndAuthorizationRequest)
    }

    package var members: KiiMembers { user.members }

    package var mediaType: KiiMediaType {
        wantsToken ? .registrationAndAuthorizationRequest : .registrationRequest
    }
}
