/// The reason that a session has ended, as the token endpoint reports it; later servers may send others.
///
/// An extension of the error response `invalid_grant` (RFC 6749 §5.2) to a refresh token that was valid for the
/// session. Clients that do not know the member ignore it.
public struct ReportedSessionEnd: ExtensibleValue, KnownValues {
    /// The reason as sent on the wire.
    public let rawValue: String

    /// Creates a reason from its wire form.
    ///
    /// - Parameter rawValue: The reason, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The user ended the session on the account page or in another app.
    public static let endedByUser = Self(rawValue: "ended_by_user")
    /// The user withdrew the consent of the app.
    public static let consentWithdrawn = Self(rawValue: "consent_withdrawn")
    /// The user deleted the account.
    public static let accountDeleted = Self(rawValue: "account_deleted")
    /// The user's password or another way to sign in was changed.
    public static let credentialsChanged = Self(rawValue: "credentials_changed")
    /// The operator ended the session, or disabled the account.
    public static let endedByOperator = Self(rawValue: "ended_by_operator")

    package static let known: [Self] = [
        .endedByUser, .consentWithdrawn, .accountDeleted, .credentialsChanged, .endedByOperator,
    ]
}
