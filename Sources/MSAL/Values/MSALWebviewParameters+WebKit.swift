#if canImport(WebKit)
public import WebKit

extension MSALWebviewParameters {
    /// The app's own web view; stored, without effect.
    public var customWebview: WKWebView? {
        get { webview as? WKWebView }
        set { webview = newValue }
    }
}
#endif
