package import Foundation

/// Writes to sessions.
///
/// One is alive while it has not ended and `at` is before its expiry.
package enum SessionChange: Sendable, Equatable {
    /// Conflicts when the id exists, or the browser session it came from has ended.
    case insert(Session)
    /// Moves the counter on by one. Conflicts unless the session is alive and its counter is `from`.
    case rotate(Session.ID, from: Int, at: Date, expiresAt: Date)
    /// Ends it; does nothing when it has ended or does not exist.
    case end(Session.ID, reason: SessionEndReason, at: Date)
    /// Ends every session of the account that is still alive.
    case endAll(account: Account.ID, reason: SessionEndReason, at: Date)
    /// Ends every session, but for offline ones, that came from this browser session and is still alive.
    case endOnline(browserSession: BrowserSession.ID, reason: SessionEndReason, at: Date)
}
