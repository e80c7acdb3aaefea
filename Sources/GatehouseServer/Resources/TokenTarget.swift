import Foundation
import GatehouseStore
import GatehouseWire

/// The audience that a token request names.
enum RequestedTarget: Sendable, Equatable {
    /// The issuer, in protocols without resources.
    case issuer
    /// The values of `resource` (RFC 8707 §2); empty for the default.
    case resources([String])
}

/// The audience of an access token, with its rules: one resource, or the issuer (RFC 8707 §2, RFC 9068 §3).
enum TokenTarget: Sendable, Equatable {
    /// The userinfo endpoint, the account API and APIs that are not registered.
    case issuer
    case resource(Resource)

    /// Returns the `aud` claim of the token.
    func audience(issuer: String) -> Audience {
        switch self {
        case .issuer: Audience([issuer])
        case .resource(let resource): Audience([resource.id.rawValue])
        }
    }

    /// The lifetime of the token in seconds; `nil` for the server's.
    var lifetime: TimeInterval? {
        if case .resource(let resource) = self { resource.tokenLifetime } else { nil }
    }

    /// Whether the token is opaque, for introspection (RFC 7662).
    var isOpaque: Bool {
        if case .resource(let resource) = self { resource.tokenFormat == .opaque } else { false }
    }

    /// The algorithm of a signed token.
    var algorithm: SigningAlgorithm {
        if case .resource(let resource) = self { resource.algorithm } else { .es256 }
    }

    /// Whether the token must be bound to a key of its client (RFC 9449).
    var requiresDPoP: Bool {
        if case .resource(let resource) = self { resource.requiresDPoP } else { false }
    }
}
