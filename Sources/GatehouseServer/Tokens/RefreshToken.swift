import Foundation
import GatehouseStore
import GatehouseWire

/// A refresh token: the session's identifier and a counter, with an authentication code.
///
/// Tokens are not stored individually. The session stores the current counter, so a replaced token is recognized
/// however old it is, and forged tokens cannot end a session.
struct RefreshToken: Sendable {
    let sessionID: Session.ID
    let counter: Int
    private let presented: Secret

    /// Parses a token of the server's own format, without authenticating it; `nil` if it is not a refresh token.
    init?(_ presented: Secret) {
        let text = presented.reveal()
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(
            separator: ".",
            maxSplits: 3,
            omittingEmptySubsequences: false
        )
        guard parts.count == 3, let counter = Int(parts[1]) else { return nil }
        sessionID = Session.ID(String(parts[0]))
        self.counter = counter
        self.presented = presented
    }

    /// Returns whether this server issued the token for the session.
    func isAuthentic(for session: Session, under key: MasterKey) -> Bool {
        presented.matches(Self.make(session, counter: counter, key).reveal())
    }

    /// Returns the session's current token.
    static func current(of session: Session, under key: MasterKey) -> Secret {
        make(session, counter: session.counter, key)
    }

    private static let prefix = "rt."

    private static func make(_ session: Session, counter: Int, _ key: MasterKey) -> Secret {
        key.authenticated("\(prefix)\(session.id.rawValue).\(counter)", for: .refreshTokens, salt: session.salt)
    }
}

extension RefreshToken {
    /// The status of an authentic refresh token.
    enum Status: Sendable, Equatable {
        /// The current token, or the previous one while the client may retry with it.
        case valid
        /// A replaced token that the client may no longer use: a copy is in use.
        case replayed
        /// The session's counter is lower: the store was rolled back.
        case neverIssued
    }

    /// Returns the status of an authentic token of the session (RFC 9700 §4.14.2).
    ///
    /// - Parameters:
    ///   - session: The stored session.
    ///   - now: The time of the request.
    ///   - recovery: The rule for retries with the previous token.
    ///   - overlap: The number of seconds after a rotation in which any client may retry.
    /// - Returns: The token's status.
    func status(
        in session: Session,
        at now: Date,
        recovery: RefreshRecovery,
        overlap: TimeInterval
    ) -> Status {
        if counter > session.counter { return .neverIssued }
        if counter == session.counter { return .valid }
        guard counter == session.counter - 1 else { return .replayed }
        switch recovery {
        case .journalled: return .valid
        case .immediate:
            // This node's clock may be slightly behind that of the node that rotated. A clock that was set back must
            // not reopen the window.
            return abs(now.timeIntervalSince(session.rotatedAt)) < overlap ? .valid : .replayed
        }
    }
}
