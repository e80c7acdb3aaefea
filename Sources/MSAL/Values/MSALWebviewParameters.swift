public import Foundation

/// The presentation of the server's pages.
public final class MSALWebviewParameters: NSObject {
    /// The view controller on the screen; stored, without effect, because the system finds the window itself.
    public weak var parentViewController: MSALViewController?
    /// A Boolean value that indicates whether the browser should share no cookies with other requests, so that no user
    /// is signed in already.
    ///
    /// Supported by the system's sign-in sheet; on Linux by the app's user agent.
    public var prefersEphemeralWebBrowserSession = false
    /// The kind of view for the pages; stored, without effect.
    public var webviewType = MSALWebviewType.default
    /// The raw value of the presentation style, of a type that not every platform has.
    var presentation: Int?
    /// The app's own web view, of a type that not every platform has.
    var webview: AnyObject?

    /// Creates parameters with the platform's default presentation.
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

/// The kind of view for the server's pages.
///
/// It has no effect: pages always open in the user agent, on Apple's platforms the system's sign-in sheet. An embedded
/// view would let the app read the password (RFC 8252 §8.12).
#if canImport(ObjectiveC)
@objc(MSALWebviewType)
#endif
public enum MSALWebviewType: Int, Sendable {
    /// The platform's default.
    #if canImport(ObjectiveC)
    @objc(MSALWebviewTypeDefault)
    #endif
    case `default`
    /// The system's sign-in sheet.
    #if canImport(ObjectiveC)
    @objc(MSALWebviewTypeAuthenticationSession)
    #endif
    case authenticationSession
    #if !canImport(AppKit) || targetEnvironment(macCatalyst)
    /// Safari's view within the app.
    #if canImport(ObjectiveC)
    @objc(MSALWebviewTypeSafariViewController)
    #endif
    case safariViewController
    #endif
    /// A web view of the app.
    #if canImport(ObjectiveC)
    @objc(MSALWebviewTypeWKWebView)
    #endif
    case wkWebView
}
