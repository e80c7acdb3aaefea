public import Foundation

#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

/// How the server's pages are shown.
public final class MSALWebviewParameters: NSObject {
    /// Whether the browser is to forget everything afterwards; kept, and up to the user agent of the app.
    public var prefersEphemeralWebBrowserSession = false

    #if canImport(UIKit)
    /// Pages over a view.
    ///
    /// - Parameter authPresentationViewController: What is on the screen; the system finds the window by itself.
    public init(authPresentationViewController: UIViewController) {
        super.init()
    }
    #elseif canImport(AppKit)
    /// Pages over a view.
    ///
    /// - Parameter authPresentationViewController: What is on the screen; the system finds the window by itself.
    public init(authPresentationViewController: NSViewController) {
        super.init()
    }
    #else
    /// Pages in the person's browser.
    ///
    /// - Parameter authPresentationViewController: What is on the screen, which the browser does not need.
    public init(authPresentationViewController: AnyObject) {
        super.init()
    }
    #endif

    /// Pages wherever the platform shows them.
    public override init() {
        super.init()
    }
}
