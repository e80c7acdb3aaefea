import GatehouseStore
import GatehouseWire

extension RequestedAttribute {
    /// Creates the description of a client's attribute under a name.
    init(_ attribute: ClientAttribute, name: String) {
        let type =
            switch attribute.kind {
            case .boolean: Self.boolean
            case .number: Self.number
            case .text, .email, .date, .choice: Self.string
            }
        self.init(
            name: name,
            type: type,
            isRequired: attribute.isRequired,
            regex: attribute.pattern.map(Self.whole) ?? Self.alternation(attribute.options),
            choices: attribute.options.isEmpty ? nil : attribute.options,
            label: attribute.label
        )
    }

    /// Returns a pattern that matches only whole values, for clients that search for it.
    private static func whole(_ pattern: String) -> String { "^(?:\(pattern))$" }

    /// Returns a regular expression that matches one of the options.
    private static func alternation(_ options: [String]) -> String? {
        options.isEmpty ? nil : "^(" + options.map(escape).joined(separator: "|") + ")$"
    }

    private static func escape(_ text: String) -> String {
        String(text.flatMap { #"\^$.|?*+()[]{}/"#.contains($0) ? ["\\", $0] : [$0] })
    }
}
