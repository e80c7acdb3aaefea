#if canImport(UIKit)
import UIKit
#else
/// Stand-ins for UIKit on other platforms.
@MainActor class UIViewController {}

/// Stands in for a text field.
@MainActor final class UITextField {
    var text: String?
}
#endif
