import Foundation
package import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// Reads ID tokens that come back as hints (OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2).
///
/// A hint only has to be signed by this server; that it has expired does not matter.
package struct IDTokenHints: Sendable {
    let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    /// The account that a hint is about.
    ///
    /// - Throws: `invalid_request` when it is not an ID token of this server.
    package func account(of hint: String?) async throws(OAuthError) -> Account.ID? {
        try await claims(of: hint).map { Account.ID($0.subject) }
    }

    /// What a hint says.
    package func claims(of hint: String?) async throws(OAuthError) -> IDTokenClaims? {
        guard let hint else { return nil }
        let verifier = try await core.verifier()
        do {
            let claims = try verifier.verify(Secret(hint), as: IDTokenClaims.self, kind: .idToken).claims
            guard claims.issuer == core.settings.issuer else { throw JOSEError.wrongIssuer }
            return claims
        } catch {
            throw OAuthError(.invalidRequest, "The ID token hint is not an ID token of this server.")
        }
    }
}
