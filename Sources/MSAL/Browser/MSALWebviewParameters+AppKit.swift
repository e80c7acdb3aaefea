#if canImport(AppKit) && !canImport(UIKit)
public import AppKit

extension MSALWebviewParameters {
    /// Pages over a view.
    ///
    /// - Parameter authPresentationViewController: What is on the screen; the system finds the window by itself.
    public convenience init(authPresentationViewController: NSViewController) {
        self.init()
    }
}
#endif
