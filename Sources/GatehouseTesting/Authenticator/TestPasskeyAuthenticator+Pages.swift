import Foundation
import Gatehouse
import GatehouseWire

extension TestPasskeyAuthenticator {
    /// Responds to the ceremony of a page, as a browser does.
    ///
    /// - Parameters:
    ///   - kind: The function of `navigator.credentials`: `create` or `get`.
    ///   - options: Its options as JSON.
    ///   - page: The address of the page.
    /// - Returns: The response as JSON.
    /// - Throws: `AuthError` of the authenticator, or if the page's domain cannot use the relying party; `WireError`
    ///   for malformed options.
    func respond(to kind: String, with options: String, at page: URL) async throws -> String {
        let host = page.host() ?? ""
        let origin = "\(page.scheme ?? "https")://\(host)\(page.port.map { ":\($0)" } ?? "")"
        let json: Data
        if kind == "create" {
            var options = try JSONCoding.decode(PublicKeyCredentialCreationOptions.self, from: Data(options.utf8))
            options.relyingParty.id = try Self.checked(options.relyingParty.id, at: host)
            json = JSONCoding.encode(try await createPasskey(options, origin: origin))
        } else {
            var options = try JSONCoding.decode(PublicKeyCredentialRequestOptions.self, from: Data(options.utf8))
            options.relyingPartyID = try Self.checked(options.relyingPartyID, at: host)
            json = JSONCoding.encode(try await signWithPasskey(options, origin: origin))
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// Returns the relying party's identifier, as a browser accepts it (WebAuthn Level 3 §5.1.3 step 8).
    private static func checked(_ relyingPartyID: String?, at host: String) throws(AuthError) -> String {
        let id = relyingPartyID ?? host
        guard host == id || host.hasSuffix("." + id) else {
            throw AuthError(.passkeyUnavailable, "The page cannot use passkeys of \(id).")
        }
        return id
    }
}
