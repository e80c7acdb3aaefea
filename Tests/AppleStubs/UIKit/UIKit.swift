// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AvoidRetroactiveConformances, NoLeadingUnderscores

// The Swift overlay of UIKit.
@_exported import UIKit

extension UIControl.State {
    // https://developer.apple.com/documentation/uikit/uicontrol/state-swift.struct/normal
    public static var normal: UIControl.State { [] }
}

extension UIApplicationDelegate {
    // https://developer.apple.com/documentation/uikit/uiapplicationdelegate/main()
    @MainActor
    public static func main() { fatalError() }
}
