package import Foundation
package import GatehouseWire

/// Validates ID tokens for a client (OpenID Connect Core §3.1.3.7).
package struct IDTokenValidator: Sendable {
    /// The values of the request that a token is checked against.
    package struct Expectation: Sendable {
        /// The nonce of the request; `nil` if none was sent.
        package var nonce: String?
        /// The maximum number of seconds since authentication, if the request had one.
        package var maxAge: Int?
        /// The access token that was issued with the ID token.
        package var accessToken: Secret?

        package init(nonce: String? = nil, maxAge: Int? = nil, accessToken: Secret? = nil) {
            self.nonce = nonce
            self.maxAge = maxAge
            self.accessToken = accessToken
        }
    }

    /// The algorithms that are accepted unless the client is registered for one of them.
    package static let supported: Set<SigningAlgorithm> = [.es256, .rs256, .ps256, .edDSA]

    package var issuer: String
    package var clientID: String
    package var algorithms: Set<SigningAlgorithm>

    package init(issuer: String, clientID: String, algorithms: Set<SigningAlgorithm> = Self.supported) {
        self.issuer = issuer
        self.clientID = clientID
        self.algorithms = algorithms
    }

    /// Validates an ID token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - verifier: The issuer's keys.
    ///   - expectation: The values of the request, and the access token.
    ///   - now: The current time, ideally corrected by the offset to the server's clock.
    ///   - leeway: The tolerated clock difference in seconds.
    /// - Returns: The claims of the token.
    /// - Throws: `IDTokenError` for the first failed check, in the order of the specification.
    package func validate(
        _ token: Secret,
        with verifier: JWSVerifier,
        expecting expectation: Expectation,
        now: Date,
        leeway: TimeInterval
    ) throws(IDTokenError) -> IDTokenClaims {
        let claims: IDTokenClaims
        do {
            claims = try verifier.verify(token, as: IDTokenClaims.self, kind: .idToken, algorithms: algorithms).claims
        } catch {
            throw .token(error)
        }
        try checkParties(claims)
        try checkTimes(claims, maxAge: expectation.maxAge, now: now, leeway: leeway)
        if let nonce = expectation.nonce {
            guard let received = claims.nonce, ConstantTime.equal(received, nonce) else { throw .wrongNonce }
        }
        if let accessToken = expectation.accessToken, let hash = claims.accessTokenHash {
            guard ConstantTime.equal(hash, SHA256Digest.tokenHash(accessToken)) else { throw .wrongAccessTokenHash }
        }
        return claims
    }

    private func checkParties(_ claims: IDTokenClaims) throws(IDTokenError) {
        guard claims.issuer == issuer else { throw .wrongIssuer }
        guard claims.audience.contains(clientID) else { throw .wrongAudience }
        guard claims.audience.values.count == 1 || claims.authorizedParty != nil else { throw .wrongAudience }
        guard claims.authorizedParty == nil || claims.authorizedParty == clientID else { throw .wrongAuthorizedParty }
    }

    private func checkTimes(
        _ claims: IDTokenClaims,
        maxAge: Int?,
        now: Date,
        leeway: TimeInterval
    ) throws(IDTokenError) {
        let sinceExpiry = now.timeIntervalSince(claims.expiresAt.date)
        guard sinceExpiry < leeway else { throw .clockSkew(seconds: Self.seconds(sinceExpiry.rounded(.up))) }
        let sinceIssue = now.timeIntervalSince(claims.issuedAt.date)
        guard sinceIssue >= -leeway else { throw .clockSkew(seconds: Self.seconds(sinceIssue.rounded(.down))) }
        if let maxAge {
            guard let authenticatedAt = claims.authenticatedAt,
                now.timeIntervalSince(authenticatedAt.date) <= TimeInterval(maxAge) + leeway
            else { throw .authenticationTooOld }
        }
    }

    /// Returns a whole number even for extreme times.
    private static func seconds(_ interval: TimeInterval) -> Int {
        Int(exactly: interval) ?? (interval < 0 ? .min : .max)
    }
}

/// The reason that an ID token is invalid.
package enum IDTokenError: Error, Sendable, Hashable {
    /// The format, type, algorithm or signature is invalid; with `unknownKey`, a newer key set may help.
    case token(JOSEError)
    /// The token is from another issuer.
    case wrongIssuer
    /// The token is for another client, or for several clients without an authorized party.
    case wrongAudience
    /// The token was issued to another client.
    case wrongAuthorizedParty
    /// The token does not belong to this request.
    case wrongNonce
    /// The token does not belong to the access token.
    case wrongAccessTokenHash
    /// The user authenticated longer ago than requested, or the token does not say when.
    case authenticationTooOld
    /// The token has expired (positive: this clock is ahead by at least that many seconds) or was issued in the future
    /// (negative: this clock is behind). For a new token, this clock is wrong.
    case clockSkew(seconds: Int)
}
