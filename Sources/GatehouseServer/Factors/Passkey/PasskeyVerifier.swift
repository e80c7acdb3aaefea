import Foundation
import GatehouseStore
import GatehouseWebAuthn
import GatehouseWire

/// Verifies the assertions of stored passkeys.
struct PasskeyVerifier: Sendable {
    /// A verified assertion.
    struct Proof: Sendable {
        /// The credential with the new counter, to commit with the proof.
        let credential: Credential
        let factors: [ProvenFactor]
    }

    let site: PasskeySite

    /// Verifies an assertion.
    ///
    /// - Throws: ``ServiceFailure/internalError`` if the stored state is malformed.
    func verify(
        _ assertion: PasskeyAssertion,
        of credential: Credential,
        challenge: Data,
        requiresUserVerification: Bool,
        _ context: FactorContext
    ) throws(ServiceFailure) -> Result<Proof, WebAuthnError> {
        var state = try credential.decodedState(as: PasskeyState.self)
        let verified: VerifiedAssertion
        do throws(WebAuthnError) {
            verified = try site.relyingParty(for: context.client).verifyAssertion(
                assertion,
                challenge: challenge,
                of: state.stored(for: credential.accountID),
                requiresUserVerification: requiresUserVerification
            )
        } catch {
            return .failure(error)
        }
        state.signCount = verified.signCount
        state.isBackedUp = verified.isBackedUp
        return .success(
            Proof(
                credential: try credential.used(at: context.now, state: state),
                factors: state.proven(isUserVerified: verified.isUserVerified, at: context.now)
            )
        )
    }
}
