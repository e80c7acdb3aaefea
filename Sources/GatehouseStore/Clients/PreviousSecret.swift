package import Foundation

/// A client secret that was replaced and works a while longer, so that its program can be changed over without a pause.
package struct PreviousSecret: Sendable, Equatable, Codable {
    /// SHA-256 of the secret, base64url.
    package var hash: String
    package var expiresAt: Date

    package init(hash: String, expiresAt: Date) {
        self.hash = hash
        self.expiresAt = expiresAt.flooredToMilliseconds
    }
}
