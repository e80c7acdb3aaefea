package import Foundation
import GatehouseJOSE

/// The nonces of DPoP proofs (RFC 9449 §8, §9), which every node derives from the key file and the time.
///
/// A nonce is the same for all clients, and is accepted for several intervals, so that concurrent requests need no new
/// one each.
package struct DPoPNonces: Sendable {
    /// The part of the server that a proof is for; each has nonces of its own (RFC 9449 §8.2).
    package enum Party: String, Sendable {
        case authorizationServer = "authorization server"
        case resourceServer = "resource server"
    }

    /// The number of seconds after which a new nonce is sent.
    private static let interval: TimeInterval = 60
    /// The number of earlier intervals whose nonces are accepted.
    private static let earlierIntervals: Int64 = 4

    let masterKey: MasterKey

    /// Returns the current nonce.
    package func current(of party: Party, at now: Date) -> String {
        nonce(of: party, in: Self.interval(at: now))
    }

    /// Returns whether a nonce is recent; one interval ahead is allowed for the clock of another node.
    func accept(_ nonce: String, of party: Party, at now: Date) -> Bool {
        let current = Self.interval(at: now)
        return (current - Self.earlierIntervals...current + 1).reversed().contains { interval in
            ConstantTime.equal(nonce, self.nonce(of: party, in: interval))
        }
    }

    private func nonce(of party: Party, in interval: Int64) -> String {
        masterKey.fingerprint(.dpopNonces, party.rawValue, String(interval))
    }

    private static func interval(at now: Date) -> Int64 {
        Int64((now.timeIntervalSince1970 / interval).rounded(.down))
    }
}
