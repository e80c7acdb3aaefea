// The Swift overlay of UIKit.
@_exported import UIKit

extension UIApplicationDelegate {
    // https://developer.apple.com/documentation/uikit/uiapplicationdelegate/main()
    @MainActor
    public static func main() { fatalError() }
}
