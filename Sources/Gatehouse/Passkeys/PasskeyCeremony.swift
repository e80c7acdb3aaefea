import Foundation
import GatehouseWire

/// The creation and use of passkeys at a server.
package struct PasskeyCeremony: Sendable {
    private let authenticator: any PasskeyAuthenticator
    private let host: String
    private let origin: String

    /// Creates a ceremony.
    ///
    /// - Throws: `passkeyUnavailable` without an authenticator.
    init(at server: URL, with authenticator: (any PasskeyAuthenticator)?) throws(AuthError) {
        guard let authenticator else { throw .missingPasskeyAuthenticator }
        self.authenticator = authenticator
        host = (server.host() ?? "").lowercased()
        let port = server.port.map { ":\($0)" } ?? ""
        origin = "\(server.scheme?.lowercased() ?? "https")://\(host)\(port)"
    }

    /// Creates a passkey with the options of a response.
    ///
    /// - Returns: The `RegistrationResponseJSON` for the server.
    func create(_ options: JSONValue?) async throws(AuthError) -> JSONValue {
        var options = try read(options, as: PublicKeyCredentialCreationOptions.self)
        options.relyingParty.id = try checked(options.relyingParty.id)
        return try encoded(try await authenticator.createPasskey(options, origin: origin))
    }

    /// Signs with a passkey, with the options of a response.
    ///
    /// - Returns: The `AuthenticationResponseJSON` for the server.
    func sign(_ options: JSONValue?) async throws(AuthError) -> JSONValue {
        var options = try read(options, as: PublicKeyCredentialRequestOptions.self)
        options.relyingPartyID = try checked(options.relyingPartyID)
        return try encoded(try await authenticator.signWithPasskey(options, origin: origin))
    }

    /// Returns the relying party's identifier, as a browser would accept it (WebAuthn Level 3 §5.1.3 step 8).
    ///
    /// Otherwise a server could relay the challenge of another one.
    private func checked(_ relyingPartyID: String?) throws(AuthError) -> String {
        guard let id = relyingPartyID?.lowercased() else { return host }
        guard id == host || id.contains(".") && host.hasSuffix("." + id) else {
            throw .invalidResponse("The server requested a passkey of another domain.")
        }
        return id
    }

    private func read<Options: Decodable>(
        _ options: JSONValue?,
        as type: Options.Type
    ) throws(AuthError) -> Options {
        do throws(WireError) {
            return try JSONCoding.decode(type, from: JSONCoding.encode(options ?? .null))
        } catch {
            throw .invalidResponse("The server’s options for passkeys are invalid.", underlying: error.message)
        }
    }

    private func encoded(_ response: some Encodable) throws(AuthError) -> JSONValue {
        do throws(WireError) {
            return try JSONCoding.decode(JSONValue.self, from: JSONCoding.encode(response))
        } catch {
            throw .invalidResponse("The authenticator’s response is invalid.", underlying: error.message)
        }
    }
}

extension AuthError {
    /// The error of a client without an authenticator.
    fileprivate static var missingPasskeyAuthenticator: AuthError {
        AuthError(
            .passkeyUnavailable,
            "The client has no authenticator for passkeys. Set one in its configuration.",
            recovery: .fixConfiguration
        )
    }
}
