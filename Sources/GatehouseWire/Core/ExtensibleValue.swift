/// A value from an open set that a specification or a vendor may extend.
///
/// Known values are static constants of the conforming type. Unknown values are preserved when decoded and encoded
/// again.
public protocol ExtensibleValue: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible
where RawValue == String {
    /// Creates a value from its wire form.
    init(rawValue: String)
}

extension ExtensibleValue {
    /// The value as sent on the wire.
    public var description: String { rawValue }

    /// Splits a space-separated list, dropping empty elements.
    package static func list(_ text: String?) -> [Self] {
        (text ?? "").split(separator: " ").map { Self(rawValue: String($0)) }
    }
}

extension Sequence where Element: ExtensibleValue {
    /// The values as a space-separated list, or `nil` if there are none.
    package var spaceSeparated: String? {
        let text = map(\.rawValue).joined(separator: " ")
        return text.isEmpty ? nil : text
    }
}
