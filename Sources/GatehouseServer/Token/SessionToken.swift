import Crypto
import Foundation
import GatehouseStore
import GatehouseWire

/// An access token of an app of Kii: its session, the number of the refresh token beside it and when it ends, authenticated under a key
/// that only this session has.
///
/// Apps keep these for months, longer than signing keys live. There is no row per token, and nothing to read in it: it ends with its
/// session, at its expiry, and when the session's counter moves.
struct SessionToken: Sendable {
    let sessionID: Session.ID
    let counter: Int
    let expiresAt: UnixTime
    private let presented: Secret

    /// Reads a presented token, which is not authentic yet; `nil` when it is none of this form.
    init?(_ presented: Secret) {
        let text = presented.reveal()
        guard text.hasPrefix(Self.prefix), text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(
            separator: ".",
            maxSplits: 4,
            omittingEmptySubsequences: false
        )
        guard parts.count == 4, let counter = Int(parts[1]), let expiry = Int64(parts[2]) else { return nil }
        sessionID = Session.ID(String(parts[0]))
        self.counter = counter
        expiresAt = UnixTime(seconds: expiry)
        self.presented = presented
    }

    /// What tells this token from every other, for those that are revoked alone.
    var id: String { OpaqueToken.hash(of: presented.reveal()) }

    /// Whether the server issued this very text for the session.
    func isAuthentic(for session: Session, under key: MasterKey) -> Bool {
        presented.matches(Self.make(session, counter: counter, expiresAt, key).reveal())
    }

    /// The session's current token, which ends then.
    static func current(of session: Session, expiresAt: UnixTime, under key: MasterKey) -> Secret {
        make(session, counter: session.counter, expiresAt, key)
    }

    private static let prefix = "st."
    private static let maximumLength = 512

    private static func make(_ session: Session, counter: Int, _ expiry: UnixTime, _ key: MasterKey) -> Secret {
        let text = "\(prefix)\(session.id.rawValue).\(counter).\(expiry.seconds)"
        let tag = HMAC<SHA256>.authenticationCode(
            for: Data(text.utf8),
            using: key.derive(.sessionTokens, context: session.salt)
        )
        return Secret(text + "." + Base64URL.encode(Data(tag)))
    }
}
