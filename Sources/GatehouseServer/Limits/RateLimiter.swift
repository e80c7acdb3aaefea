package import Foundation
package import GatehouseStore
package import GatehouseWire
import HTTPTypes

/// Turns callers away that ask too often, before any work is done for them.
///
/// Counts in this process's memory, without a trip to the store; servers that share a store tell each other what they have counted
/// (``LimitSharing``). What must hold to the last one (tries at passwords and codes, mails) is counted in the store instead: see
/// ``FailureCounters``.
package final class RateLimiter: Sendable {
    /// Who is counted.
    package enum Subject: Hashable, Sendable {
        case address(String)
        /// A client that has authenticated: only it can use up its share.
        case client(Client.ID)
        /// A public client at one address.
        ///
        /// Anybody can name a public client, so what is asked in its name from one address counts for that address alone: a
        /// stranger would otherwise shut all of the app's people out.
        case publicClient(Client.ID, address: String?)
    }

    private let addresses: RateWindows
    // Apart from the addresses, so that a flood of those does not push clients out.
    private let clients: RateWindows

    /// No more than `capacity` addresses, and as many clients, are ever remembered; the oldest windows go first.
    ///
    /// Where it `isShared`, what ``unshared(at:limit:)`` answers is to be taken from it.
    package init(limits: Limits, capacity: Int = 65_536, isShared: Bool = false) {
        addresses = RateWindows(limits.requestsPerAddress, capacity: capacity, isShared: isShared)
        clients = RateWindows(limits.requestsPerClient, capacity: capacity, isShared: isShared)
    }

    /// Counts one request.
    ///
    /// - Throws: `temporarily_unavailable` with status 429 and the seconds to wait, when the subject has used up its window.
    package func count(_ subject: Subject, at now: Date) throws(OAuthError) {
        if let wait = windows(of: subject).count(subject, at: now) {
            throw OAuthError(
                .temporarilyUnavailable,
                "Too many requests. Wait and try again.",
                status: .tooManyRequests,
                retryAfter: .seconds(max(1, wait.rounded(.up)))
            )
        }
    }

    /// Takes back one request that ``count(_:at:)`` has counted.
    package func takeBack(_ subject: Subject, at now: Date) {
        windows(of: subject).takeBack(subject, at: now)
    }

    /// Forgets windows that have ended.
    package func prune(at now: Date) {
        addresses.prune(at: now)
        clients.prune(at: now)
    }

    /// How many windows are remembered.
    package var size: Int { addresses.size + clients.size }

    /// What other servers have not heard of yet and should: of at most so many addresses and so many clients.
    package func unshared(at now: Date, limit: Int) -> [UnsharedCount] {
        addresses.unshared(at: now, limit: limit) + clients.unshared(at: now, limit: limit)
    }

    /// Takes in what all servers have counted together of a window, and when that ends.
    package func learn(_ total: Int, until end: Date, of shared: UnsharedCount, at now: Date) {
        windows(of: shared.subject).learn(total, until: end, of: shared, at: now)
    }

    private func windows(of subject: Subject) -> RateWindows {
        switch subject {
        case .address: addresses
        case .client, .publicClient: clients
        }
    }
}
