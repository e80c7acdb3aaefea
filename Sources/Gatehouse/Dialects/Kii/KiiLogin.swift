package import Foundation
package import GatehouseWire

/// Somebody who is logged in: who it is as far as that is known, and the tokens.
package struct KiiLogin: Sendable {
    /// Stays that of this log-in, whoever logs in later.
    package let session: Session
    package var user: KiiUserDocument
    package var accessToken: Secret
    /// By the server's clock; the distant future for a token that does not expire, or of which nobody said when.
    package var expiresAt: Date
    package var refreshToken: Secret?

    init(_ session: Session, _ grant: StoredGrant) {
        self.session = session
        user = KiiUserDocument(grant)
        accessToken = grant.accessToken
        expiresAt = grant.expiresAt
        refreshToken = grant.refreshToken
    }
}
