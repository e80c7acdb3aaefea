public import Foundation

/// What a sign-in starts with.
public class MSALNativeAuthSignInParameters: NSObject {
    /// The person's e-mail address.
    public var username: String
    /// The person's password; `nil` for an app that does without, or that asks for it when the server does.
    public var password: String?
    /// What the access token is for, beside `openid`, `profile` and `offline_access`.
    public var scopes: [String]?
    /// Claims that the app wants in its tokens.
    public var claimsRequest: MSALClaimsRequest?
    /// Tells the call in the logs; made up when there is none.
    public var correlationId: UUID?

    /// Parameters with the defaults.
    ///
    /// - Parameter username: The person's e-mail address.
    public init(username: String) {
        self.username = username
        super.init()
    }
}
