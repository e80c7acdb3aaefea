import Configuration
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The section `workloads` of the configuration file, with one entry per issuer.
@available(macOS 15, *)
struct ConfiguredWorkloads: Sendable {
    private static let subjects = "subjects"
    private static let section = IssuerSection(name: "workloads", title: "workload issuer", members: [subjects])

    /// Returns the issuer of the entry that a key belongs to; `nil` for other keys.
    static func issuer(_ key: String) -> String? { section.issuer(key) }

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
        let invalid = section.invalid(subjects, of: issuer, syntax)
        let texts: [String]
        do { texts = try await reader.fetchStringArray(forKey: section.key(subjects, of: issuer)) ?? [] } catch {
            throw invalid
        }
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

    private static let syntax = "Use a list of 'SUBJECT CLIENT'; a subject may be a beginning that is followed by *."
}
