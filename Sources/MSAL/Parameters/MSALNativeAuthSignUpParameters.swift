public import Foundation

/// What a sign-up starts with.
public class MSALNativeAuthSignUpParameters: NSObject {
    /// The person's e-mail address.
    public var username: String
    /// The person's password; `nil` for an app that does without, or that asks for it when the server does.
    public var password: String?
    /// What the server is told about the person, by the names of its attributes: texts, numbers, truth values and lists of texts.
    public var attributes: [String: Any]?
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
