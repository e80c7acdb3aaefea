#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension MSALWebviewParameters {
    /// The presentation style of a web view; stored, without effect.
    public var presentationStyle: UIModalPresentationStyle {
        get { presentation.flatMap(UIModalPresentationStyle.init(rawValue:)) ?? .automatic }
        set { presentation = newValue.rawValue }
    }
}
#endif
