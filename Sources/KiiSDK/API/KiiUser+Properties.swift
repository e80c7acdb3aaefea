public import Foundation
import Gatehouse
import GatehouseWire

extension KiiUser {
    /// The stable identifier of the user; `nil` before the registration.
    public var userID: String? { record.id }
    /// The former name of ``userID``.
    @available(*, deprecated, message: "Use userID.")
    public var uuid: String? { userID }
    /// The username.
    public var username: String? { record.username }
    /// The verified email address; a pending one is ``pendingEmail``.
    public var email: String? { record.email }
    /// The email address that is pending verification.
    public var pendingEmail: String? { record.pendingEmail }
    /// The verified phone number with its country code; a pending one is ``pendingPhoneNumber``.
    public var phoneNumber: String? { record.phoneNumber }
    /// The phone number that is pending verification.
    public var pendingPhoneNumber: String? { record.pendingPhoneNumber }
    /// A Boolean value that indicates whether ``email`` is verified.
    public var emailVerified: Bool { record.isEmailVerified }
    /// A Boolean value that indicates whether ``phoneNumber`` is verified.
    public var phoneVerified: Bool { record.isPhoneVerified }
    /// A Boolean value that indicates whether the user is disabled, as of the last ``refresh()``.
    public var disabled: Bool { record.isDisabled }
    /// The registration time, if the server sent it.
    public var created: Date? { record.created }
    /// The time of the last change, if the server sent it.
    public var modified: Date? { record.modified }
    /// The URI of the user, for ``init(uri:)``; `nil` before the registration.
    public var objectURI: String? { userID.map { Self.uriPrefix + $0 } }
    /// A Boolean value that indicates whether the user has neither identifiers nor a password, as of the last
    /// ``refresh()``.
    public var isPseudoUser: Bool { record.isPseudoUser }
    /// The linked social accounts, always empty: social accounts are not supported.
    public var linkedSocialAccounts: [AnyHashable: Any] { [:] }

    /// Returns `false`: social accounts are not supported.
    ///
    /// - Parameter provider: The provider.
    /// - Returns: `false`.
    public func isLinked(withSocialProvider provider: KiiConnectorProvider) -> Bool { false }

    /// The display name, sent with the registration and ``save()``.
    public var displayName: String? {
        get { record.displayName }
        set { change { $0.displayName = newValue } }
    }
    /// The two-letter country code in capital letters, sent with the registration and ``save()``.
    public var country: String? {
        get { record.country }
        set { change { $0.country = newValue } }
    }
    /// The language and region, sent with the registration and ``save()``.
    public var locale: LocaleContainer? {
        get { record.locale }
        set { change { $0.locale = newValue } }
    }

    /// The prefix of a user's URI.
    static let uriPrefix = "kiicloud://users/"

    /// Prints a description without secrets to the console.
    public func describe() {
        print(description)
    }
}

extension KiiUser {
    /// Returns the logged-in user.
    ///
    /// - Returns: The user; `nil` if no user has logged in since the app started, or the last one has logged out.
    @discardableResult
    public class func current() -> KiiUser? { KiiClient.shared.current }

    /// Returns whether a user is logged in.
    ///
    /// - Returns: Whether ``current()`` returns a user.
    @discardableResult
    public class func loggedIn() -> Bool { current() != nil }

    /// Logs out: removes the user and the tokens from the device.
    ///
    /// The tokens are not revoked: copies that the app has stored remain valid.
    public class func logOut() {
        KiiClient.shared.logOut()
    }

    /// The access token if this user is logged in, otherwise `nil`.
    ///
    /// It is a secret: store it where only this app can read it, such as the keychain, and do not log it.
    public var accessToken: String? { KiiClient.shared.login(of: self)?.accessToken.reveal() }

    /// Returns the tokens if this user is logged in.
    ///
    /// `access_token` contains the access token, a `String`; `expires_at` the expiration `Date`, which is
    /// `Date.distantFuture` for tokens without a known expiration; `refresh_token` the refresh token, a `String`, if
    /// one was issued.
    ///
    /// - Returns: The tokens; `nil` if this user is not logged in.
    @discardableResult
    public func accessTokenDictionary() -> [AnyHashable: Any]? {
        guard let login = KiiClient.shared.login(of: self) else { return nil }
        var dictionary: [AnyHashable: Any] = [
            ParameterName.accessToken.rawValue: login.accessToken.reveal(),
            KiiMemberName.expiresAtSnakeCase.rawValue: login.expiresAt,
        ]
        dictionary[ParameterName.refreshToken.rawValue] = login.refreshToken?.reveal()
        return dictionary
    }
}
