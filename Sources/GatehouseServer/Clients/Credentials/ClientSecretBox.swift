package import Foundation
import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

/// Seals the secrets of clients that sign assertions with them, because a hash cannot verify these.
package struct ClientSecretBox: Sendable {
    let masterKey: MasterKey
    let failures: FailureLog

    /// Returns the sealed form of a new secret and of the previous ones that the client still has.
    ///
    /// - Throws: `server_error` if the secrets cannot be sealed; `temporarily_unavailable` if the earlier ones cannot
    ///   be opened.
    package func seal(_ secret: Secret, of client: Client) throws(OAuthError) -> Data {
        let hashes = Set(client.previousSecrets.map(\.hash))
        let kept = try open(client).filter { hashes.contains(OpaqueToken.hash(of: $0)) }
        do {
            return try masterKey.box(.clientSecrets).seal(
                JSONCoding.encode([secret.reveal()] + kept),
                for: Data(client.id.rawValue.utf8)
            )
        } catch {
            failures.log("could not seal client secret", error)
            throw .broken
        }
    }

    /// Returns the secrets of a client that are valid at a time.
    ///
    /// - Throws: `temporarily_unavailable` if they were sealed under another key file.
    func secrets(of client: Client, at now: Date) throws(OAuthError) -> [Secret] {
        try open(client).map(Secret.init).filter { client.hasSecret($0, at: now) }
    }

    private func open(_ client: Client) throws(OAuthError) -> [String] {
        guard let sealed = client.sealedSecret else { return [] }
        do {
            let opened = try masterKey.box(.clientSecrets).open(sealed, for: Data(client.id.rawValue.utf8))
            return try JSONCoding.decode([String].self, from: opened)
        } catch {
            failures.log("could not open client secret", error)
            failures.recordFault("secret of client \(client.id), sealed under another key file")
            throw .busy
        }
    }
}
