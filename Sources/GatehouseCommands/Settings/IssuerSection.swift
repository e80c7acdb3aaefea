import Configuration
import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire

/// A section of the configuration file with one entry per trusted issuer, which names the issuer's keys.
@available(macOS 15, *)
struct IssuerSection: Sendable {
    private static let keys = "jwks"
    private static let keysURI = "jwks-uri"

    /// The key of the section.
    let name: String
    /// The name of an issuer in messages.
    let title: String
    /// The members of an entry besides the keys.
    var members: [String] = []

    /// Returns the issuer of the entry that a key belongs to; `nil` for other keys.
    ///
    /// Issuers contain dots.
    func issuer(_ key: String) -> String? {
        let prefix = name + "."
        guard key.hasPrefix(prefix),
            let member = (members + [Self.keys, Self.keysURI]).first(where: { key.hasSuffix("." + $0) }),
            key.count > prefix.count + member.count + 1
        else { return nil }
        return String(key.dropFirst(prefix.count).dropLast(member.count + 1))
    }

    /// Returns the key of a member.
    func key(_ member: String, of issuer: String) -> ConfigKey { ConfigKey([name, issuer, member]) }

    /// Reads the keys of an issuer.
    func keys(of issuer: String, _ reader: ConfigReader) throws(CommandError) -> ClientKeys {
        switch (text(Self.keysURI, of: issuer, reader), text(Self.keys, of: issuer, reader)) {
        case (let uri?, nil):
            guard let url = RedirectURI(rawValue: uri), url.scheme == "https" else {
                throw invalid(Self.keysURI, of: issuer, "Use an https URL without a fragment.")
            }
            return .uri(uri)
        case (nil, let keys?):
            let set: JSONWebKeySet
            do throws(OAuthError) { set = try JSONWebKeySet(keyFile: Data(keys.utf8)) } catch {
                throw invalid(Self.keys, of: issuer, error.description)
            }
            guard !set.keys.isEmpty else { throw invalid(Self.keys, of: issuer, "Add the public keys of the issuer.") }
            return .set(set)
        case (nil, nil), (_?, _?):
            throw CommandError(
                "The \(title) '\(issuer)' needs one source of keys.",
                advice: "Add either 'jwks-uri: URL' or 'jwks: KEYS', with its public keys."
            )
        }
    }

    /// Returns the error of a member.
    func invalid(_ member: String, of issuer: String, _ advice: String) -> CommandError {
        CommandError("Invalid \(member) of the \(title) '\(issuer)'.", advice: advice)
    }

    private func text(_ member: String, of issuer: String, _ reader: ConfigReader) -> String? {
        reader.string(forKey: key(member, of: issuer), isSecret: true)
    }
}
