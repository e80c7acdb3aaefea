/// How somebody is signed out.
public final class MSALSignoutParameters: MSALParameters {
    /// How the server's pages are shown.
    public let webviewParameters: MSALWebviewParameters
    /// Whether the session that the browser has with the server ends too, which shows a page.
    public var signoutFromBrowser = false
    /// Whether every app of the device forgets the account; this module knows of its own.
    public var wipeAccount = false

    /// Whether the accounts of every app that shares the vendor's cache are forgotten; this module knows of its own.
    public var wipeCacheForAllAccounts = false
    /// Further parameters of the server's sign-out page, by name and not URL-encoded.
    public var extraQueryParameters: [String: String]?

    /// Parameters with the defaults.
    ///
    /// - Parameter webviewParameters: How the server's pages are shown.
    public init(webviewParameters: MSALWebviewParameters) {
        self.webviewParameters = webviewParameters
        super.init()
    }
}
