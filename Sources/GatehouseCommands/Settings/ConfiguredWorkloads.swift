import Configuration
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The section `workloads` of the configuration file, with one entry per issuer.
@available(macOS 15, *)
struct ConfiguredWorkloads: Sendable {
    /// A member of an entry.
    private enum Member: String, ConfiguredIssuerMember {
        case subjects, jwks
        case keysURI = "jwks-uri"
    }

    private static let section = ConfiguredSection<Member>(name: "workloads", kind: "workload issuer")

    /// Returns the issuer of the entry that a key belongs to; `nil` for other keys.
    static func issuer(_ key: String) -> String? { section.entry(of: key) }

    /// Reads the entries.
    static func workloads(
        of issuers: Set<String>,
        _ reader: ConfigReader
    ) async throws(CommandError) -> [WorkloadIssuer] {
        var workloads: [WorkloadIssuer] = []
        for issuer in issuers.sorted() {
            let keys = try section.keys(of: issuer, reader)
            let rules = try await rules(of: issuer, reader)
            workloads.append(WorkloadIssuer(issuer: issuer, keys: keys, rules: rules))
        }
        return workloads
    }

    private static func rules(
        of issuer: String,
        _ reader: ConfigReader
    ) async throws(CommandError) -> [WorkloadIssuer.Rule] {
        let invalid = section.invalid(.subjects, of: issuer, syntax)
        let texts = try await section.list(.subjects, of: issuer, reader, advice: syntax)
        guard !texts.isEmpty else { throw invalid }
        var rules: [WorkloadIssuer.Rule] = []
        for text in texts {
            // Subjects can contain spaces; client identifiers cannot.
            guard let space = text.lastIndex(of: " ") else { throw invalid }
            let subject = text[..<space].trimmingCharacters(in: .whitespaces)
            let client = String(text[text.index(after: space)...])
            guard !subject.isEmpty, subject != "*", !subject.dropLast().contains("*"), !client.isEmpty else {
                throw invalid
            }
            rules.append(WorkloadIssuer.Rule(subject: subject, client: Client.ID(client)))
        }
        return rules
    }

    private static let syntax = "Use a list of 'SUBJECT CLIENT'. A * at the end of a subject stands for any text."
}
