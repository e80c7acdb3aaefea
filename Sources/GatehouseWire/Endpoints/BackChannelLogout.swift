/// The logout request that the server posts to a client's `backchannel_logout_uri` (OpenID Connect Back-Channel Logout
/// §2.5).
package struct BackChannelLogoutRequest: WireRequest, Hashable {
    /// The logout token, a signed JWT with ``LogoutTokenClaims``.
    package var logoutToken: Secret

    package init(logoutToken: Secret) {
        self.logoutToken = logoutToken
    }

    package init(parameters: Parameters) throws(OAuthError) {
        logoutToken = Secret(try parameters.required(.logoutToken))
    }

    package var parameters: Parameters { Parameters([.logoutToken: logoutToken.reveal()]) }
}

/// The claims of a logout token (OpenID Connect Back-Channel Logout §2.4).
package struct LogoutTokenClaims: Sendable, Hashable {
    package var issuer: String
    package var audience: Audience
    package var issuedAt: UnixTime
    package var expiresAt: UnixTime
    package var tokenID: String
    /// The user whose sessions have ended; `nil` for the session alone.
    package var subject: String?
    /// The session that has ended; `nil` for all of the user.
    package var sessionID: String?

    /// Creates the claims of a logout token; one of `subject` and `sessionID` is required.
    package init(
        issuer: String,
        audience: Audience,
        issuedAt: UnixTime,
        expiresAt: UnixTime,
        tokenID: String,
        subject: String? = nil,
        sessionID: String? = nil
    ) {
        precondition(subject != nil || sessionID != nil, "A logout token names a user or a session.")
        self.issuer = issuer
        self.audience = audience
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.tokenID = tokenID
        self.subject = subject
        self.sessionID = sessionID
    }
}

extension LogoutTokenClaims: Codable {
    /// The event that makes a token a logout token.
    private static let event = ClaimName(rawValue: "http://schemas.openid.net/event/backchannel-logout")

    /// The value of the event, an object whose members are not defined.
    private typealias Event = [String: JSONValue]

    /// Decodes the claims.
    ///
    /// - Throws: `DecodingError` without the event, without `sub` and `sid`, and with a `nonce`, which tells ID tokens
    ///   and logout tokens apart (Back-Channel Logout §2.6).
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: ClaimName.self)
        issuer = try container.decode(String.self, forKey: .issuer)
        audience = try container.decode(Audience.self, forKey: .audience)
        issuedAt = try container.decode(UnixTime.self, forKey: .issuedAt)
        expiresAt = try container.decode(UnixTime.self, forKey: .expiresAt)
        tokenID = try container.decode(String.self, forKey: .tokenID)
        subject = try container.decodeIfPresent(String.self, forKey: .subject)
        sessionID = try container.decodeIfPresent(String.self, forKey: .sessionID)
        let events = try container.nestedContainer(keyedBy: ClaimName.self, forKey: .events)
        _ = try events.decode(Event.self, forKey: Self.event)
        guard subject != nil || sessionID != nil else {
            throw DecodingError.dataCorruptedError(
                forKey: .subject,
                in: container,
                debugDescription: "A logout token names a user or a session."
            )
        }
        guard !container.contains(.nonce) else {
            throw DecodingError.dataCorruptedError(
                forKey: .nonce,
                in: container,
                debugDescription: "A logout token has no nonce."
            )
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ClaimName.self)
        try container.encode(issuer, forKey: .issuer)
        try container.encode(audience, forKey: .audience)
        try container.encode(issuedAt, forKey: .issuedAt)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(tokenID, forKey: .tokenID)
        try container.encodeIfPresent(subject, forKey: .subject)
        try container.encodeIfPresent(sessionID, forKey: .sessionID)
        var events = container.nestedContainer(keyedBy: ClaimName.self, forKey: .events)
        try events.encode(Event(), forKey: Self.event)
    }
}
