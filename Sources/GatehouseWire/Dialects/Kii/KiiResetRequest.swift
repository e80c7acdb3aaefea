/// An app asks that a user may choose a new password.
package struct KiiResetRequest: KiiRequest, Hashable {
    /// What the user gets.
    package enum Notification: Sendable, Hashable {
        /// An e-mail with a link and a code.
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

    /// An empty body asks for an e-mail.
    package init(members: KiiMembers) throws(KiiError) {
        switch (try members.text(.notificationMethod), try members.text(.smsResetMethod)) {
        case (nil, _), (Self.email?, _): notification = .email
        case (Self.sms?, nil), (Self.sms?, Self.link?): notification = .smsLink
        case (Self.sms?, Self.pin?): notification = .smsPIN
        case (Self.sms?, _?): throw KiiError.invalid(.smsResetMethod, "has to be \(Self.pin) or \(Self.link)")
        default: throw KiiError.invalid(.notificationMethod, "has to be \(Self.email) or \(Self.sms)")
        }
    }

    package var members: KiiMembers {
        var members = KiiMembers()
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
