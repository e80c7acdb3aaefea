public import GatehouseWire

/// An authenticator that creates passkeys and signs with them: the device, a security key, or another device nearby.
///
/// On Apple platforms ``ClientConfiguration/passkeyAuthenticator`` is the system's. Elsewhere there is no default; an
/// app can bring its own.
///
/// The client calls it only with a relying party that is the server's host or a domain above it. An authenticator
/// that writes the client data itself (WebAuthn Level 3 §5.8.1) puts the origin into it; for others the origin has no
/// meaning.
public protocol PasskeyAuthenticator: Sendable {
    /// Creates a passkey.
    ///
    /// - Parameters:
    ///   - options: The options of the server; the relying party has an identifier.
    ///   - origin: The origin of the server, such as `https://login.example.com`.
    /// - Returns: The response of the authenticator.
    /// - Throws: ``AuthError``: `cancelled` if the user cancelled; `passkeyUnavailable` if no authenticator can create
    ///   it; `passkeyAlreadyAdded` if the authenticator has one of the excluded credentials.
    func createPasskey(
        _ options: PublicKeyCredentialCreationOptions,
        origin: String
    ) async throws(AuthError) -> PasskeyRegistration

    /// Signs with a passkey.
    ///
    /// - Parameters:
    ///   - options: The options of the server, with the identifier of the relying party.
    ///   - origin: The origin of the server, such as `https://login.example.com`.
    /// - Returns: The response of the authenticator.
    /// - Throws: ``AuthError``: `cancelled` if the user cancelled; `passkeyUnavailable` if there is no authenticator
    ///   with an accepted passkey.
    func signWithPasskey(
        _ options: PublicKeyCredentialRequestOptions,
        origin: String
    ) async throws(AuthError) -> PasskeyAssertion
}
