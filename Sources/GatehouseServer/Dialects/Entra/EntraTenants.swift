import Crypto
import Foundation
package import GatehouseWire

/// The names under which Entra's clients find the server's one directory of people.
package struct EntraTenants: Sendable {
    /// The directory as a UUID.
    package let id: String
    private let names: Set<String>

    /// What a tenant's name ends in when it is written as a domain.
    private static let domain = ".onmicrosoft.com"

    init(names: [String], issuer: String) {
        id = Self.id(ofIssuer: issuer)
        let names = names.map { $0.lowercased() }
        self.names = Set(names + names.map { $0 + Self.domain } + [id])
    }

    /// It follows from the issuer, so that every node says the same.
    static func id(ofIssuer issuer: String) -> String {
        UUID(bytes: SHA256.hash(data: Data("\(issuer) tenant".utf8)), version: 8).text
    }

    /// The name of a tenant as the server spells it.
    ///
    /// Capitals are as good as small letters.
    ///
    /// - Throws: For a name that is no tenant's, with the code that is asked for.
    package func resolve(_ segment: String?, as code: OAuthErrorCode = .invalidRequest) throws(EntraError) -> String {
        let name = Self.normalized(segment)
        guard names.contains(name) else {
            throw EntraError(code, EntraErrorNumber.invalidTenant, text: "There is no tenant of this name here.")
        }
        return name
    }

    /// Returns whether a segment of a path names a tenant.
    package func contains(_ segment: String) -> Bool { names.contains(Self.normalized(segment)) }

    /// Returns a segment in the server's spelling; the empty string for one that is longer than any name.
    private static func normalized(_ segment: String?) -> String {
        guard let segment, segment.utf8.count <= lengthLimit else { return "" }
        return (segment.removingPercentEncoding ?? "").lowercased()
    }

    /// The longest segment: a name of 63 bytes with the domain, each byte percent-encoded.
    private static let lengthLimit = 256
}
