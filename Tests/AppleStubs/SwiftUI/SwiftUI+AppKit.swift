// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NoLeadingUnderscores

public import AppKit

extension View {
    // https://developer.apple.com/documentation/swiftui/view/textcontenttype(_:) (macOS 11)
    nonisolated public func textContentType(_ textContentType: NSTextContentType?) -> some View { self }
}
