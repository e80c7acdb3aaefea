#if canImport(UIKit)
import UIKit
#else
/// What stands for a screen where there is no UIKit.
@MainActor class UIViewController {}

/// What stands for a text field.
@MainActor final class UITextField {
    var text: String?
}
#endif
