/// The code that was sent, and the password that counts from now on.
package struct KiiCompleteResetRequest: KiiRequest, Hashable {
    package var pinCode: Secret
    package var newPassword: Secret?

    package init(pinCode: Secret, newPassword: Secret?) {
        self.pinCode = pinCode
        self.newPassword = newPassword
    }

    package init(members: KiiMembers) throws(KiiError) {
        pinCode = Secret(try members.requiredText(.pinCode))
        newPassword = try members.secret(.newPassword)
    }

    package var members: KiiMembers {
        var members = KiiMembers()
        members.set(.pinCode, pinCode)
        members.set(.newPassword, newPassword)
        return members
    }

    package var mediaType: KiiMediaType { .completePasswordResetRequest }
}
