import Foundation
package import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// Reads ID tokens used as hints (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2).
///
/// A hint must be signed by this server but may have expired. A hint that cannot be verified, because its key was
/// retired or another server signed it, is ignored.
package struct IDTokenHintReader: Sendable {
    let issuer: String
    let keys: KeyLookup

    /// Returns the account of a hint, or `nil` without a verifiable hint.
    package func account(of hint: String?) async throws(OAuthError) -> Account.ID? {
        try await claims(of: hint).map { Account.ID($0.subject) }
    }

    /// Returns the claims of a hint, or `nil` without a verifiable hint.
    package func claims(of hint: String?) async throws(OAuthError) -> IDTokenClaims? {
        guard let hint else { return nil }
        let verifier = try await keys.verificationKeys().verifier
        do {
            let claims = try verifier.verify(Secret(hint), as: IDTokenClaims.self, kind: .idToken).claims
            guard claims.issuer == issuer else { throw JOSEError.wrongIssuer }
            return claims
        } catch {
            return nil
        }
    }
}
