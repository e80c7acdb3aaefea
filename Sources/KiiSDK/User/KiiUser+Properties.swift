public import Foundation

extension KiiUser {
    /// What tells the user from any other one for ever; `nil` before the registration.
    public var userID: String? { known.id }
    /// What ``userID`` was called.
    @available(*, deprecated, message: "Use userID.")
    public var uuid: String? { userID }
    /// The user name.
    public var username: String? { known.username }
    /// The e-mail address; one that waits for its verification is ``pendingEmail``.
    public var email: String? { known.email }
    /// An e-mail address that is the user's once it is verified.
    public var pendingEmail: String? { known.pendingEmail }
    /// The phone number with its country code; one that waits for its verification is ``pendingPhoneNumber``.
    public var phoneNumber: String? { known.phoneNumber }
    /// A phone number that is the user's once it is verified.
    public var pendingPhoneNumber: String? { known.pendingPhoneNumber }
    /// Whether ``email`` is verified.
    public var emailVerified: Bool { known.isEmailVerified }
    /// Whether ``phoneNumber`` is verified.
    public var phoneVerified: Bool { known.isPhoneVerified }
    /// Whether the user was disabled, as was known at the last ``refresh()``.
    public var disabled: Bool { known.isDisabled }
    /// When the user was registered, where the server says so.
    public var created: Date? { known.created }
    /// When the user was changed, where the server says so.
    public var modified: Date? { known.modified }
    /// The user as a URI, for ``init(uri:)``; `nil` before the registration.
    public var objectURI: String? { userID.map { Self.uriBeginning + $0 } }
    /// Whether nothing but an access token reaches the user, as was known at the last ``refresh()``.
    public var isPseudoUser: Bool { known.isPseudoUser }
    /// Empty: there are no social accounts here.
    public var linkedSocialAccounts: [AnyHashable: Any] { [:] }

    /// Returns `false`: there are no social accounts here.
    ///
    /// - Parameter provider: The provider.
    /// - Returns: Whether an account of the provider is linked to the user.
    public func isLinked(withSocialProvider provider: KiiConnectorProvider) -> Bool { false }

    /// What others call the user; sent with the registration and with ``save()``.
    public var displayName: String? {
        get { known.displayName }
        set { change { $0.displayName = newValue } }
    }
    /// The user's country in two capital letters; sent with the registration and with ``save()``.
    public var country: String? {
        get { known.country }
        set { change { $0.country = newValue } }
    }
    /// The user's language and region; sent with the registration and with ``save()``.
    public var locale: LocaleContainer? {
        get { known.locale }
        set { change { $0.locale = newValue } }
    }

    /// What the URI of a user begins with.
    static let uriBeginning = "kiicloud://users/"

    /// Writes who the user is to the console, without anything secret.
    public func describe() {
        print(description)
    }
}
