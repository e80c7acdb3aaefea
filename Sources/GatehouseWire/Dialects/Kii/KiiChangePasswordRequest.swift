/// A new password; an administrator needs no old one.
package struct KiiChangePasswordRequest: KiiRequest, Hashable {
    package var oldPassword: Secret?
    package var newPassword: Secret?

    package init(oldPassword: Secret?, newPassword: Secret?) {
        self.oldPassword = oldPassword
        self.newPassword = newPassword
    }

    package init(members: KiiMembers) throws(KiiError) {
        oldPassword = try members.secret(.oldPassword)
        newPassword = try members.secret(.newPassword)
    }

    package var members: KiiMembers {
        var members = KiiMembers()
        members.set(.oldPassword, oldPassword)
        members.set(.newPassword, newPassword)
        return members
    }

    package var mediaType: KiiMediaType { .changePasswordRequest }
}
