public import Foundation
public import GatehouseWire

/// An account at the issuer, as of the last sign-in.
public struct Account: Sendable, Hashable, Codable, Identifiable {
    /// The user's identifier at the issuer (`sub`), which never changes and is never reassigned.
    public let id: String
    /// The user's name, if the granted scopes include it.
    public var name: String?
    /// The user's email address, if the granted scopes include it.
    public var email: String?

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: The user's identifier at the issuer.
    ///   - name: The user's name.
    ///   - email: The user's email address.
    public init(id: String, name: String? = nil, email: String? = nil) {
        self.id = id
        self.name = name
        self.email = email
    }
}

/// The user's claims, as returned by the server.
public struct User: Sendable, Hashable, Identifiable {
    /// The user's identifier at the issuer, which never changes and is never reassigned.
    public let id: String
    /// The claims other than the identifier.
    public let claims: StandardClaims

    /// The user's full name, if the server returned it.
    public var name: String? { claims.name }
    /// The user's email address, if the server returned it.
    public var email: String? { claims.email }
    /// A Boolean value that indicates whether the email address is verified; `nil` if the server did not return it.
    public var isEmailVerified: Bool? { claims.emailVerified }

    init(id: String, claims: StandardClaims) {
        self.id = id
        self.claims = claims
    }
}

/// An access token for calls to the app's own services.
public struct AccessToken: Sendable, Hashable {
    let secret: Secret
    /// The expiration time, by the server's clock.
    public let expiresAt: Date
    /// The granted scopes.
    public let scopes: ScopeSet
    /// The key that the token is bound to; `nil` for a bearer token.
    let key: ProofKey?

    init(_ secret: Secret, expiresAt: Date, scopes: ScopeSet, key: ProofKey? = nil) {
        self.secret = secret
        self.expiresAt = expiresAt
        self.scopes = scopes
        self.key = key
    }

    /// The token as a string.
    public var value: String { secret.reveal() }

    /// A Boolean value that indicates whether the token is bound to a key of the session (RFC 9449).
    ///
    /// A service that supports DPoP rejects a bound token without a proof: send the fields of
    /// ``Session/authorizationFields(for:with:)``, or use ``AuthorizedTransport``.
    public var isBound: Bool { key != nil }

    /// The value of an `Authorization` header field that carries the token as a bearer token (RFC 6750 §2.1).
    ///
    /// Services that do not support DPoP accept a bound token like this (RFC 9449 §7.2), others reject it: see
    /// ``isBound``.
    public var authorizationHeader: String { AuthorizationHeader.bearer(secret).encoded }
}

// MARK: - Printing

extension Account: CustomStringConvertible, CustomReflectable {
    /// The identifier, without name and address.
    public var description: String { "Account(\(id))" }

    /// The mirror for `dump(_:)`, with the same values as ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

extension User: CustomStringConvertible, CustomReflectable {
    /// The identifier, without claims.
    public var description: String { "User(\(id))" }

    /// The mirror for `dump(_:)`, with the same values as ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
    /// The scopes and the expiration, without the token.
    public var description: String { "AccessToken(\(scopes), expires \(expiresAt))" }

    /// The mirror for `dump(_:)`, with the same values as ``description``.
    public var customMirror: Mirror { Mirror(self, children: ["scopes": scopes, "expiresAt": expiresAt]) }
}
