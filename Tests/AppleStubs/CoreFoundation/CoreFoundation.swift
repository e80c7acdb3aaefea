// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AvoidRetroactiveConformances, NoLeadingUnderscores

// The Swift overlay of Core Foundation.
@_exported import CoreFoundation

// https://developer.apple.com/documentation/corefoundation/cfstring
extension CFString: Equatable, Hashable {
    public static func == (one: CFString, other: CFString) -> Bool { fatalError() }

    public func hash(into hasher: inout Hasher) { fatalError() }
}
