import GatehouseStore
import GatehouseWire

/// A client's attributes as Entra's clients call and describe them.
struct EntraAttributes: Sendable {
    private let attributes: [ClientAttribute]
    private let names: Set<String>

    init(_ client: Client) {
        attributes = client.attributes
        names = Set(client.attributes.map(\.name))
    }

    /// What an app handed in, under the names that the client is registered with.
    ///
    /// Of two spellings of one name the client's own counts.
    func own(_ given: [String: JSONValue]) -> [String: JSONValue] {
        Dictionary(given.map { (own($0.key), $0) }) { names.contains($0.key) ? $0 : $1 }.mapValues(\.value)
    }

    private func own(_ name: String) -> String { names.contains(name) ? name : EntraAttributeName.own(for: name) }

    /// What an app calls an attribute.
    func entra(_ name: String) -> String {
        let other = EntraAttributeName.entra(for: name)
        return names.contains(other) ? name : other
    }

    /// What has yet to be handed in on a page.
    func missing(in step: AttributesStep) -> [EntraRequiredAttribute] {
        step.missing(of: attributes).map(describe)
    }

    private func describe(_ attribute: ClientAttribute) -> EntraRequiredAttribute {
        let type =
            switch attribute.kind {
            case .boolean: EntraRequiredAttribute.boolean
            case .number: EntraRequiredAttribute.number
            case .text, .email, .date, .choice: EntraRequiredAttribute.string
            }
        return EntraRequiredAttribute(
            name: entra(attribute.name),
            type: type,
            isRequired: attribute.isRequired,
            regex: attribute.pattern.map(Self.whole) ?? Self.alternation(attribute.options),
            choices: attribute.options.isEmpty ? nil : attribute.options,
            label: attribute.label
        )
    }

    /// A pattern that has to match all of a value, for clients that look for it anywhere.
    private static func whole(_ pattern: String) -> String { "^(?:\(pattern))$" }

    /// A regular expression for one of the options.
    private static func alternation(_ options: [String]) -> String? {
        options.isEmpty ? nil : "^(" + options.map(escape).joined(separator: "|") + ")$"
    }

    private static func escape(_ text: String) -> String {
        String(text.flatMap { #"\^$.|?*+()[]{}/"#.contains($0) ? ["\\", $0] : [$0] })
    }
}
