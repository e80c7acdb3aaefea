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

    private static let section = "resources"

    /// Returns the identifier of the entry that a key belongs to; `nil` for other keys.
    ///
    /// Identifiers contain dots.
    static func identifier(_ key: String) -> String? {
        let prefix = section + "."
        guard key.hasPrefix(prefix),
            let member = Member.allCases.first(where: { key.hasSuffix("." + $0.rawValue) }),
            key.count > prefix.count + member.rawValue.count + 1
        else { return nil }
        return String(key.dropFirst(prefix.count).dropLast(member.rawValue.count + 1))
    }

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
        guard let name = text(.name, of: id, reader) else {
            throw CommandError("The resource '\(id)' has no name.", advice: "Add 'name: NAME', which users see.")
        }
        var resource = Resource(
            id: Resource.ID(id),
            name: name,
            scopes: try [ResourceScope](parsing: try await list(.scopes, of: id, reader)),
            introspectors: try await list(.introspectors, of: id, reader).map { Client.ID($0) },
            createdAt: Date(timeIntervalSince1970: 0)
        )
        for member in try await list(.introspects, of: id, reader) {
            guard let known = IntrospectionMember(rawValue: member) else {
                throw invalid(.introspects, of: id, "Use username and email.")
            }
            resource.introspects.append(known)
        }
        if let text = text(.tokenFormat, of: id, reader) {
            guard let format = Resource.TokenFormat(rawValue: text) else {
                throw invalid(.tokenFormat, of: id, "Use jwt or opaque.")
            }
            resource.tokenFormat = format
        }
        if let text = text(.algorithm, of: id, reader) { resource.algorithm = SigningAlgorithm(rawValue: text) }
        if let text = text(.tokenLifetime, of: id, reader) {
            guard let time = TimeInterval(parsing: text) else {
                throw invalid(.tokenLifetime, of: id, "Use a time, for example 10m.")
            }
            resource.tokenLifetime = time
        }
        switch text(.requiresDPoP, of: id, reader)?.lowercased() {
        case nil, "off", "false", "no": break
        case "on", "true", "yes": resource.requiresDPoP = true
        default: throw invalid(.requiresDPoP, of: id, "Use on or off.")
        }
        return resource
    }

    private static func text(_ member: Member, of id: String, _ reader: ConfigReader) -> String? {
        reader.string(forKey: ConfigKey([section, id, member.rawValue]), isSecret: true)
    }

    private static func list(
        _ member: Member,
        of id: String,
        _ reader: ConfigReader
    ) async throws(CommandError) -> [String] {
        let key = ConfigKey([section, id, member.rawValue])
        do {
            return try await reader.fetchStringArray(forKey: key) ?? []
        } catch {
            throw invalid(member, of: id, "Use a list with one value per line.")
        }
    }

    private static func invalid(_ member: Member, of id: String, _ advice: String) -> CommandError {
        CommandError("Invalid \(member.rawValue) of the resource '\(id)'.", advice: advice)
    }
}
