public import Foundation

/// What came of a sign-in on another device.
public final class AMZNGetTokenResult: NSObject {
    /// The access token.
    public var accessToken: String

    /// What came of a sign-in.
    ///
    /// - Parameter accessToken: The access token.
    public init(accessToken: String) {
        self.accessToken = accessToken
        super.init()
    }
}
