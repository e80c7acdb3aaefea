import Foundation
import GatehouseJOSE
import GatehouseStore
import GatehouseWire

/// The claims of a token from a trusted issuer that are checked for every purpose.
protocol TrustedTokenClaims: Decodable, Sendable {
    var issuer: String { get }
    /// The time at which the token expires; `nil` if it does not.
    var expiration: UnixTime? { get }
    var notBefore: UnixTime? { get }
    var issuedAt: UnixTime? { get }
}

extension WorkloadClaims: TrustedTokenClaims {
    var expiration: UnixTime? { expiresAt }
}

extension SoftwareStatement: TrustedTokenClaims {
    var expiration: UnixTime? { expiresAt }
}

/// A token of a trusted issuer that is not valid.
struct InvalidTrustedToken: Error, Equatable {
    /// The reason, which ends a sentence: “The token is invalid: …”.
    let reason: String
}

/// Verifies the tokens of trusted issuers: signature, issuer and times.
struct TrustedTokenVerifier: Sendable {
    /// The accepted algorithms.
    static let algorithms: [SigningAlgorithm] = [.es256, .rs256, .ps256, .edDSA]

    let signatures: PublishedKeyVerifier
    let environment: ServerEnvironment

    /// Returns the unverified parts of a token, which tell its issuer; `nil` if it is too long or not a signed JWT.
    static func read(_ token: String) -> UnverifiedJWT? {
        token.utf8.count <= JWSVerifier.limit ? UnverifiedJWT(token) : nil
    }

    /// Verifies a token with the keys of the issuer that it claims to be from.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - source: The issuer.
    ///   - claims: The claims to decode.
    ///   - maximumLifetime: The maximum number of seconds from now until the expiration; `nil` without a limit.
    /// - Returns: The claims, or the reason why the token is invalid.
    /// - Throws: `temporarily_unavailable` if the keys of the issuer are not available.
    func verify<Claims: TrustedTokenClaims>(
        _ token: Secret,
        from source: TrustedIssuer,
        as claims: Claims.Type,
        maximumLifetime: TimeInterval? = nil
    ) async throws(OAuthError) -> Result<Claims, InvalidTrustedToken> {
        let result = try await signatures.verify(
            token,
            with: source.keys,
            ofTrustedParty: true,
            as: Claims.self,
            accepting: AcceptedTypes([.jwt], acceptsAbsent: true),
            algorithms: Self.algorithms
        )
        switch result {
        case .failure(let error): return .failure(Self.invalid(error))
        case .success(let claims):
            // The verified value of a repeated claim may differ from the one by which the keys were found.
            guard claims.issuer.utf8.elementsEqual(source.issuer.utf8) else {
                return .failure(InvalidTrustedToken(reason: "it repeats a claim."))
            }
            let period = AssertionPeriod(
                expiresAt: claims.expiration,
                notBefore: claims.notBefore,
                issuedAt: claims.issuedAt
            )
            guard let violation = period.violation(at: environment.now, maximumLifetime: maximumLifetime) else {
                return .success(claims)
            }
            return .failure(InvalidTrustedToken(reason: "\(violation)."))
        }
    }

    private static func invalid(_ error: JOSEError) -> InvalidTrustedToken {
        switch error {
        case .algorithmNotAllowed:
            let names = algorithms.map(\.rawValue).joined(separator: ", ")
            return InvalidTrustedToken(reason: "its algorithm must be among \(names).")
        case .invalidClaims(let text): return InvalidTrustedToken(reason: text)
        case .wrongType: return InvalidTrustedToken(reason: "its typ must be JWT or absent.")
        default: return InvalidTrustedToken(reason: "its signature does not match a key of the issuer.")
        }
    }
}
