public import Foundation

/// The parameters of a sign-up.
public class MSALNativeAuthSignUpParameters: NSObject {
    /// The user's email address.
    public var username: String
    /// The user's password; `nil` if the app needs none or lets the server request it.
    public var password: String?
    /// The user's attributes by name: strings, numbers, Booleans and arrays of strings.
    public var attributes: [String: Any]?
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

/// The parameters of a sign-in.
public class MSALNativeAuthSignInParameters: NSObject {
    /// The user's email address.
    public var username: String
    /// The user's password; `nil` if the app needs none or lets the server request it.
    public var password: String?
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

/// The parameters of a sign-in after a sign-up.
public class MSALNativeAuthSignInAfterSignUpParameters: NSObject {
    /// The scopes of the access token, in addition to `openid`, `profile` and `offline_access`.
    public var scopes: [String]?
    /// The claims to request in the tokens.
    public var claimsRequest: MSALClaimsRequest?

    /// Creates parameters with the default values.
    public override init() {
        super.init()
    }
}

/// The parameters of a sign-in after a password reset.
public class MSALNativeAuthSignInAfterResetPasswordParameters: NSObject {
    /// The scopes of the access token, in addition to `openid`, `profile` and `offline_access`.
    public var scopes: [String]?
    /// The claims to request in the tokens.
    public var claimsRequest: MSALClaimsRequest?

    /// Creates parameters with the default values.
    public override init() {
        super.init()
    }
}

/// The parameters of a password reset.
public class MSALNativeAuthResetPasswordParameters: NSObject {
    /// The user's email address.
    public var username: String
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

/// The parameters of an access token request.
public class MSALNativeAuthGetAccessTokenParameters: NSObject {
    /// A Boolean value that indicates whether to request a new token although the cached one is valid.
    public var forceRefresh: Bool = false
    /// A Boolean value that indicates whether the result includes the refresh token, which is best left in the token
    /// store.
    public var returnRefreshToken: Bool = false
    /// The scopes of the access token, in addition to `openid`, `profile` and `offline_access`.
    public var scopes: [String]?
    /// The claims to request in the tokens.
    public var claimsRequest: MSALClaimsRequest?
    /// The correlation ID for logs; generated if `nil`.
    public var correlationId: UUID?

    /// Creates parameters with the default values.
    public override init() {
        super.init()
    }
}

/// The parameters of the registration of a method of a second factor.
public class MSALNativeAuthChallengeAuthMethodParameters: NSObject {
    /// The method to register.
    public let authMethod: MSALAuthMethod
    /// The email address or phone number to register.
    public let verificationContact: String

    /// Creates parameters.
    ///
    /// - Parameters:
    ///   - authMethod: The method to register.
    ///   - verificationContact: The email address or phone number to register.
    public init(authMethod: MSALAuthMethod, verificationContact: String) {
        self.authMethod = authMethod
        self.verificationContact = verificationContact
        super.init()
    }
}
