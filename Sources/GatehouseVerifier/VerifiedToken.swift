public import Foundation
public import GatehouseWire

/// The claims of a valid access token (RFC 9068 §2.2).
public struct VerifiedToken: Sendable {
    /// A party that acts for the subject of a token (RFC 8693 §4.1).
    public struct Actor: Sendable, Hashable {
        /// The identifier of the party.
        public let subject: String
        /// The issuer of the identifier; `nil` for the issuer of the token.
        public let issuer: String?
    }

    /// The values, in one object, because tokens are copied more often than created.
    private final class Storage: Sendable {
        let claims: TokenClaims

        init(_ claims: TokenClaims) {
            self.claims = claims
        }
    }

    private let storage: Storage

    init(_ claims: TokenClaims) {
        storage = Storage(claims)
    }

    /// The issuer.
    public var issuer: String { storage.claims.issuer }

    /// The user; the client itself if no user is involved.
    public var subject: String { storage.claims.subject }

    /// The client that the token was issued to.
    public var clientID: String? { storage.claims.clientID }

    /// A Boolean value that indicates whether the client acts for itself, and not for a user.
    public var isForClientItself: Bool { subject == clientID }

    /// The granted scopes.
    public var scopes: ScopeSet { storage.claims.scopes }

    /// The resources that the token is meant for.
    public var audience: [String] { storage.claims.audience }

    /// The time of expiry.
    public var expiresAt: Date { Date(timeIntervalSince1970: storage.claims.expiresAt) }

    /// The time of issue.
    public var issuedAt: Date? { storage.claims.issuedAt.map(Date.init(timeIntervalSince1970:)) }

    /// The identifier of the token.
    public var tokenID: String? { storage.claims.tokenID }

    /// The identifier of the session.
    public var sessionID: String? { storage.claims.sessionID }

    /// The time at which the user signed in.
    public var authenticatedAt: Date? { storage.claims.authenticatedAt.map(Date.init(timeIntervalSince1970:)) }

    /// The authentication context class: the strength of the sign-in.
    public var acr: ACR? { storage.claims.acr }

    /// The methods of the sign-in.
    public var amr: [AMR] { storage.claims.amr }

    /// The parties that act for the subject, the current one first; empty if it acts itself.
    public var actors: [Actor] { storage.claims.actors }

    /// The thumbprint of the key that the token is bound to (RFC 9449 §6.1).
    public var keyThumbprint: String? { storage.claims.confirmation?.keyThumbprint }

    /// The SHA-256 hash of the certificate that the token is bound to, in base64url (RFC 8705 §3.1).
    public var certificateThumbprint: String? { storage.claims.confirmation?.certificateThumbprint }

    /// All claims, as received.
    public var claims: [ClaimName: JSONValue] {
        storage.claims.members.reduce(into: [:]) { $0[ClaimName(rawValue: $1.key)] = $1.value }
    }

    /// The value of a claim.
    ///
    /// - Parameter name: The name of the claim.
    public subscript(name: ClaimName) -> JSONValue? { storage.claims.members[name.rawValue] }
}

/// The authentication that an operation requires (RFC 9470).
public struct RequiredAuthentication: Sendable, Hashable {
    /// The maximum time since the user signed in; `nil` for any.
    public var maxAge: Duration?
    /// The authentication context classes of which the sign-in must have one; empty for any.
    public var acrValues: [ACR]

    /// Creates a requirement.
    ///
    /// - Parameters:
    ///   - maxAge: The maximum time since the user signed in.
    ///   - acrValues: The authentication context classes of which the sign-in must have one.
    public init(maxAge: Duration? = nil, acrValues: [ACR] = []) {
        self.maxAge = maxAge
        self.acrValues = acrValues
    }

    /// Requires a sign-in within a time.
    ///
    /// - Parameter maxAge: The maximum time since the user signed in.
    /// - Returns: The requirement.
    public static func within(_ maxAge: Duration) -> Self { Self(maxAge: maxAge) }

    /// Returns whether a token meets the requirement.
    func isMet(by token: VerifiedToken, at now: Date, leeway: TimeInterval) -> Bool {
        if let maxAge {
            guard let authenticatedAt = token.authenticatedAt,
                now.timeIntervalSince(authenticatedAt) <= maxAge.timeInterval + leeway
            else { return false }
        }
        return acrValues.isEmpty || token.acr.map(acrValues.contains) ?? false
    }
}

extension Duration {
    var timeInterval: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
