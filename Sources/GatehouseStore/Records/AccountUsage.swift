package import Foundation

/// The last successful use of a factor by the user of an account.
package struct FactorUse: Sendable, Equatable {
    package let accountID: Account.ID
    package let factor: FactorName
    package let lastUsedAt: Date

    package init(accountID: Account.ID, factor: FactorName, lastUsedAt: Date) {
        self.accountID = accountID
        self.factor = factor
        self.lastUsedAt = lastUsedAt.flooredToMilliseconds
    }
}

/// A browser in which the user has signed in to an account.
package struct KnownBrowser: Sendable, Equatable {
    package let accountID: Account.ID
    /// The SHA-256 hash of the browser's cookie in base64url.
    ///
    /// The value itself is never stored.
    package let hash: String
    package let firstSeenAt: Date
    package let lastSeenAt: Date
    /// The time at which the cookie expires; cleanups delete the record then.
    package let expiresAt: Date
    /// The time until which sign-ins in the browser need no second factor; `nil` if the user does not trust it.
    package var trustedUntil: Date? {
        didSet { trustedUntil = trustedUntil?.flooredToMilliseconds }
    }

    package init(
        accountID: Account.ID,
        hash: String,
        firstSeenAt: Date,
        lastSeenAt: Date,
        expiresAt: Date,
        trustedUntil: Date? = nil
    ) {
        self.accountID = accountID
        self.hash = hash
        self.firstSeenAt = firstSeenAt.flooredToMilliseconds
        self.lastSeenAt = lastSeenAt.flooredToMilliseconds
        self.expiresAt = expiresAt.flooredToMilliseconds
        self.trustedUntil = trustedUntil?.flooredToMilliseconds
    }
}
