public import Foundation

/// What a password reset starts with.
public class MSALNativeAuthResetPasswordParameters: NSObject {
    /// The person's e-mail address.
    public var username: String
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
