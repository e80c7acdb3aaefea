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
    func missing(in step: AttributesStep) -> [RequestedAttribute] {
        step.missing(of: attributes).map { RequestedAttribute($0, name: entraName(for: $0.name)) }
    }
}
