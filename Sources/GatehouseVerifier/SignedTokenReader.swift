import GatehouseJOSE
import GatehouseWire

/// Reads the claims of signed tokens.
struct SignedTokenReader: Sendable {
    /// The reason that a token is not accepted.
    enum Rejection: Error {
        case unknownKey
        case invalid(String)
    }

    let configuration: VerifierConfiguration
    let issuer: String
    let audience: String

    /// The claims that only ID tokens and logout tokens have (OpenID Connect Core §3.1.3.6, Back-Channel Logout §2.4).
    private static let foreignClaims: [ClaimName] = [.accessTokenHash, .codeHash, .events]

    /// Returns the claims of a token with a valid signature.
    func read(_ token: String, with verifier: JWSVerifier) -> Result<TokenClaims, Rejection> {
        let acceptsGeneric = configuration.acceptsGenericType
        do throws(JOSEError) {
            let verified = try verifier.verify(
                Secret(token),
                as: [String: JSONValue].self,
                accepting: acceptsGeneric ? .anyAccessToken : AcceptedTypes(.accessToken),
                algorithms: configuration.algorithms
            )
            if let name = Self.foreignClaims.first(where: { verified.claims[$0.rawValue] != nil }) {
                return .failure(.invalid("It has the claim \(name), so it is not an access token."))
            }
            return claims(verified.claims, profile: acceptsGeneric ? .generic : .accessToken)
        } catch {
            return .failure(error == .unknownKey ? .unknownKey : .invalid("\(error)"))
        }
    }

    private func claims(
        _ members: [String: JSONValue],
        profile: TokenClaims.Profile
    ) -> Result<TokenClaims, Rejection> {
        do {
            return .success(try TokenClaims(members, profile: profile, assuming: (issuer, audience, 0)))
        } catch {
            return .failure(.invalid("The claim \(error.name) is missing or invalid."))
        }
    }
}
