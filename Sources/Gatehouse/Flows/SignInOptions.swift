public import GatehouseWire

/// Hints for the server's sign-in pages.
public struct SignInOptions: Sendable, Hashable {
    /// The e-mail address or other name that the person probably signs in with.
    public var loginHint: String?
    /// The languages to show the pages in, best first, such as `de` or `zh-Hans` (BCP 47).
    public var languages: [String]
    /// How long ago the person may have signed in at the server; older means to sign in again.
    public var maximumAge: Duration?
    /// How firmly the person is to be authenticated, best first.
    public var acrValues: [ACR]
    /// The only account whose sign-in is wanted: another person's is given back, and nothing is changed.
    package var accountID: String?
    /// What the server must ask for in any case; `nil` for what the kind of ``Interaction`` needs.
    package var prompt: [Prompt]?
    /// Further parameters of the server's page; those that the protocol sends itself cannot be replaced.
    package var extraParameters: [String: String] = [:]
    /// Whether the browser shares no cookies with other visits, where the user agent supports it.
    package var prefersEphemeralSession = false
    /// What only apps of Login with Amazon ask for.
    package var amazon: AmazonSignInOptions?

    /// Hints for the server's sign-in pages.
    ///
    /// - Parameters:
    ///   - loginHint: The name that the person probably signs in with.
    ///   - languages: The languages to show the pages in, best first.
    ///   - maximumAge: How long ago the person may have signed in at the server, in whole seconds.
    ///   - acrValues: How firmly the person is to be authenticated, best first.
    public init(
        loginHint: String? = nil,
        languages: [String] = [],
        maximumAge: Duration? = nil,
        acrValues: [ACR] = []
    ) {
        self.loginHint = loginHint
        self.languages = languages
        self.maximumAge = maximumAge
        self.acrValues = acrValues
    }
}
