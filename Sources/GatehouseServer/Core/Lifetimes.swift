package import Foundation

/// How long things live, in seconds.
package struct Lifetimes: Sendable, Equatable {
    /// RFC 9068 access tokens.
    package var accessToken: TimeInterval = 60 * 60
    package var idToken: TimeInterval = 60 * 60
    /// RFC 6749 §4.1.2 recommends ten minutes at most; a client needs a second or two.
    package var authorizationCode: TimeInterval = 60
    /// The same for Login with Amazon, whose clients are told five minutes.
    package var amazonAuthorizationCode: TimeInterval = 5 * 60
    /// From the first page to the redirect.
    package var transaction: TimeInterval = 60 * 60
    /// How long a browser stays signed in.
    package var browserSession: TimeInterval = 14 * 24 * 60 * 60
    /// A session with refresh tokens ends when it is not used for this long.
    package var refreshIdle: TimeInterval = 60 * 24 * 60 * 60
    /// A session with refresh tokens ends this long after the sign-in in any case.
    package var refreshAbsolute: TimeInterval = 365 * 24 * 60 * 60
    /// How long after its replacement a refresh token still gets the current one, for a lost response or two racing
    /// callers.
    package var refreshOverlap: TimeInterval = 30
    /// RFC 8628 device and user codes.
    package var deviceCode: TimeInterval = 10 * 60
    /// One-time codes sent by mail.
    package var mailCode: TimeInterval = 10 * 60
    /// Codes and links that prove an address an account claims.
    package var addressCode: TimeInterval = 60 * 60
    /// How long after a code was sent another can be asked for.
    package var mailCodeResend: TimeInterval = 30
    /// For how long a client is taken for what it was when its last request came; zero is not at all.
    package var knownClient: TimeInterval = 0
    /// The greatest age of a sign-in with which a session may change the account's names or delete the account.
    package var freshSignIn: TimeInterval = 15 * 60
    /// How long ended sessions and spent codes are remembered, so that a replay is recognised.
    package var replayMemory: TimeInterval = 24 * 60 * 60

    /// How long the audit log is kept; `nil` is for ever.
    package var auditEvents: TimeInterval? = 400 * 24 * 60 * 60

    package init() {}
}
