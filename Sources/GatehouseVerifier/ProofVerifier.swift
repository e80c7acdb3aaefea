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
    private let nonces: ProofNonces?
    private let used: UsedProofs

    /// Creates a verifier without used proofs.
    init(_ rules: VerifierConfiguration.DPoP, nonces: ProofNonces?) {
        self.rules = rules
        window = DPoPProof.Window(past: rules.maximumAge.timeInterval, future: rules.clockSkew.timeInterval)
        self.nonces = nonces
        // The time of creation has whole seconds.
        used = UsedProofs(window: window.past + window.future + 1, capacity: rules.rememberedProofs)
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
        if let nonces, !(verified.nonce.map { nonces.accept($0, at: now) } ?? false) {
            let message =
                verified.nonce == nil
                ? "The DPoP proof must contain the nonce of this response."
                : "The nonce of the DPoP proof has expired. Use that of this response."
            throw .nonceRequired(message, current: nonces.current(at: now))
        }
        switch used.insert([verified.identifier, thumbprint, request.uri.description], at: now) {
        case true?: break
        case false?: throw .invalid("The DPoP proof was already used. Each request requires a new one.")
        case nil: throw .memoryFull
        }
    }
}

/// The nonces of DPoP proofs (RFC 9449 §9), derived from a key and the time.
///
/// A nonce is accepted for several intervals, so that concurrent requests need no new one each.
struct ProofNonces: Sendable {
    /// The number of seconds after which a new nonce is sent.
    private static let interval: TimeInterval = 60
    /// The number of earlier intervals whose nonces are accepted.
    private static let earlierIntervals: Int64 = 4

    private let key: SymmetricKey

    /// Creates nonces with a key of at least 32 bytes; `nil` for a shorter one.
    init?(key: some Collection<UInt8>) {
        guard key.count >= 32 else { return nil }
        self.key = SymmetricKey(data: Data(key))
    }

    /// Returns the current nonce.
    func current(at now: Date) -> String { nonce(Self.interval(at: now)) }

    /// Returns whether a nonce is recent; one interval ahead is allowed for the clock of another process.
    func accept(_ nonce: String, at now: Date) -> Bool {
        let current = Self.interval(at: now)
        return (current - Self.earlierIntervals...current + 1).contains {
            ConstantTime.equal(nonce, self.nonce($0))
        }
    }

    private func nonce(_ interval: Int64) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data("DPoP nonce \(interval)".utf8), using: key)
        return Base64URL.encode(Data(code).prefix(16))
    }

    private static func interval(at now: Date) -> Int64 {
        Int64((now.timeIntervalSince1970 / interval).rounded(.down))
    }
}

/// The proofs that were used, for as long as their time of creation is accepted (RFC 9449 §11.1).
final class UsedProofs: Sendable {
    private struct State {
        var recent: Set<Data> = []
        /// The previous generation, whose proofs may still be accepted.
        var earlier: Set<Data> = []
        /// The time at which the recent generation began.
        var startedAt = Date.distantPast
    }

    private let window: TimeInterval
    private let capacity: Int
    private let state = Mutex(State())

    /// Creates an empty memory.
    ///
    /// - Parameters:
    ///   - window: The time in seconds for which a proof is accepted after it was received.
    ///   - capacity: The maximum number of proofs, in two generations.
    init(window: TimeInterval, capacity: Int) {
        self.window = window
        self.capacity = max(1, capacity / 2)
    }

    /// Remembers a proof by the hash of its parts, so that long identifiers take no more memory.
    ///
    /// - Returns: `false` if the proof was used before; `nil` if the memory is full.
    func insert(_ parts: [String], at now: Date) -> Bool? {
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        let key = SHA256Digest.of(text).prefix(16)
        return state.withLock { state in
            let age = now.timeIntervalSince(state.startedAt)
            if age >= window {
                state = State(recent: [], earlier: age < 2 * window ? state.recent : [], startedAt: now)
            }
            if state.recent.contains(key) || state.earlier.contains(key) { return false }
            guard state.recent.count < capacity else { return nil }
            state.recent.insert(Data(key))
            return true
        }
    }
}
