#if canImport(UIKit)
public import UIKit

extension MSALWebviewParameters {
    /// Pages over a view.
    ///
    /// - Parameter authPresentationViewController: What is on the screen; the system finds the window by itself.
    public convenience init(authPresentationViewController: UIViewController) {
        self.init()
    }
}
#endif
