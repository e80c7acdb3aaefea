public import Foundation

/// How the server's pages are shown.
public final class MSALWebviewParameters: NSObject {
    /// Whether the browser is to forget everything afterwards; kept, and up to the user agent of the app.
    public var prefersEphemeralWebBrowserSession = false

    /// Pages wherever the platform shows them.
    public override init() {
        super.init()
    }

    #if !canImport(UIKit) && !canImport(AppKit)
    /// Pages in the person's browser.
    ///
    /// - Parameter authPresentationViewController: What is on the screen, which the browser does not need.
    public convenience init(authPresentationViewController: AnyObject) {
        self.init()
    }
    #endif
}
