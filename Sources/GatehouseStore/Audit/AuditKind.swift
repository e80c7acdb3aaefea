/// What happened.
///
/// An open set: later versions add to it, and older ones show what they do not know by name.
package struct AuditKind: RawRepresentable, Hashable, Sendable, Codable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let accountCreated = AuditKind(rawValue: "account.created")
    package static let accountUpdated = AuditKind(rawValue: "account.updated")
    package static let accountDeleted = AuditKind(rawValue: "account.deleted")
    package static let addressProven = AuditKind(rawValue: "address.proven")
    package static let signedIn = AuditKind(rawValue: "sign_in.succeeded")
    package static let signInFailed = AuditKind(rawValue: "sign_in.failed")
    package static let signedOut = AuditKind(rawValue: "sign_out")
    package static let codeSent = AuditKind(rawValue: "code.sent")
    package static let codeRejected = AuditKind(rawValue: "code.rejected")
    package static let passwordChanged = AuditKind(rawValue: "password.changed")
    package static let consentGranted = AuditKind(rawValue: "consent.granted")
    package static let consentWithdrawn = AuditKind(rawValue: "consent.withdrawn")
    package static let consentRefused = AuditKind(rawValue: "consent.refused")
    package static let sessionStarted = AuditKind(rawValue: "session.started")
    package static let sessionEnded = AuditKind(rawValue: "session.ended")
    package static let authorizationCodeRefused = AuditKind(rawValue: "authorization_code.refused")
    package static let codeReplayed = AuditKind(rawValue: "authorization_code.replayed")
    package static let refreshReplayed = AuditKind(rawValue: "refresh_token.replayed")
    package static let tokenRevoked = AuditKind(rawValue: "token.revoked")
    package static let deviceApproved = AuditKind(rawValue: "device.approved")
    package static let deviceDenied = AuditKind(rawValue: "device.denied")
    package static let clientCreated = AuditKind(rawValue: "client.created")
    package static let clientUpdated = AuditKind(rawValue: "client.updated")
    package static let clientDeleted = AuditKind(rawValue: "client.deleted")
    package static let keysRotated = AuditKind(rawValue: "keys.rotated")
    package static let mailFailed = AuditKind(rawValue: "mail.failed")
}
