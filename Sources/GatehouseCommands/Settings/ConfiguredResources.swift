import Configuration
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The section `resources` of the configuration file, with one entry per identifier.
@available(macOS 15, *)
struct ConfiguredResources: Sendable {
    /// A member of an entry, named as the option of `gatehouse resource create`.
    private enum Member: String, CaseIterable {
        case name, scopes, algorithm, introspectors, introspects
        case tokenFormat = "token-format"
        case tokenLifetime = "token-lifetime"
        case requiresDPoP = "require-dpop"
    }

    private static let section = ConfiguredSection<Member>(name: "resources", kind: "resource")

    /// Returns the identifier of the entry that a key belongs to; `nil` for other keys.
    static func identifier(_ key: String) -> String? { section.entry(of: key) }

    /// Reads the entries.
    ///
    /// The rules of resources are checked when the server starts.
    static func resources(
        of identifiers: Set<String>,
        _ reader: ConfigReader
    ) async throws(CommandError) -> [Resource] {
        var resources: [Resource] = []
        for id in identifiers.sorted() { resources.append(try await entry(id, reader)) }
        return resources
    }

    private static func entry(_ id: String, _ reader: ConfigReader) async throws(CommandError) -> Resource {
        guard let name = section.text(.name, of: id, reader) else {
            throw CommandError("The resource '\(id)' has no name.", advice: "Add 'name: NAME', which users see.")
        }
        var resource = Resource(
            id: Resource.ID(id),
            name: name,
            scopes: try [ResourceScope](parsing: try await section.list(.scopes, of: id, reader)),
            introspectors: try await section.list(.introspectors, of: id, reader).map { Client.ID($0) },
            createdAt: Date(timeIntervalSince1970: 0)
        )
        for member in try await section.list(.introspects, of: id, reader) {
            guard let known = IntrospectionMember(rawValue: member) else {
                throw section.invalid(.introspects, of: id, "Use username and email.")
            }
            resource.introspects.append(known)
        }
        if let text = section.text(.tokenFormat, of: id, reader) {
            guard let format = Resource.TokenFormat(rawValue: text) else {
                throw section.invalid(.tokenFormat, of: id, "Use jwt or opaque.")
            }
            resource.tokenFormat = format
        }
        if let text = section.text(.algorithm, of: id, reader) { resource.algorithm = SigningAlgorithm(rawValue: text) }
        if let text = section.text(.tokenLifetime, of: id, reader) {
            guard let time = TimeInterval(parsing: text) else {
                throw section.invalid(.tokenLifetime, of: id, "Use a time, for example 10m.")
            }
            resource.tokenLifetime = time
        }
        switch section.text(.requiresDPoP, of: id, reader)?.lowercased() {
        case nil, "off", "false": break
        case "on", "true": resource.requiresDPoP = true
        default: throw section.invalid(.requiresDPoP, of: id, "Use on or off.")
        }
        return resource
    }
}
