public import Foundation

/// The parameters of a sign-up of version 2.
public class MSALNativeAuthSignUpParametersV2: NSObject {
    /// The user's email address.
    public var username: String
    /// The user's attributes by name: strings, numbers, Booleans and arrays of strings.
    public var attributes: [String: Any]?
    /// The scopes of the access token, in addition to `openid`, `profile` and `offline_access`; used by the sign-in
    /// after the sign-up unless that has its own.
    public var scopes: [String]?
    /// The claims to request in the tokens; used by the sign-in after the sign-up unless that has its own.
    public var claimsRequest: MSALClaimsRequest?
    /// The correlation ID for logs; generated if `nil`.
    public var correlationId: UUID?

    /// Creates parameters with the default values.
    ///
    /// - Parameter username: The user's email address.
    public init(username: String) {
        self.username = username
        super.init()
    }
}

/// The parameters of a sign-in of version 2.
public class MSALNativeAuthSignInParametersV2: NSObject {
    /// The user's email address.
    public var username: String
    /// The scopes of the access token, in addition to `openid`, `profile` and `offline_access`.
    public var scopes: [String]?
    /// The claims to request in the tokens.
    public var claimsRequest: MSALClaimsRequest?
    /// The correlation ID for logs; generated if `nil`.
    public var correlationId: UUID?

    /// Creates parameters with the default values.
    ///
    /// - Parameter username: The user's email address.
    public init(username: String) {
        self.username = username
        super.init()
    }
}

/// The parameters of a password reset of version 2.
public class MSALNativeAuthResetPasswordParametersV2: MSALNativeAuthResetPasswordParameters {
    /// The scopes of the access token, in addition to `openid`, `profile` and `offline_access`; used by the sign-in
    /// after the reset unless that has its own.
    public var scopes: [String]?
}
