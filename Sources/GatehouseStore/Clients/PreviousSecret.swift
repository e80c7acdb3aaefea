package import Foundation

/// A replaced client secret that still works for a while, so that a client can change over without downtime.
package struct PreviousSecret: Sendable, Equatable, Codable {
    /// SHA-256 of the secret, base64url.
    package var hash: String
    package var expiresAt: Date

    package init(hash: String, expiresAt: Date) {
        self.hash = hash
        self.expiresAt = expiresAt.flooredToMilliseconds
    }
}
