// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NoLeadingUnderscores

public import UIKit

// https://developer.apple.com/documentation/swiftui/uihostingcontroller (iOS 13, not watchOS)
@MainActor @preconcurrency open class UIHostingController<Content: View>: UIViewController {
    @MainActor @preconcurrency public var rootView: Content {
        get { fatalError() }
        set { fatalError() }
    }
    // iOS 16
    @MainActor @preconcurrency public var sizingOptions: UIHostingControllerSizingOptions {
        get { fatalError() }
        set { fatalError() }
    }
    @MainActor @preconcurrency public init(rootView: Content) { fatalError() }
    @MainActor @preconcurrency public required dynamic init?(coder aDecoder: NSCoder) { fatalError() }
}

// https://developer.apple.com/documentation/swiftui/uihostingcontrollersizingoptions (iOS 16)
public struct UIHostingControllerSizingOptions: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { fatalError() }
    public static let intrinsicContentSize = UIHostingControllerSizingOptions(rawValue: 2)
}

extension View {
    // https://developer.apple.com/documentation/swiftui/view/keyboardtype(_:) (iOS 13, tvOS, visionOS)
    nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/textcontenttype(_:) (iOS 13, tvOS, visionOS)
    nonisolated public func textContentType(_ textContentType: UITextContentType?) -> some View { self }

    // https://developer.apple.com/documentation/swiftui/view/textinputautocapitalization(_:) (iOS 15, not macOS)
    nonisolated public func textInputAutocapitalization(
        _ autocapitalization: TextInputAutocapitalization?
    ) -> some View { self }
}

// https://developer.apple.com/documentation/swiftui/textinputautocapitalization (iOS 15, not macOS)
public struct TextInputAutocapitalization: Sendable {
    public static var never: TextInputAutocapitalization { fatalError() }
    public static var words: TextInputAutocapitalization { fatalError() }
}
