package import Foundation
package import GatehouseStore
package import GatehouseWire

/// The operator's settings of a server.
package struct ServerSettings: Sendable {
    /// The issuer identifier, without a trailing slash.
    ///
    /// All links start with it, whatever a request's headers contain.
    package let issuer: String
    /// A Boolean value that enables development mode: mailbox page, demo clients, plain HTTP on localhost.
    package let isDevelopment: Bool
    /// The sender of emails.
    package let mailFrom: String
    package var lifetimes: Lifetimes
    package var limits: RateLimits
    /// The tenant names of the server's single directory.
    package var tenants: [String]
    /// The number of digits of an emailed code, 6 to 10.
    package var codeLength: Int
    /// Whether SMS delivery is configured.
    package var sendsSMS: Bool
    /// The time at which the operator restored the database from a backup: tokens issued between the backup and it are
    /// invalid.
    package var restoredAt: Date?
    /// Whether the operator vouches for the clock, which disables the check for implausibly many expired records.
    package var trustsClock: Bool
    /// Whether users get an email when they sign in from a browser that was not used with their account.
    package var sendsNewBrowserMail: Bool
    /// The operator's texts for scopes on the consent page.
    package var scopeTexts: [Scope: [Language: String]]
    /// The resources of the configuration file.
    package var resources: [Resource]
    /// The issuers whose tokens identify workloads.
    package var workloads: [WorkloadIssuer]
    /// The rule for the attributes that users see and edit.
    package var attributePolicy: AttributePolicy
    package var factors: FactorSettings
    /// Whether DPoP proofs must contain a nonce of the server (RFC 9449 §8).
    package var requiresDPoPNonce: Bool
    /// The settings for clients that no operator registers.
    package var registration: RegistrationSettings
    /// The receivers of audit events.
    package var eventReceivers: [EventReceiver]

    package init(
        issuer: String,
        isDevelopment: Bool,
        mailFrom: String,
        lifetimes: Lifetimes = Lifetimes(),
        limits: RateLimits = RateLimits(),
        tenants: [String] = ["default"],
        codeLength: Int = 8,
        sendsSMS: Bool = false,
        restoredAt: Date? = nil,
        trustsClock: Bool = false,
        sendsNewBrowserMail: Bool = true,
        scopeTexts: [Scope: [Language: String]] = [:],
        resources: [Resource] = [],
        workloads: [WorkloadIssuer] = [],
        attributePolicy: AttributePolicy = AttributePolicy(),
        factors: FactorSettings = FactorSettings(),
        requiresDPoPNonce: Bool = false,
        registration: RegistrationSettings = RegistrationSettings(),
        eventReceivers: [EventReceiver] = []
    ) {
        self.issuer = issuer
        self.isDevelopment = isDevelopment
        self.mailFrom = mailFrom
        self.lifetimes = lifetimes
        self.limits = limits
        self.tenants = tenants
        self.codeLength = codeLength
        self.sendsSMS = sendsSMS
        self.restoredAt = restoredAt
        self.trustsClock = trustsClock
        self.sendsNewBrowserMail = sendsNewBrowserMail
        self.scopeTexts = scopeTexts
        self.resources = resources
        self.workloads = workloads
        self.attributePolicy = attributePolicy
        self.factors = factors
        self.requiresDPoPNonce = requiresDPoPNonce
        self.registration = registration
        self.eventReceivers = eventReceivers
    }

    /// Returns the operator's text for a scope: in the language, else in English, else in any.
    package func text(for scope: Scope, in language: Language) -> String? {
        guard let texts = scopeTexts[scope] else { return nil }
        return language.preferred { texts[$0] }
    }

    /// Whether browsers use HTTPS, which decides the names and attributes of cookies.
    package var isSecure: Bool { issuer.hasPrefix("https:") }

    /// The issuer's path, such as `/auth`, or an empty string.
    package var issuerPath: String { URL(string: issuer)?.path(percentEncoded: true) ?? "" }
}

/// Lifetimes of tokens, codes and records, in seconds.
package struct Lifetimes: Sendable, Equatable {
    /// The lifetime of access tokens (RFC 9068).
    package var accessToken: TimeInterval = 60 * 60
    package var idToken: TimeInterval = 60 * 60
    /// The lifetime of authorization codes.
    ///
    /// RFC 6749 §4.1.2 recommends at most ten minutes; clients need a second or two.
    package var authorizationCode: TimeInterval = 60
    /// The lifetime of the URI of a pushed authorization request, which RFC 9126 §2.2 recommends to be short.
    package var pushedRequest: TimeInterval = 90
    /// The lifetime of a flow, from the first page to the redirect.
    package var flow: TimeInterval = 60 * 60
    /// The lifetime of a browser session.
    package var browserSession: TimeInterval = 14 * 24 * 60 * 60
    /// The lifetime of a browser session on a computer that is not the user's.
    package var sharedBrowserSession: TimeInterval = 12 * 60 * 60
    /// The idle time after which a session with refresh tokens ends.
    package var refreshIdle: TimeInterval = 60 * 24 * 60 * 60
    /// The time after the sign-in at which a session with refresh tokens ends, even if it is used.
    package var refreshAbsolute: TimeInterval = 365 * 24 * 60 * 60
    /// The time for which a replaced refresh token still returns the current one, after a lost response or a race.
    package var refreshOverlap: TimeInterval = 30
    /// The lifetime of device and user codes (RFC 8628).
    package var deviceCode: TimeInterval = 10 * 60
    /// The lifetime of one-time codes.
    package var mailCode: TimeInterval = 10 * 60
    /// The lifetime of codes and links that verify an account's pending address.
    package var addressCode: TimeInterval = 60 * 60
    /// The minimum interval between two codes.
    package var mailCodeResend: TimeInterval = 30
    /// The time for which a cached client is used; zero disables the cache.
    package var cachedClient: TimeInterval = 0
    /// The maximum age of a sign-in that may change the account's credentials or delete the account.
    package var freshSignIn: TimeInterval = 10 * 60
    /// The time for which a browser that the user trusts needs no second factor; `nil` does not offer it.
    package var trustedBrowser: TimeInterval?
    /// The time from a user's request to delete the account to its deletion; zero deletes at once.
    package var accountDeletion: TimeInterval = 14 * 24 * 60 * 60
    /// The time for which ended sessions and used codes are kept to detect replays.
    package var replayMemory: TimeInterval = 24 * 60 * 60

    /// The retention of the audit log; `nil` keeps it forever.
    package var auditEvents: TimeInterval? = 400 * 24 * 60 * 60

    package init() {}
}

/// The rate limits per address, account or client.
///
/// A count of zero disables a limit.
package struct RateLimits: Sendable, Equatable {
    /// A number of requests per time window.
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
    /// Accounts registered by apps from one network address.
    package var accountsPerAddress = Rate(600, per: 60 * 60)
    /// Clients registered from one network address without an initial access token.
    package var registrationsPerAddress = Rate(20, per: 60 * 60)
    /// Clients registered from all network addresses without an initial access token.
    package var unverifiedClients = Rate(1_000, per: 24 * 60 * 60)
    /// Incorrect passwords and codes from one network address, for any account.
    package var failuresPerAddress = Rate(100, per: 15 * 60)
    /// Incorrect passwords for one account, on all channels together.
    ///
    /// Signing in with a code remains possible.
    package var passwordFailuresPerAccount = Rate(10, per: 15 * 60)
    /// Incorrect codes for one address, over all channels and codes, and incorrect proofs of one additional factor of
    /// an account.
    package var codeFailuresPerAccount = Rate(60, per: 24 * 60 * 60)
    /// Emails to one recipient.
    package var mailsPerRecipient = Rate(10, per: 24 * 60 * 60)
    /// Emails requested by one network address.
    package var mailsPerAddress = Rate(60, per: 60 * 60)
    /// Incorrect attempts per emailed code; the last one invalidates the code.
    package var attemptsPerCode = 5

    package init() {}
}

/// A rate limit, named after its setting.
package enum LimitName: String, Sendable, CaseIterable {
    case requestsPerAddress = "requests-per-address"
    case requestsPerClient = "requests-per-client"
    case accountsPerAddress = "accounts-per-address"
    case registrationsPerAddress = "registrations-per-address"
    case unverifiedClients = "unverified-clients"
    case failuresPerAddress = "failures-per-address"
    case passwordFailuresPerAccount = "password-failures-per-account"
    case codeFailuresPerAccount = "code-failures-per-account"
    case mailsPerRecipient = "mails-per-recipient"
    case mailsPerAddress = "mails-per-address"
}
