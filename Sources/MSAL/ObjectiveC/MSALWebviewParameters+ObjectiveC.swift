#if canImport(ObjectiveC)
import Foundation
#if canImport(UIKit) && !os(watchOS)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif
#if canImport(WebKit)
public import WebKit
#endif

@available(swift, obsoleted: 1.0)
extension MSALWebviewParameters {
    /// Calls ``init(authPresentationViewController:)``.
    @objc(initWithAuthPresentationViewController:)
    public convenience init(objcAuthPresentationViewController controller: MSALViewController) {
        self.init(authPresentationViewController: controller)
    }

    /// The value of ``parentViewController``.
    @objc(parentViewController)
    public var objcParentViewController: MSALViewController? {
        get { parentViewController }
        set { parentViewController = newValue }
    }

    /// The value of ``prefersEphemeralWebBrowserSession``.
    @objc(prefersEphemeralWebBrowserSession)
    public var objcPrefersEphemeralWebBrowserSession: Bool {
        get { prefersEphemeralWebBrowserSession }
        set { prefersEphemeralWebBrowserSession = newValue }
    }

    /// The value of ``webviewType``.
    @objc(webviewType)
    public var objcWebviewType: MSALWebviewType {
        get { webviewType }
        set { webviewType = newValue }
    }
}

#if canImport(UIKit) && !os(watchOS)
@available(swift, obsoleted: 1.0)
extension MSALWebviewParameters {
    /// The value of ``presentationStyle``.
    @objc(presentationStyle)
    public var objcPresentationStyle: UIModalPresentationStyle {
        get { presentationStyle }
        set { presentationStyle = newValue }
    }
}
#endif

#if canImport(WebKit)
@available(swift, obsoleted: 1.0)
extension MSALWebviewParameters {
    /// The value of ``customWebview``.
    @objc(customWebview)
    public var objcCustomWebview: WKWebView? {
        get { customWebview }
        set { customWebview = newValue }
    }
}
#endif
#endif
