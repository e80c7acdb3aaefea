package import Foundation

/// The nonces that DPoP proofs must contain (RFC 9449 §8, §9), each derived from a secret and the time.
///
/// A nonce is accepted for several intervals, so that concurrent requests need no new one each. Processes with the same
/// secret share nothing else.
package struct RotatingNonces: Sendable {
    /// The number of seconds after which a new nonce is sent.
    private static let interval: TimeInterval = 60
    /// The number of earlier intervals whose nonces are accepted.
    private static let earlierIntervals: Int64 = 4

    private let derive: @Sendable (_ interval: Int64) -> String

    /// Creates nonces.
    ///
    /// - Parameter derive: Returns the nonce of an interval, which only the holders of the secret can determine.
    package init(_ derive: @escaping @Sendable (_ interval: Int64) -> String) {
        self.derive = derive
    }

    /// Returns the current nonce.
    package func current(at now: Date) -> String { derive(Self.interval(at: now)) }

    /// Checks that a proof has a recent nonce; one interval ahead is allowed for the clock of another process.
    ///
    /// - Parameters:
    ///   - nonce: The nonce of the proof.
    ///   - now: The current time.
    /// - Throws: `missingNonce` or `expiredNonce`; the sender then needs the current one.
    package func check(_ nonce: String?, at now: Date) throws(DPoPError) {
        guard let nonce else { throw .missingNonce }
        let current = Self.interval(at: now)
        let accepted = (current - Self.earlierIntervals...current + 1).reversed()
        guard accepted.contains(where: { ConstantTime.equal(nonce, derive($0)) }) else { throw .expiredNonce }
    }

    private static func interval(at now: Date) -> Int64 {
        Int64((now.timeIntervalSince1970 / interval).rounded(.down))
    }
}
