public import Foundation

/// A request for a code to sign in on another device.
public final class AMZNCreateCodePairRequest: NSObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The requested scopes, as ``AMZNScope`` objects.
    public var scopes: [Any]!

    /// Creates an empty request.
    public override init() {
        super.init()
    }
}

/// A code to show to the user.
public final class AMZNCreateCodePairResult: NSObject {
    /// The code that the user enters.
    public var userCode: String
    /// The page on which the user enters the code.
    public var verificationUri: URL

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - userCode: The code that the user enters.
    ///   - verificationUri: The page on which the user enters the code.
    public init(userCode: String, verificationUri: URL) {
        self.userCode = userCode
        self.verificationUri = verificationUri
        super.init()
    }
}

/// A request for the token that belongs to a code.
public final class AMZNGetTokenRequest: NSObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The scopes that the code was created with, as ``AMZNScope`` objects.
    public var scopes: [Any]!

    /// Creates an empty request.
    public override init() {
        super.init()
    }
}

/// The result of a sign-in on another device.
public final class AMZNGetTokenResult: NSObject {
    /// The access token.
    public var accessToken: String

    /// Creates a result.
    ///
    /// - Parameter accessToken: The access token.
    public init(accessToken: String) {
        self.accessToken = accessToken
        super.init()
    }
}
