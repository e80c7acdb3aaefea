#if canImport(UIKit)
public import UIKit

extension MSALWebviewParameters {
    /// How a web view covers the screen; kept, and without effect.
    public var presentationStyle: UIModalPresentationStyle {
        get { presentation.flatMap(UIModalPresentationStyle.init(rawValue:)) ?? .automatic }
        set { presentation = newValue.rawValue }
    }
}
#endif
