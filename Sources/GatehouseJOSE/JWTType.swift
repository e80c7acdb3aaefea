import GatehouseWire

/// The type of a signed token, from its `typ` header (RFC 8725 §3.11).
package struct JWTType: ExtensibleValue {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// RFC 9068 §2.1.
    package static let accessToken = Self(rawValue: "at+jwt")
    /// The generic type (RFC 7519 §5.1).
    package static let jwt = Self(rawValue: "JWT")
    /// The generic type, because OpenID Connect Core §2 defines none.
    package static let idToken = jwt
    /// RFC 9449 §4.2.
    package static let dpopProof = Self(rawValue: "dpop+jwt")
    /// OpenID Connect Back-Channel Logout §2.4.
    package static let logoutToken = Self(rawValue: "logout+jwt")
    /// RFC 8417 §2.3.
    package static let securityEvent = Self(rawValue: "secevent+jwt")
    /// RFC 9101 §10.8.
    package static let authorizationRequest = Self(rawValue: "oauth-authz-req+jwt")
    /// The type of client assertions that the revision of RFC 7523 defines.
    package static let clientAuthentication = Self(rawValue: "client-authentication+jwt")

    /// Returns whether a `typ` header matches this type.
    ///
    /// Case is ignored and the prefix `application/` is optional (RFC 7515 §4.1.9).
    fileprivate func matches(_ type: String) -> Bool {
        let own = rawValue.lowercased()
        return type == own || type == "application/" + own
    }
}

/// The types of token that one use accepts (RFC 8725 §3.11).
///
/// A use that accepts the generic type or an absent one has to check claims that no other kind of token has.
package struct AcceptedTypes: Sendable, Hashable {
    private let types: [JWTType]
    private let acceptsAbsent: Bool

    package init(_ types: [JWTType], acceptsAbsent: Bool = false) {
        self.types = types
        self.acceptsAbsent = acceptsAbsent
    }

    /// Accepts one type; many servers omit `typ` in ID tokens.
    package init(_ type: JWTType) {
        self.init([type], acceptsAbsent: type == .idToken)
    }

    /// Access tokens of servers that do not implement RFC 9068.
    package static let anyAccessToken = Self([.accessToken, .jwt], acceptsAbsent: true)
    /// Request objects (RFC 9101 §10.8): the type is optional.
    package static let authorizationRequest = Self([.authorizationRequest, .jwt], acceptsAbsent: true)
    /// Client assertions (RFC 7523 §3): the type is optional.
    package static let clientAuthentication = Self([.clientAuthentication, .jwt], acceptsAbsent: true)

    /// Returns whether a `typ` header is accepted.
    func contain(_ type: String?) -> Bool {
        guard let type = type?.lowercased() else { return acceptsAbsent }
        return types.contains { $0.matches(type) }
    }
}
