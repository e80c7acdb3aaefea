public import Foundation

/// How the server's pages are shown.
public final class MSALWebviewParameters: NSObject {
    /// What is on the screen; kept, because the system finds the window by itself.
    public var parentViewController: MSALViewController?
    /// Whether the browser is to share no cookies with other visits, so that nobody is signed in there already.
    ///
    /// The system's sign-in sheet does so; on Linux it is up to the user agent of the app.
    public var prefersEphemeralWebBrowserSession = false
    /// What the pages are shown in; kept, and without effect.
    public var webviewType = MSALWebviewType.default
    /// The raw value of the presentation style, of a type that not every platform has.
    var presentation: Int?
    /// The app's own web view, of a type that not every platform has.
    var webview: AnyObject?

    /// Pages wherever the platform shows them.
    public override init() {
        super.init()
    }

    /// Pages over a view.
    ///
    /// - Parameter authPresentationViewController: What is on the screen.
    public convenience init(authPresentationViewController: MSALViewController) {
        self.init()
        parentViewController = authPresentationViewController
    }
}
