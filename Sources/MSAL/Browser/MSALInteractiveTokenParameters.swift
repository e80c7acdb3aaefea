import Foundation

/// Which tokens are wanted, from somebody who is asked for them in the browser.
public final class MSALInteractiveTokenParameters: MSALTokenParameters {
    /// What the server's pages ask for in any case.
    public var promptType = MSALPromptType.default
    /// What the person probably signs in with.
    public var loginHint: String?
    /// What the person is asked for as well, for later.
    public var extraScopesToConsent: [String]?
    /// How the server's pages are shown.
    public let webviewParameters: MSALWebviewParameters

    /// Parameters with the defaults.
    ///
    /// - Parameters:
    ///   - scopes: What the access token is for.
    ///   - webviewParameters: How the server's pages are shown.
    public init(scopes: [String], webviewParameters: MSALWebviewParameters) {
        self.webviewParameters = webviewParameters
        super.init(scopes: scopes)
    }

    /// Parameters with the defaults.
    ///
    /// - Parameter scopes: What the access token is for.
    public convenience override init(scopes: [String]) {
        self.init(scopes: scopes, webviewParameters: MSALWebviewParameters())
    }
}
