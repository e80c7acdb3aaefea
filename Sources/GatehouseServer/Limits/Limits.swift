package import Foundation

/// How much of something one address, account or client may do in a window of time.
///
/// Zero turns a limit off.
package struct Limits: Sendable, Equatable {
    /// So many times in so many seconds.
    package struct Rate: Sendable, Equatable {
        package var count: Int
        package var window: TimeInterval

        package init(_ count: Int, per window: TimeInterval) {
            self.count = count
            self.window = window
        }
    }

    /// Requests of any kind from one network address.
    package var requestsPerAddress = Rate(1_200, per: 60)
    /// Token, revocation, introspection and device requests of one client.
    package var requestsPerClient = Rate(60_000, per: 60)
    /// Accounts that apps have made for one network address.
    package var accountsPerAddress = Rate(600, per: 60 * 60)
    /// Wrong passwords and codes from one network address, whoever they were for.
    package var failuresPerAddress = Rate(100, per: 15 * 60)
    /// Wrong passwords for one account, through whichever door.
    ///
    /// Signing in by code stays possible.
    package var passwordFailuresPerAccount = Rate(10, per: 15 * 60)
    /// Wrong codes for one address, through whichever door and however many codes.
    package var codeFailuresPerAccount = Rate(60, per: 24 * 60 * 60)
    /// Mails to one recipient.
    package var mailsPerRecipient = Rate(10, per: 24 * 60 * 60)
    /// Mails that one network address has sent.
    package var mailsPerAddress = Rate(60, per: 60 * 60)
    /// Wrong tries at one mailed code; the code dies with the last.
    package var triesPerCode = 5

    package init() {}
}
