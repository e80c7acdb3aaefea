#if canImport(WebKit)
public import WebKit

extension MSALWebviewParameters {
    /// A web view of the app's own; kept, and without effect.
    public var customWebview: WKWebView? {
        get { webview as? WKWebView }
        set { webview = newValue }
    }
}
#endif
