import Foundation
import GatehouseJOSE
import GatehouseStore
package import GatehouseWire

/// Makes the API keys of apps, signed with the server's RSA key.
package struct AmazonKeyMinter: Sendable {
    let core: ServerCore

    package init(core: ServerCore) {
        self.core = core
    }

    /// The API key of an app.
    ///
    /// - Throws: `temporarily_unavailable` or `server_error` when there is no key to sign with.
    package func apiKey(clientID: String, bundleID: String) async throws(OAuthError) -> String {
        let key = AmazonAPIKey(
            issuer: core.settings.issuer,
            clientID: clientID,
            bundleID: bundleID,
            id: UUID(random: core.environment.random).text,
            issuedAt: core.now.milliseconds
        )
        guard let key else { throw .broken }
        let signingKey = try await core.signingKey(.rs256)
        do { return key.text(signature: try signingKey.signature(for: Data(key.unsigned.utf8))) } catch {
            throw .broken
        }
    }
}
