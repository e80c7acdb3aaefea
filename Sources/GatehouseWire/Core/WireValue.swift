/// A value from an open set that a specification or a vendor may extend.
///
/// Known members are static constants of the conforming type; an unknown one is kept as it was received, so that nothing
/// is lost between decoding and encoding.
public protocol WireValue: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible
where RawValue == String {
    /// Wraps a value as it stands on the wire.
    init(rawValue: String)
}

extension WireValue {
    /// The value as it stands on the wire.
    public var description: String { rawValue }

    /// Splits a space-separated list, as most list-valued parameters carry it, dropping empty members.
    package static func list(_ text: String?) -> [Self] {
        (text ?? "").split(separator: " ").map { Self(rawValue: String($0)) }
    }
}

extension Sequence where Element: WireValue {
    /// The members as one space-separated list, or `nil` when there are none.
    package var spaceSeparated: String? {
        let text = map(\.rawValue).joined(separator: " ")
        return text.isEmpty ? nil : text
    }
}
