/// A request to change a password; administrators omit the old one.
package struct KiiChangePasswordRequest: KiiRequest, Hashable {
    package var oldPassword: Secret?
    package var newPassword: Secret?

    package init(oldPassword: Secret?, newPassword: Secret?) {
        self.oldPassword = oldPassword
        self.newPassword = newPassword
    }

    package init(members: KiiJSONObject) throws(KiiWireError) {
        oldPassword = try members.secret(.oldPassword)
        newPassword = try members.secret(.newPassword)
    }

    package var members: KiiJSONObject {
        var members = KiiJSONObject()
        members.set(.oldPassword, oldPassword)
        members.set(.newPassword, newPassword)
        return members
    }

    package var mediaType: KiiMediaType { .changePasswordRequest }
}

/// A request to reset a user's password.
package struct KiiResetRequest: KiiRequest, Hashable {
    /// The message that the user receives.
    package enum Notification: Sendable, Hashable {
        /// An email with a link and a code.
        case email
        /// An SMS with a link.
        case smsLink
        /// An SMS with a code.
        case smsPIN
    }

    package var notification: Notification

    package init(_ notification: Notification) {
        self.notification = notification
    }

    /// Reads the request; the default notification is an email.
    package init(members: KiiJSONObject) throws(KiiWireError) {
        switch (try members.text(.notificationMethod), try members.text(.smsResetMethod)) {
        case (nil, _), (Self.email?, _): notification = .email
        case (Self.sms?, nil), (Self.sms?, Self.link?): notification = .smsLink
        case (Self.sms?, Self.pin?): notification = .smsPIN
        case (Self.sms?, _?): throw KiiWireError.invalid(.smsResetMethod, "must be \(Self.pin) or \(Self.link)")
        default: throw KiiWireError.invalid(.notificationMethod, "must be \(Self.email) or \(Self.sms)")
        }
    }

    package var members: KiiJSONObject {
        var members = KiiJSONObject()
        members.set(.notificationMethod, notification == .email ? Self.email : Self.sms)
        if notification == .smsPIN { members.set(.smsResetMethod, Self.pin) }
        return members
    }

    package var mediaType: KiiMediaType { .resetPasswordRequest }

    private static let email = "EMAIL"
    private static let sms = "SMS"
    private static let pin = "PIN"
    private static let link = "URL"
}

/// A request to complete a password reset with the code and the new password.
package struct KiiCompleteResetRequest: KiiRequest, Hashable {
    package var pinCode: Secret
    package var newPassword: Secret?

    package init(pinCode: Secret, newPassword: Secret?) {
        self.pinCode = pinCode
        self.newPassword = newPassword
    }

    package init(members: KiiJSONObject) throws(KiiWireError) {
        pinCode = Secret(try members.requiredText(.pinCode))
        newPassword = try members.secret(.newPassword)
    }

    package var members: KiiJSONObject {
        var members = KiiJSONObject()
        members.set(.pinCode, pinCode)
        members.set(.newPassword, newPassword)
        return members
    }

    package var mediaType: KiiMediaType { .completePasswordResetRequest }
}
