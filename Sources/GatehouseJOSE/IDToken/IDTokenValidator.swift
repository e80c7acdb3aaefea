package import Foundation
package import GatehouseWire

/// The checks a client makes before it believes an ID token (OpenID Connect Core §3.1.3.7).
package struct IDTokenValidator: Sendable {
    /// What a token is checked against beyond issuer and client.
    package struct Expectation: Sendable {
        /// The nonce of the request; `nil` when none was sent.
        package var nonce: String?
        /// The most seconds since the person signed in, when the request said so.
        package var maxAge: Int?
        /// The access token that came with the ID token.
        package var accessToken: Secret?

        package init(nonce: String? = nil, maxAge: Int? = nil, accessToken: Secret? = nil) {
            self.nonce = nonce
            self.maxAge = maxAge
            self.accessToken = accessToken
        }
    }

    package var issuer: String
    package var clientID: String
    package var algorithms: Set<SigningAlgorithm>

    package init(issuer: String, clientID: String, algorithms: Set<SigningAlgorithm> = [.es256, .rs256]) {
        self.issuer = issuer
        self.clientID = clientID
        self.algorithms = algorithms
    }

    /// Checks an ID token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - verifier: The issuer's keys.
    ///   - expectation: What the request asked for and what came with the token.
    ///   - now: The time it is, best corrected by the offset that the server's answers show.
    ///   - leeway: Seconds that the two clocks may differ by.
    /// - Returns: What the token says.
    /// - Throws: `IDTokenError`, the first check that fails in the order of the specification.
    package func validate(
        _ token: Secret,
        with verifier: TokenVerifier,
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

    /// A whole number even where the token names a time beyond all reason.
    private static func seconds(_ interval: TimeInterval) -> Int {
        Int(exactly: interval) ?? (interval < 0 ? .min : .max)
    }
}
