import Gatehouse

/// The input of a user by field; printing it shows the names of the fields only.
struct FormValues: Sendable, Hashable {
    private var values: [String: String] = [:]

    init(_ values: [String: String] = [:]) {
        self.values = values
    }

    subscript(field: String) -> String {
        get { values[field] ?? "" }
        set { values[field] = newValue }
    }

    /// Returns the value of a field without surrounding spaces; `nil` if it is empty.
    func trimmed(_ field: String) -> String? {
        let value = self[field].drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
        return value.isEmpty ? nil : String(value)
    }

    /// Returns the value of a field as an attribute of its kind; `nil` if it is empty or not of this kind.
    func attribute(_ field: ScreenField) -> JSONValue? {
        switch field.kind {
        case .boolean: .bool(self[field.id] == Self.yes)
        case .number: trimmed(field.id).flatMap(Self.number)
        default: trimmed(field.id).map { .string($0) }
        }
    }

    private static func number(_ text: String) -> JSONValue? {
        Int64(text).map { .integer($0) } ?? Double(text).map { .double($0) }
    }

    /// The value of a switch that is on.
    static let yes = "true"
}

extension FormValues: CustomStringConvertible, CustomReflectable {
    /// The names of the fields.
    var description: String { "FormValues(\(values.keys.sorted().joined(separator: ", ")))" }

    /// The mirror for `dump(_:)`, with the same content as ``description``.
    var customMirror: Mirror { Mirror(self, children: ["fields": values.keys.sorted()]) }
}
