import Foundation
import GatehouseJOSE
package import GatehouseStore
package import GatehouseWire

extension ClientRegistration {
    /// Creates the registration of a Login with Amazon app, identified by its bundle identifier and with an API key
    /// instead of a secret.
    ///
    /// - Throws: `invalid_client_metadata` for an invalid bundle identifier.
    package static func amazonApp(
        name: String,
        bundleID: String,
        random: RandomSource
    ) throws(OAuthError) -> ClientRegistration {
        guard let redirectURI = AmazonRedirect.app(bundleID: bundleID) else {
            throw OAuthError(
                .invalidClientMetadata,
                "The bundle identifier must have 1 to 155 letters, digits, dots and hyphens."
            )
        }
        return ClientRegistration(
            id: amazonClientID(random),
            name: name,
            kind: .public,
            redirectURIs: [redirectURI.rawValue, AmazonRedirect.loopback],
            grantTypes: [.authorizationCode, .refreshToken, .deviceCode],
            scopes: AmazonScopeMapping.all
        )
    }

    /// Creates the registration of a Login with Amazon website, with a secret and without mandatory PKCE.
    ///
    /// Amazon's refresh tokens do not rotate, so libraries such as python-amazon-sp-api send one from their
    /// configuration forever.
    package static func amazonSite(name: String, random: RandomSource) -> ClientRegistration {
        ClientRegistration(
            id: amazonClientID(random),
            name: name,
            kind: .confidential,
            scopes: AmazonScopeMapping.all,
            authenticationMethod: .clientSecretPost,
            requiresPKCE: false,
            refreshRecovery: .journalled
        )
    }

    private static func amazonClientID(_ random: RandomSource) -> Client.ID {
        let digits = random.bytes(16).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }
        return Client.ID(AmazonIdentifier.client.make(digits.joined()))
    }
}

extension Client {
    /// Whether the client is registered for Login with Amazon; its endpoints reject all other clients.
    ///
    /// Confines the protocol's weaker rules to the clients that need them.
    package var isAmazonClient: Bool { scopes.contains(.amazonUserID) }

    /// Rejects clients of other protocols.
    ///
    /// - Throws: `unauthorized_client`.
    func requireAmazonRegistration() throws(OAuthError) {
        guard isAmazonClient else {
            throw OAuthError(.unauthorizedClient, "The client is not authorized to use Login with Amazon.")
        }
    }
}

extension ClientAuthenticationRule {
    /// Allows HTTP Basic and form credentials in one request.
    package static let amazon = ClientAuthenticationRule { form, authorization throws(OAuthError) in
        try ClientAuthentication.amazon(form: form, authorization: authorization)
    }
}

/// Issues the API keys of apps, signed with the server's RSA key.
package struct AmazonAPIKeyIssuer: Sendable {
    let issuer: String
    let keys: KeyLookup
    let environment: ServerEnvironment

    /// Returns the API key of an app.
    ///
    /// - Throws: `temporarily_unavailable` or `server_error` if the key cannot be signed.
    package func apiKey(clientID: String, bundleID: String) async throws(OAuthError) -> String {
        let key = AmazonAPIKey(
            issuer: issuer,
            clientID: clientID,
            bundleID: bundleID,
            id: UUID(random: environment.random).text,
            issuedAt: environment.now.milliseconds
        )
        guard let key else { throw .broken }
        return key.text(signature: try await keys.signature(for: Data(key.unsigned.utf8), with: .rs256))
    }
}
