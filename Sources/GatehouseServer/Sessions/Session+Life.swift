package import Foundation
package import GatehouseStore
import GatehouseWire

extension Session {
    /// Whether its tokens are good: it has neither ended nor expired.
    package func isAlive(at now: Date) -> Bool { endedAt == nil && now < expiresAt }

    /// Whether the person signed in on the client's own pages, and in no browser that asked what it may have.
    var isOfOwnPages: Bool { browserSessionID == nil && !isOnOtherDevice }

    /// How firmly the person was authenticated.
    var acr: ACR { methods.contains(.multiFactor) ? .multiFactor : .singleFactor }
}

extension Lifetimes {
    /// When a session ends unless it is used again: its refresh tokens idle out, and have an end in any case; without any, it ends with
    /// its access token.
    func expiry(ofSessionFrom createdAt: Date, isOffline: Bool, usedAt now: Date) -> Date {
        guard isOffline else { return now.addingTimeInterval(accessToken) }
        return min(now.addingTimeInterval(refreshIdle), createdAt.addingTimeInterval(refreshAbsolute))
    }
}
