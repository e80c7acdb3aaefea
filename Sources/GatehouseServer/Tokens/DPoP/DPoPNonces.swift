package import Foundation
import GatehouseJOSE

/// The nonces of DPoP proofs (RFC 9449 §8, §9), which every node derives from the key file and the time.
///
/// A nonce is the same for all clients.
package struct DPoPNonces: Sendable {
    /// The part of the server that a proof is for; each has nonces of its own (RFC 9449 §8.2).
    package enum Party: String, Sendable {
        case authorizationServer = "authorization server"
        case resourceServer = "resource server"
    }

    let masterKey: MasterKey

    /// Returns the current nonce.
    package func current(of party: Party, at now: Date) -> String {
        nonces(of: party).current(at: now)
    }

    /// Checks that a proof has a recent nonce.
    ///
    /// - Parameters:
    ///   - nonce: The nonce of the proof.
    ///   - party: The part of the server that the proof is for.
    ///   - now: The current time.
    /// - Throws: `missingNonce` or `expiredNonce`.
    func check(_ nonce: String?, of party: Party, at now: Date) throws(DPoPError) {
        try nonces(of: party).check(nonce, at: now)
    }

    private func nonces(of party: Party) -> RotatingNonces {
        RotatingNonces { [masterKey] interval in
            masterKey.fingerprint(.dpopNonces, party.rawValue, String(interval))
        }
    }
}
