import Configuration
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// The section `workloads` of the configuration file, with one entry per issuer.
@available(macOS 15, *)
struct ConfiguredWorkloads: Sendable {
    private enum Member: String, CaseIterable {
        case subjects, jwks
        case keysURI = "jwks-uri"
    }

    private static let section = "workloads"

    /// Returns the issuer of the entry that a key belongs to; `nil` for other keys.
    ///
    /// Issuers contain dots.
    static func issuer(_ key: String) -> String? {
        let prefix = section + "."
        guard key.hasPrefix(prefix),
            let member = Member.allCases.first(where: { key.hasSuffix("." + $0.rawValue) }),
            key.count > prefix.count + member.rawValue.count + 1
        else { return nil }
        return String(key.dropFirst(prefix.count).dropLast(member.rawValue.count + 1))
    }

    /// Reads the entries.
    static func workloads(
        of issuers: Set<String>,
        _ reader: ConfigReader
    ) async throws(CommandError) -> [WorkloadIssuer] {
        var workloads: [WorkloadIssuer] = []
        for issuer in issuers.sorted() {
            workloads.append(
                WorkloadIssuer(
                    issuer: issuer,
                    keys: try keys(of: issuer, reader),
                    rules: try await rules(of: issuer, reader)
                )
            )
        }
        return workloads
    }

    private static func keys(of issuer: String, _ reader: ConfigReader) throws(CommandError) -> ClientKeys {
        switch (text(.keysURI, of: issuer, reader), text(.jwks, of: issuer, reader)) {
        case (let uri?, nil):
            guard let url = RedirectURI(rawValue: uri), url.scheme == "https" else {
                throw invalid(.keysURI, of: issuer, "Use an https URL without a fragment.")
            }
            return .uri(uri)
        case (nil, let keys?):
            let set: JSONWebKeySet
            do throws(OAuthError) { set = try JSONWebKeySet(keyFile: Data(keys.utf8)) } catch {
                throw invalid(.jwks, of: issuer, error.description)
            }
            guard !set.keys.isEmpty else { throw invalid(.jwks, of: issuer, "Add the public keys of the issuer.") }
            return .set(set)
        case (nil, nil), (_?, _?):
            throw CommandError(
                "The workload issuer '\(issuer)' needs one source of keys.",
                advice: "Add either 'jwks-uri: URL' or 'jwks: KEYS', with its public keys."
            )
        }
    }

    private static func rules(
        of issuer: String,
        _ reader: ConfigReader
    ) async throws(CommandError) -> [WorkloadIssuer.Rule] {
        let key = ConfigKey([section, issuer, Member.subjects.rawValue])
        let texts: [String]
        do { texts = try await reader.fetchStringArray(forKey: key) ?? [] } catch {
            throw invalid(.subjects, of: issuer, Self.syntax)
        }
        guard !texts.isEmpty else { throw invalid(.subjects, of: issuer, Self.syntax) }
        var rules: [WorkloadIssuer.Rule] = []
        for text in texts {
            // Subjects can contain spaces; client identifiers cannot.
            guard let space = text.lastIndex(of: " ") else { throw invalid(.subjects, of: issuer, Self.syntax) }
            let subject = text[..<space].trimmingCharacters(in: .whitespaces)
            let client = String(text[text.index(after: space)...])
            guard !subject.isEmpty, subject != "*", !subject.dropLast().contains("*"), !client.isEmpty else {
                throw invalid(.subjects, of: issuer, Self.syntax)
            }
            rules.append(WorkloadIssuer.Rule(subject: subject, client: Client.ID(client)))
        }
        return rules
    }

    private static let syntax = "Use a list of 'SUBJECT CLIENT'; a subject may be a beginning that is followed by *."

    private static func text(_ member: Member, of issuer: String, _ reader: ConfigReader) -> String? {
        reader.string(forKey: ConfigKey([section, issuer, member.rawValue]), isSecret: true)
    }

    private static func invalid(_ member: Member, of issuer: String, _ advice: String) -> CommandError {
        CommandError("Invalid \(member.rawValue) of the workload issuer '\(issuer)'.", advice: advice)
    }
}
