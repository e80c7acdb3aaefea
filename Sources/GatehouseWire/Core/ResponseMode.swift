/// How the authorization answer travels to the client (OAuth 2.0 Multiple Response Types §2.1, Form Post Response Mode).
public struct ResponseMode: WireValue {
    /// The value as it stands on the wire.
    public let rawValue: String

    /// Wraps a value as it stands on the wire.
    ///
    /// - Parameter rawValue: The value, letter for letter.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// In the query of the redirect URI.
    public static let query = Self(rawValue: "query")

    /// In the fragment of the redirect URI.
    public static let fragment = Self(rawValue: "fragment")

    /// As a form that the browser posts to the redirect URI.
    public static let formPost = Self(rawValue: "form_post")
}
