package import Foundation

/// What an operator decides about a server.
package struct ServerSettings: Sendable {
    /// The issuer identifier, without a slash at the end.
    ///
    /// Every link the server makes starts with it, whatever a request's headers say.
    package let issuer: String
    /// Development mode: mailbox page, demo clients, plain http on localhost.
    package let isDevelopment: Bool
    /// Who mails come from.
    package let mailFrom: String
    package var lifetimes: Lifetimes
    package var limits: Limits
    /// The names by which Entra's clients call the server's one directory.
    package var tenants: [String]
    /// How many digits a mailed code has: 6 to 10.
    package var codeLength: Int
    /// Whether there is somebody who sends SMS.
    package var sendsSMS: Bool
    /// When the database was restored from a backup on purpose: tokens that were issued after the backup are invalid.
    package var restoredAt: Date?
    /// Whether the operator vouches for the clock, so that any number of records may have expired.
    package var trustsClock: Bool

    package init(
        issuer: String,
        isDevelopment: Bool,
        mailFrom: String,
        lifetimes: Lifetimes = Lifetimes(),
        limits: Limits = Limits(),
        tenants: [String] = ["default"],
        codeLength: Int = 8,
        sendsSMS: Bool = false,
        restoredAt: Date? = nil,
        trustsClock: Bool = false
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
    }

    /// Returns whether the database was restored on purpose at this time or later.
    func wasRestored(since date: Date) -> Bool { restoredAt.map { date <= $0 } ?? false }

    /// Whether browsers reach the server over https, which decides the cookies' names and attributes.
    package var isSecure: Bool { issuer.hasPrefix("https:") }

    /// The issuer's path, such as `/auth`; empty when it has none.
    package var issuerPath: String { URL(string: issuer)?.path(percentEncoded: true) ?? "" }
}
