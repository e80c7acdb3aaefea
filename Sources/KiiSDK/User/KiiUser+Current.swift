import Foundation
import Gatehouse
import GatehouseWire

extension KiiUser {
    /// Who is logged in.
    ///
    /// - Returns: The user; `nil` when nobody has logged in since the app began, or the last one has logged out.
    @discardableResult
    public class func current() -> KiiUser? { KiiApp.shared.current }

    /// Whether anybody is logged in.
    ///
    /// - Returns: Whether there is a ``current()`` user.
    @discardableResult
    public class func loggedIn() -> Bool { current() != nil }

    /// Logs out: the app and the device forget the user and the tokens.
    ///
    /// The server is not told, so that tokens which the app has kept go on to be good.
    public class func logOut() {
        KiiApp.shared.logOut()
    }

    /// The access token of the user who is logged in; `nil` for any other one.
    ///
    /// It is a secret: keep it where only this app reads, such as the keychain, and out of logs.
    public var accessToken: String? { KiiApp.shared.login(of: self)?.accessToken.reveal() }

    /// The tokens of the user who is logged in.
    ///
    /// Under `access_token` there is the access token, a `String`; under `expires_at` when it expires, a `Date`, which is `Date.distantFuture` for one that does not, or of
    /// which nobody has said when; under `refresh_token` the refresh token, a `String`, where there is one.
    ///
    /// - Returns: The tokens; `nil` for a user who is not logged in.
    @discardableResult
    public func accessTokenDictionary() -> [AnyHashable: Any]? {
        guard let login = KiiApp.shared.login(of: self) else { return nil }
        var dictionary: [AnyHashable: Any] = [
            ParameterName.accessToken.rawValue: login.accessToken.reveal(),
            KiiMemberName.expiresAtInWords.rawValue: login.expiresAt,
        ]
        dictionary[ParameterName.refreshToken.rawValue] = login.refreshToken?.reveal()
        return dictionary
    }
}
