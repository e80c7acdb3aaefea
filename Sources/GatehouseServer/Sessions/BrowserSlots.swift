package import Foundation
package import GatehouseStore
package import GatehouseWire

/// The live browser sessions of a browser, at most one per account, each in the slot of its cookie.
///
/// The session in the first slot in use is that of the current account. A value does not change the browser; its
/// methods return the ``BrowserChange`` that does.
package struct BrowserSlots: Sendable {
    /// The maximum number of accounts in a browser.
    package static let capacity = 8

    /// A browser session with the secret of its cookie.
    package struct Entry: Sendable {
        package let secret: Secret
        package let session: BrowserSession

        package init(secret: Secret, session: BrowserSession) {
            self.secret = secret
            self.session = session
        }
    }

    private let entries: [Int: Entry]
    /// The slots whose cookie belongs to no live session.
    private let stale: Set<Int>

    /// Creates the slots of a browser.
    ///
    /// - Parameters:
    ///   - entries: The live sessions by slot.
    ///   - stale: The slots with other cookies, which the next change deletes.
    package init(_ entries: [Int: Entry] = [:], stale: Set<Int> = []) {
        self.entries = entries
        self.stale = stale
    }

    private var order: [Int] { entries.keys.sorted() }

    /// The sessions, that of the current account first.
    package var sessions: [BrowserSession] { order.compactMap { entries[$0]?.session } }

    /// The secrets of the cookies, by slot.
    package var secrets: [Int: Secret] { entries.mapValues(\.secret) }

    private func slot(of account: Account.ID) -> Int? { order.first { entries[$0]?.session.accountID == account } }

    /// Returns the change that makes a new or renewed session the current one, and the session that it drops.
    ///
    /// It takes the first slot, whose session moves to the slot that the account had, or to a free one. If there is
    /// none, the least recently used of the other accounts is dropped, not the oldest, which may be in daily use.
    package func inserting(_ entry: Entry) -> (change: BrowserChange, dropped: BrowserSession?) {
        var next = entries
        let former = slot(of: entry.session.accountID)
        if let former { next[former] = nil }
        var dropped: BrowserSession?
        if let moved = next.removeValue(forKey: 0) {
            let target = former ?? (1..<Self.capacity).first { next[$0] == nil } ?? leastRecentlyUsed(of: next)
            dropped = next[target]?.session
            next[target] = moved
        }
        next[0] = entry
        return (change(to: next), dropped)
    }

    private func leastRecentlyUsed(of entries: [Int: Entry]) -> Int {
        let oldest = entries.min {
            let (one, other) = ($0.value.session, $1.value.session)
            return (one.lastUsedAt, one.createdAt, $0.key) < (other.lastUsedAt, other.createdAt, $1.key)
        }
        return oldest?.key ?? 1
    }

    /// Returns the change that makes an account the current one; `nil` if it has no session in the browser.
    package func selecting(_ account: Account.ID) -> BrowserChange? {
        guard let chosen = slot(of: account) else { return nil }
        var next = entries
        (next[chosen], next[0]) = (entries[0], entries[chosen])
        return change(to: next)
    }

    /// Returns the change that removes sessions.
    package func removing(_ sessions: [BrowserSession]) -> BrowserChange {
        let ids = Set(sessions.map(\.id))
        return change(to: entries.filter { !ids.contains($0.value.session.id) })
    }

    private func change(to next: [Int: Entry]) -> BrowserChange {
        BrowserChange(
            slots: (0..<Self.capacity).compactMap { slot in
                let (before, after) = (entries[slot], next[slot])
                if let after {
                    let isSame = before.map { $0.secret.matches(after.secret.reveal()) } ?? false
                    return isSame ? nil : BrowserChange.Slot(number: slot, entry: after)
                }
                return before != nil || stale.contains(slot) ? BrowserChange.Slot(number: slot, entry: nil) : nil
            }
        )
    }
}

/// A change of a browser's cookies.
package struct BrowserChange: Sendable {
    /// The new content of a slot.
    package struct Slot: Sendable {
        package let number: Int
        /// The session of the cookie; `nil` to delete the cookie.
        package let entry: BrowserSlots.Entry?
    }

    /// The time in seconds after the last sign-in for which a browser is recognized.
    package static let deviceLifetime: TimeInterval = 365 * 24 * 60 * 60

    package let slots: [Slot]
    /// The secret by which the browser is recognized; `nil` leaves its cookie as it is.
    package var device: Secret?
}

/// The browser that sent a request, identified by its cookies.
package struct BrowserContext: Sendable {
    /// A random value in a session cookie that binds flows to the browser in which they started.
    package let binding: Secret
    package let slots: BrowserSlots
    /// The secret by which the browser is recognized, if it has one.
    package let device: Secret?

    package init(binding: Secret, slots: BrowserSlots = BrowserSlots(), device: Secret? = nil) {
        self.binding = binding
        self.slots = slots
        self.device = device
    }

    package var bindingHash: String { OpaqueToken.hash(of: binding.reveal()) }

    /// The live browser sessions, that of the current account first.
    package var sessions: [BrowserSession] { slots.sessions }

    /// The live browser session of the current account, if any.
    package var session: BrowserSession? { sessions.first }

    /// Whether a user of the browser selected "This is not my computer"; the default for further sign-ins.
    package var isOnSharedComputer: Bool { sessions.contains { $0.endsWithBrowser } }

    /// Returns the live browser session with an ID, of any account of the browser.
    package func session(withID id: BrowserSession.ID?) -> BrowserSession? { sessions.first { $0.id == id } }

    /// Returns the live browser session of an account.
    package func session(of account: Account.ID?) -> BrowserSession? { sessions.first { $0.accountID == account } }
}
