import Crypto
import Foundation
import GatehouseConcurrency
import GatehouseJOSE
import GatehouseWire

/// Verifies DPoP proofs of requests, each of which is accepted once (RFC 9449 §4.3).
final class ProofVerifier: Sendable {
    /// The reason that a proof is rejected.
    enum Rejection: Error {
        case invalid(String)
        /// The proof has no recent nonce; the value is the current one.
        case nonceRequired(String, current: String)
        /// The proof cannot be remembered, so that a replay would remain unnoticed.
        case memoryFull
    }

    private let rules: VerifierConfiguration.DPoP
    private let window: DPoPProof.Window
    private let nonces: RotatingNonces?
    private let used: Mutex<UsedProofs>

    /// Creates a verifier without used proofs.
    init(_ rules: VerifierConfiguration.DPoP, nonces: RotatingNonces?) {
        self.rules = rules
        window = DPoPProof.Window(past: rules.maximumAge.timeInterval, future: rules.clockSkew.timeInterval)
        self.nonces = nonces
        used = Mutex(UsedProofs(window: window, capacity: rules.rememberedProofs))
    }

    /// Returns the nonce for the next proof; `nil` if none is required.
    func currentNonce(at now: Date) -> String? { nonces?.current(at: now) }

    /// Verifies a proof.
    ///
    /// - Parameters:
    ///   - proof: The value of the field `DPoP`.
    ///   - request: The request, with its access token.
    ///   - thumbprint: The thumbprint of the key that the access token is bound to.
    ///   - now: The current time.
    /// - Throws: `Rejection`.
    func verify(
        _ proof: String,
        for request: DPoPProof.Request,
        by thumbprint: String,
        at now: Date
    ) throws(Rejection) {
        let verified: DPoPProof
        do throws(DPoPError) {
            verified = try DPoPProof(
                verifying: proof,
                for: request,
                algorithms: rules.algorithms,
                window: window,
                now: now
            )
        } catch {
            throw .invalid(error.message)
        }
        guard ConstantTime.equal(verified.thumbprint, thumbprint) else {
            throw .invalid("The access token is bound to another key than that of the DPoP proof.")
        }
        if let nonces {
            do throws(DPoPError) { try nonces.check(verified.nonce, at: now) } catch {
                throw .nonceRequired(error.message, current: nonces.current(at: now))
            }
        }
        let key = UsedProofs.Key(verified, for: request)
        switch used.withLock({ $0.insert(key, at: now) }) {
        case .inserted: break
        case .alreadyUsed: throw .invalid(DPoPError.alreadyUsed.message)
        case .full: throw .memoryFull
        }
    }
}

extension RotatingNonces {
    /// Creates nonces that are derived from a key of at least 32 bytes; `nil` for a shorter one.
    init?(key: some Collection<UInt8>) {
        guard key.count >= 32 else { return nil }
        let key = SymmetricKey(data: Data(key))
        self.init { interval in
            let code = HMAC<SHA256>.authenticationCode(for: Data("DPoP nonce \(interval)".utf8), using: key)
            return Base64URL.encode(Data(code).prefix(16))
        }
    }
}
