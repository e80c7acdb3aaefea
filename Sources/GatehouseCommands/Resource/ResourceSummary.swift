import Foundation
import GatehouseServer
package import GatehouseStore
import GatehouseWire

/// A resource as the command line shows it.
package struct ResourceSummary: Sendable, Encodable {
    package let resource: Resource
    /// Whether the configuration file defines the resource.
    package let isConfigured: Bool

    package init(_ resource: Resource, isConfigured: Bool) {
        self.resource = resource
        self.isConfigured = isConfigured
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(resource.id.rawValue, forKey: .resource)
        try container.encode(resource.name, forKey: .name)
        try container.encode(resource.scopes.flatMap(\.specifications), forKey: .scopes)
        try container.encode(resource.tokenFormat, forKey: .tokenFormat)
        try container.encode(resource.algorithm, forKey: .algorithm)
        try container.encodeIfPresent(resource.tokenLifetime.map { Int($0) }, forKey: .tokenLifetime)
        try container.encode(resource.introspectors.map(\.rawValue), forKey: .introspectors)
        try container.encode(resource.introspects, forKey: .introspects)
        try container.encode(resource.requiresDPoP, forKey: .requiresDPoP)
        if isConfigured {
            try container.encode(true, forKey: .isConfigured)
        } else {
            try container.encode(UnixTime(resource.createdAt), forKey: .createdAt)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case resource, name, scopes
        case tokenFormat = "token_format"
        case algorithm
        case tokenLifetime = "token_lifetime"
        case introspectors, introspects
        case requiresDPoP = "requires_dpop"
        case isConfigured = "configuration_file"
        case createdAt = "registered_at"
    }
}

extension ResourceSummary {
    /// Prints the properties of the resource, one per line.
    func write(to output: Output) {
        var lines = [("Identifier", resource.id.rawValue), ("Name", resource.name)]
        lines += resource.scopes.flatMap(\.specifications).map { ("Scope", $0) }
        let lifetime = resource.tokenLifetime.map { TimeInterval.text($0) } ?? "as set for the server"
        lines += [
            ("Tokens", resource.tokenFormat.rawValue), ("Algorithm", resource.algorithm.rawValue),
            ("Token lifetime", lifetime),
            ("Introspectors", resource.introspectors.map(\.rawValue).joined(separator: " ")),
            ("Introspection", resource.introspects.map(\.rawValue).joined(separator: " ")),
            ("DPoP", resource.requiresDPoP ? "required" : "optional"),
        ]
        if isConfigured { lines.append(("Defined in", "the configuration file")) }
        output.writeProperties(lines)
    }
}
