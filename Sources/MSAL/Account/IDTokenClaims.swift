import Foundation
import GatehouseWire

/// What an ID token says; the core has checked it.
struct IDTokenClaims: Sendable {
    let members: [String: JSONValue]

    init(of token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        let body = parts.count > 1 ? Base64URL.decode(parts[1]) : nil
        members = body.flatMap { try? WireJSON.decode([String: JSONValue].self, from: $0) } ?? [:]
    }

    var username: String? { self[.preferredUsername] ?? self[.email] ?? self[.subject] }
    var objectID: String? { self[.objectID] ?? self[.subject] }
    var tenantID: String? { self[.tenantID] }

    private subscript(name: ClaimName) -> String? { members[name.rawValue]?.string }
}
