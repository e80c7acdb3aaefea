package import Foundation

/// Writes to sessions.
///
/// A session is active if it has not ended and `at` is before its expiration. The changes that end sessions also mark
/// their logout notices as due, those of expired sessions included, except if the reason is
/// ``SessionEndReason/revoked``: the client ended that session itself.
package enum SessionChange: Sendable, Equatable {
    /// Inserts a session. Conflicts if the id exists, or if its browser session has ended.
    case insert(Session)
    /// Records a refresh and sets the counter, which determines the valid refresh token. Conflicts unless the session
    /// is active and its counter is `from`.
    case renew(Session.ID, from: Int, to: Int, at: Date, expiresAt: Date)
    /// Ends the session; does nothing if it has ended or does not exist.
    case end(Session.ID, reason: SessionEndReason, at: Date)
    /// Ends all active sessions of the account, or all but one.
    case endAll(account: Account.ID, except: Session.ID? = nil, reason: SessionEndReason, at: Date)
    /// Ends all active sessions of the account at a client.
    case endAllOfClient(account: Account.ID, client: Client.ID, reason: SessionEndReason, at: Date)
    /// Ends all active sessions of the browser session, except for offline ones.
    case endBrowserBound(browserSession: BrowserSession.ID, reason: SessionEndReason, at: Date)
}

/// Writes to logout notices.
package enum LogoutNoticeChange: Sendable, Equatable {
    /// Inserts a notice. Conflicts if the id exists.
    case insert(LogoutNotice)
    /// Removes a notice for which a message is enqueued. Conflicts unless it exists and is due.
    case remove(LogoutNotice.ID)
}

/// Writes to browser sessions.
///
/// The changes that end sessions also mark as due the logout notices of the client sessions that they created.
package enum BrowserSessionChange: Sendable, Equatable {
    /// Inserts a browser session. Conflicts if the id or the hash of the secret exists.
    case insert(BrowserSession)
    /// Renews the session after another sign-in of the same user: replaces the secret, the authentication
    /// and the expiration.
    ///
    /// Conflicts unless it belongs to the account and has not ended, or if the hash of the secret exists.
    case renew(BrowserSession)
    /// Ends the session; does nothing if it has ended or does not exist.
    case end(BrowserSession.ID, at: Date)
    /// Records a use of the session; does nothing if it has ended, or was used in the minute before.
    case touch(BrowserSession.ID, DeviceDescription, at: Date)
    /// Ends all browser sessions of the account, or all but one.
    case endAll(account: Account.ID, except: BrowserSession.ID? = nil, at: Date)
}

/// Writes to flows.
package enum FlowChange: Sendable, Equatable {
    /// Inserts a flow. Conflicts if the id exists, or if its account does not.
    case insert(FlowRecord)
    /// Replaces the record. Conflicts unless the stored revision is one below and the stored record is not finished.
    case advance(FlowRecord)
    /// Restarts a flow under an id that may exist: replaces the record, finished or not, whose revision is one below.
    ///
    /// Conflicts unless there is such a record, or none at all and the revision is 1.
    case restart(FlowRecord)
    /// Deletes the flows of an account that were created at that time or later, except some.
    case deleteAll(account: Account.ID, createdSince: Date, except: [FlowRecord.ID])
}

/// Writes to authorization codes.
package enum CodeChange: Sendable, Equatable {
    /// Inserts a code. Conflicts if the id exists.
    case insert(AuthorizationCode)
    /// Redeems the code for a session. Conflicts if it does not exist or was redeemed before.
    case redeem(AuthorizationCode.ID, session: Session.ID, at: Date)
}

/// Writes to device authorizations.
package enum DeviceChange: Sendable, Equatable {
    /// Inserts an authorization. Conflicts if the id exists, or if an unexpired one has the same user code.
    case insert(DeviceAuthorization)
    /// Records a poll and the new interval; does nothing if the authorization does not exist.
    case poll(DeviceAuthorization.ID, at: Date, interval: Int)
    /// Records the decision. Conflicts unless the authorization is pending and not redeemed.
    case decide(DeviceAuthorization.ID, DeviceAuthorization.Decision)
    /// Redeems the authorization. Conflicts unless it is approved and not redeemed.
    case redeem(DeviceAuthorization.ID, at: Date)
}
