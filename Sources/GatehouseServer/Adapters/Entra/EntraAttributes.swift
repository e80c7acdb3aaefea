import Foundation
import GatehouseStore
import GatehouseWire

/// A client's attributes under Entra's names.
struct EntraAttributes: Sendable {
    private let attributes: [ClientAttribute]
    private let names: Set<String>

    init(_ client: Client) {
        attributes = client.attributes
        names = Set(client.attributes.map(\.name))
    }

    /// Returns attributes of an app under the names of the client's registration.
    ///
    /// If both names are present, the client's own takes precedence.
    func registeredAttributes(_ given: [String: JSONValue]) -> [String: JSONValue] {
        let pairs = given.map { (registeredName(for: $0.key), $0) }
        return Dictionary(pairs) { names.contains($0.key) ? $0 : $1 }.mapValues(\.value)
    }

    private func registeredName(for name: String) -> String {
        names.contains(name) ? name : EntraAttributeName.own(for: name)
    }

    /// Returns Entra's name of an attribute.
    func entraName(for name: String) -> String {
        let other = EntraAttributeName.entra(for: name)
        return names.contains(other) ? name : other
    }

    /// Returns the required attributes that a step lacks.
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
            name: entraName(for: attribute.name),
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

extension LoginIdentifier {
    /// The masked address or number, for screens that others may see.
    ///
    /// An address keeps the first character of its local part, and the last one of three or more; a number keeps its
    /// first and last two digits.
    var masked: String {
        guard kind == .email else {
            return value.prefix(3) + String(repeating: "*", count: max(0, value.count - 5)) + value.suffix(2)
        }
        let parts = value.split(separator: "@", maxSplits: 1)
        guard parts.count == 2, let first = parts[0].first, let last = parts[0].last else { return "" }
        return "\(first)***\(parts[0].count > 2 ? String(last) : "")@\(parts[1])"
    }
}
