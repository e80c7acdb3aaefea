public import Foundation

/// What a sign-in after a password reset is for.
public class MSALNativeAuthSignInAfterResetPasswordParameters: NSObject {
    /// What the access token is for, beside `openid`, `profile` and `offline_access`.
    public var scopes: [String]?
    /// Claims that the app wants in its tokens.
    public var claimsRequest: MSALClaimsRequest?

    /// Parameters with the defaults.
    public override init() {
        super.init()
    }
}
