package import Foundation
import GatehouseJOSE
package import GatehouseWire

/// That a refresh is about to begin, noted before the server is asked.
///
/// While the token that it names is still the stored one, nobody knows whether the server has answered: the process may
/// have been killed, or the answer lost. Tokens that were stored since make the note void.
package struct RefreshIntent: Sendable, Hashable, Codable {
    /// The session (``StoredGrant/id``).
    package var grant: String
    /// What tells the refresh token from others, and gives none of it away.
    package var token: String
    /// When, by the server's clock.
    package var since: Date

    /// The intent to refresh a session.
    package init(_ grant: StoredGrant, since: Date) {
        self.grant = grant.id
        token = grant.refreshToken.map(\.fingerprint) ?? ""
        self.since = since
    }

    /// Whether the session still has the token that was to be sent.
    func isOpen(for grant: StoredGrant) -> Bool {
        grant.id == self.grant && grant.refreshToken?.fingerprint == token
    }
}

extension Secret {
    /// Sixteen hexadecimal digits of a digest, by which two tokens can be told apart in a log.
    package var fingerprint: String {
        SHA256Digest.of(reveal()).prefix(8).hexadecimal
    }
}
