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
        let bytes = core.environment.random.bytes(16)
        let key = AmazonAPIKey(
            issuer: core.settings.issuer,
            clientID: clientID,
            bundleID: bundleID,
            id: Self.uuid(bytes),
            issuedAt: core.now.milliseconds
        )
        guard let key else { throw .broken }
        let signingKey = try await core.signingKey(.rs256)
        do { return key.text(signature: try signingKey.signature(for: Data(key.unsigned.utf8))) } catch {
            throw .broken
        }
    }

    /// Random bytes as a UUID (RFC 9562 §5.4).
    private static func uuid(_ bytes: Data) -> String {
        var bytes = Array(bytes)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10...]]
            .map { $0.joined() }.joined(separator: "-")
    }
}
