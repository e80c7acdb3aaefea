import Foundation
import JWTKit

/// The claims of an access token (RFC 9068 §2.2).
struct AccessToken: JWTPayload {
    var iss: IssuerClaim
    var aud: AudienceClaim
    var exp: ExpirationClaim
    var sub: SubjectClaim
    var scope: String?

    /// Returns whether the token was issued with a scope.
    func allows(_ required: String) -> Bool {
        (scope ?? "").split(separator: " ").contains { $0 == required }
    }

    func verify(using algorithm: some JWTAlgorithm) throws {
        try exp.verifyNotExpired()
    }
}

/// The key set of the server, as published.
private struct Discovery: Decodable {
    var issuer: String
    var jwksUri: URL
}

/// Validates access tokens with the public keys of the server (RFC 9068 §4).
///
/// A token is valid until it expires, even if its session has ended since; only the server's introspection endpoint
/// (RFC 7662) reports that.
actor TokenValidator {
    /// A reason to reject a token.
    struct InvalidToken: Error {}

    private let issuer: URL
    private var keys = JWTKeyCollection()
    private var knownKeys: Set<String> = []
    /// The time of the last request for the keys: forged tokens must not cause one request each.
    private var lastLoad: ContinuousClock.Instant?

    init(issuer: URL) {
        self.issuer = issuer
    }

    /// Returns the claims of a valid token.
    ///
    /// - Parameter token: The token, as sent by the client.
    /// - Returns: The claims.
    /// - Throws: ``InvalidToken``, or the error of the network if the keys cannot be loaded.
    func validate(_ token: String) async throws -> AccessToken {
        guard let header = try? DefaultJWTParser().parse(Array(token.utf8), as: AccessToken.self).header,
            // Neither an ID token nor another kind of JWT is an access token.
            header.typ?.lowercased() == "at+jwt", header.alg == "ES256", let key = header.kid
        else { throw InvalidToken() }
        if !knownKeys.contains(key) { try await loadKeys() }
        guard knownKeys.contains(key), let claims = try? await keys.verify(token, as: AccessToken.self),
            // The audience of an access token is the issuer.
            claims.iss.value == issuer.absoluteString, claims.aud.value.contains(issuer.absoluteString)
        else { throw InvalidToken() }
        return claims
    }

    private func loadKeys() async throws {
        let now = ContinuousClock.now
        if let lastLoad, lastLoad.duration(to: now) < .seconds(10) { return }
        lastLoad = now
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let address = issuer.appending(path: ".well-known/openid-configuration")
        let discovery = try decoder.decode(Discovery.self, from: try await load(address))
        guard discovery.issuer == issuer.absoluteString else { throw InvalidToken() }
        let set = try JSONDecoder().decode(JWKS.self, from: try await load(discovery.jwksUri))
        let loaded = JWTKeyCollection()
        for jwk in set.keys where jwk.keyType == .ecdsa { try await loaded.add(jwk: jwk) }
        (keys, knownKeys) = (loaded, Set(set.keys.compactMap { $0.keyIdentifier?.string }))
    }
}
