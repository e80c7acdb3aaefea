import Foundation
import GatehouseStore
import GatehouseWire

/// The times in a token of a client or a trusted issuer, and the rules for them (RFC 7519 §4.1, RFC 7523 §3).
struct AssertionPeriod: Sendable {
    /// The accepted difference, in seconds, between the clocks of the signer and the server.
    private static let leeway: TimeInterval = 60

    let expiresAt: UnixTime?
    let notBefore: UnixTime?
    let issuedAt: UnixTime?

    /// Returns the violated rule; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - maximumLifetime: The maximum number of seconds from now until the expiration; `nil` without a limit.
    /// - Returns: The rule, as a part of a sentence.
    func violation(at now: Date, maximumLifetime: TimeInterval?) -> String? {
        let latest = now.addingTimeInterval(Self.leeway)
        if let expiresAt {
            guard now < Self.end(expiresAt) else { return "it has expired" }
            if let maximumLifetime, expiresAt.date > latest.addingTimeInterval(maximumLifetime) {
                return "exp must be at most \(Int(maximumLifetime)) seconds ahead"
            }
        }
        if let notBefore, notBefore.date > latest { return "nbf is in the future" }
        if let issuedAt, issuedAt.date > latest { return "iat is in the future" }
        return nil
    }

    /// Returns the time from which an assertion is not accepted any more.
    fileprivate static func end(_ expiresAt: UnixTime) -> Date { expiresAt.date.addingTimeInterval(leeway) }
}

/// A use of an assertion, which is recorded so that it remains the only one (RFC 7523 §3, rule 7).
struct AssertionUse: Sendable {
    /// The kinds of assertions; an identifier of one kind can be used for the other, too.
    enum Kind: String, Sendable {
        /// An assertion that authenticates a client.
        case client = "client assertion"
        /// An assertion that identifies a workload.
        case workload = "workload assertion"
    }

    private let identifier: String
    private let end: Date
    /// Whether the endpoint that received the assertion is its only audience.
    var isForOneEndpoint = false

    /// Creates the use of an assertion.
    ///
    /// - Parameters:
    ///   - kind: The kind of assertion.
    ///   - tokenID: The identifier of the assertion, its `jti`.
    ///   - signer: The party that chose the identifier; others may choose the same.
    ///   - expiresAt: The expiration of the assertion, until which the use is remembered.
    init(_ kind: Kind, tokenID: String, signer: String, expiresAt: UnixTime) {
        // The length separates the signer from the identifier.
        identifier = OpaqueToken.hash(of: "\(kind.rawValue) \(signer.utf8.count) \(signer) \(tokenID)")
        end = AssertionPeriod.end(expiresAt)
    }

    /// Returns the change that records the use; it conflicts if the assertion was used before.
    func change(at now: Date) -> Change { .useIdentifier(identifier, until: end, at: now) }
}
