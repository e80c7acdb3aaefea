public import Foundation

/// How the server's pages are shown.
public final class MSALWebviewParameters: NSObject {
    /// The view controller on the screen; stored, without effect, because the system finds the window itself.
    public var parentViewController: MSALViewController?
    /// Whether the browser should share no cookies with other visits, so that no user is signed in already.
    ///
    /// The system's sign-in sheet does so; on Linux it is up to the user agent of the app.
    public var prefersEphemeralWebBrowserSession = false
    /// The kind of view for the pages; stored, without effect.
    public var webviewType = MSALWebviewType.default
    /// The raw value of the presentation style, of a type that not every platform has.
    var presentation: Int?
    /// The app's own web view, of a type that not every platform has.
    var webview: AnyObject?

    /// Pages wherever the platform shows them.
    public override init() {
        super.init()
    }

    /// Creates parameters for pages over a view controller.
    ///
    /// - Parameter authPresentationViewController: The view controller on the screen.
    public convenience init(authPresentationViewController: MSALViewController) {
        self.init()
        parentViewController = authPresentationViewController
    }
}
