import Configuration
import GatehouseServer

/// The section `software-statements` of the configuration file, with one entry per issuer.
@available(macOS 15, *)
struct ConfiguredStatementIssuers: Sendable {
    /// A member of an entry.
    private enum Member: String, ConfiguredIssuerMember {
        case jwks
        case keysURI = "jwks-uri"
    }

    private static let section = ConfiguredSection<Member>(
        name: "software-statements",
        kind: "issuer of software statements"
    )

    /// Returns the issuer of the entry that a key belongs to; `nil` for other keys.
    static func issuer(_ key: String) -> String? { section.entry(of: key) }

    /// Reads the entries.
    static func issuers(_ names: Set<String>, _ reader: ConfigReader) throws(CommandError) -> [TrustedIssuer] {
        var issuers: [TrustedIssuer] = []
        for name in names.sorted() {
            issuers.append(TrustedIssuer(issuer: name, keys: try section.keys(of: name, reader)))
        }
        return issuers
    }
}
