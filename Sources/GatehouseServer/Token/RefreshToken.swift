import Crypto
import Foundation
import GatehouseStore
import GatehouseWire

/// A refresh token: the session it belongs to and a number, authenticated under a key that only this session has.
///
/// There is no row per token. The session's row holds the number that is current, so an old token is recognised as such however long
/// ago it was replaced, and nobody can make one up to have a session ended.
struct RefreshToken: Sendable {
    let sessionID: Session.ID
    let counter: Int
    private let presented: Secret

    /// Reads a presented token in either spelling, which is not authentic yet; `nil` when it is no refresh token at all.
    init?(_ presented: Secret) {
        let presented = AmazonTokenForm.refreshToken.read(presented)
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

    /// Whether the server issued this very text for the session.
    func isAuthentic(for session: Session, under key: MasterKey) -> Bool {
        presented.matches(Self.make(session, counter: counter, key).reveal())
    }

    /// The session's current token.
    static func current(of session: Session, under key: MasterKey) -> Secret {
        make(session, counter: session.counter, key)
    }

    private static let prefix = "rt."

    private static func make(_ session: Session, counter: Int, _ key: MasterKey) -> Secret {
        let text = "\(prefix)\(session.id.rawValue).\(counter)"
        let tag = HMAC<SHA256>.authenticationCode(
            for: Data(text.utf8),
            using: key.derive(.refreshTokens, context: session.salt)
        )
        return Secret(text + "." + Base64URL.encode(Data(tag)))
    }
}
