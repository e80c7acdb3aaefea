import Foundation
import GatehouseJOSE
import GatehouseWire

/// Validates the tokens for an API, regardless of the operation (RFC 9068 §4).
final class TokenValidator: Sendable {
    private let issuer: String
    private let audience: String
    private let configuration: VerifierConfiguration
    private let directory: IssuerDirectory
    private let introspector: Introspector?
    private let challenges: ChallengeBuilder
    /// The clock difference in seconds.
    private let leeway: TimeInterval
    private let remembered: TokenCache<VerifiedToken>
    /// The tokens that the issuer has reported as inactive.
    private let inactive: TokenCache<Bool>

    /// Creates a validator; the settings are checked already.
    init(
        issuer: String,
        audience: String,
        configuration: VerifierConfiguration,
        transport: any VerifierTransport,
        uptime: @escaping @Sendable () -> Duration,
        challenges: ChallengeBuilder
    ) {
        self.issuer = issuer
        self.audience = audience
        self.configuration = configuration
        self.challenges = challenges
        leeway = configuration.clockSkew.timeInterval
        let remembered = TokenCache<VerifiedToken>(capacity: configuration.rememberedTokens)
        self.remembered = remembered
        inactive = TokenCache<Bool>(capacity: configuration.rememberedTokens)
        let directory = IssuerDirectory(
            issuer: issuer,
            configuration: configuration,
            transport: transport,
            uptime: uptime,
            keysRemoved: { remembered.removeAll() }
        )
        self.directory = directory
        introspector = configuration.introspection.map { settings in
            Introspector(settings, transport: transport) { () throws(FetchError) in
                try await directory.introspectionEndpoint()
            }
        }
    }

    /// Fetches the keys of the issuer.
    func prepare() async throws(TokenError) {
        do throws(FetchError) {
            _ = try await directory.currentKeys()
        } catch {
            throw challenges.unavailable(for: ChallengeBuilder.Operation(), error.detail)
        }
    }

    /// Returns the claims of a valid token, from memory if it was verified before.
    func validate(
        _ token: String,
        for operation: ChallengeBuilder.Operation,
        at now: Date
    ) async throws(TokenError) -> VerifiedToken {
        if let known = remembered.value(for: token, at: now.timeIntervalSince1970) { return known }
        guard token.utf8.count <= JWSVerifier.limit else {
            throw challenges.invalidToken(for: operation, "It is too long.")
        }
        guard (try? AuthorizationHeader("Bearer " + token)) != nil else {
            throw challenges.error(.invalidRequest, "The access token is missing or malformed.", for: operation)
        }
        let epoch = remembered.epoch
        let (claims, expiresAt): (TokenClaims, TimeInterval)
        if let introspector, configuration.introspection?.tokens == .all || UnverifiedJWT(token) == nil {
            (claims, expiresAt) = try await introspected(token, by: introspector, for: operation, at: now)
        } else {
            claims = try await signed(token, for: operation)
            expiresAt = claims.expiresAt + leeway
        }
        try check(claims, for: operation, at: now)
        let verified = VerifiedToken(claims)
        remembered.insert(verified, for: token, until: expiresAt, epoch: epoch)
        return verified
    }

    /// Returns the claims of a token with a valid signature, fetching new keys if its key is unknown.
    private func signed(
        _ token: String,
        for operation: ChallengeBuilder.Operation
    ) async throws(TokenError) -> TokenClaims {
        let reader = SignedTokenReader(configuration: configuration, issuer: issuer, audience: audience)
        var outcome: Result<TokenClaims, SignedTokenReader.Rejection>
        do throws(FetchError) {
            let keys = try await directory.currentKeys()
            outcome = reader.read(token, with: keys.value.verifier)
            if case .failure(.unknownKey) = outcome, let newer = try await directory.keys(newerThan: keys) {
                outcome = reader.read(token, with: newer.value.verifier)
            }
        } catch {
            throw challenges.unavailable(for: operation, error.detail)
        }
        switch outcome {
        case .success(let claims): return claims
        case .failure(.invalid(let detail)): throw challenges.invalidToken(for: operation, detail)
        case .failure(.unknownKey): throw challenges.invalidToken(for: operation, "The issuer has no such key.")
        }
    }

    /// Returns the claims of an active token, and the time until which the response is used.
    private func introspected(
        _ token: String,
        by introspector: Introspector,
        for operation: ChallengeBuilder.Operation,
        at now: Date
    ) async throws(TokenError) -> (TokenClaims, TimeInterval) {
        let time = now.timeIntervalSince1970
        let isInactive = "The issuer reports the token as inactive."
        if inactive.value(for: token, at: time) != nil { throw challenges.invalidToken(for: operation, isInactive) }
        let members: [String: JSONValue]?
        do {
            members = try await introspector.introspect(token)
        } catch {
            throw challenges.unavailable(for: operation, error.detail)
        }
        let end = time + (configuration.introspection?.cacheLifetime.timeInterval ?? 0)
        guard let members else {
            inactive.insert(true, for: token, until: end, epoch: 0)
            throw challenges.invalidToken(for: operation, isInactive)
        }
        do {
            let claims = try TokenClaims(members, profile: .introspection, assuming: (issuer, audience, end))
            return (claims, min(end, claims.expiresAt))
        } catch {
            throw challenges.unavailable(for: operation, "The introspection response has an invalid \(error.name).")
        }
    }

    /// Checks the claims that decide about the token itself (RFC 9068 §4).
    private func check(
        _ claims: TokenClaims,
        for operation: ChallengeBuilder.Operation,
        at now: Date
    ) throws(TokenError) {
        let time = now.timeIntervalSince1970
        guard claims.issuer == issuer else {
            throw challenges.invalidToken(for: operation, "Its issuer is another one.")
        }
        guard claims.audience.contains(audience) else {
            throw challenges.invalidToken(for: operation, "It is meant for another resource.")
        }
        guard time < claims.expiresAt + leeway else { throw challenges.invalidToken(for: operation, "It has expired.") }
        guard max(claims.notBefore ?? 0, claims.issuedAt ?? 0) <= time + leeway else {
            throw challenges.invalidToken(for: operation, "It is not valid yet.")
        }
    }
}
