import GatehouseStore
package import GatehouseWire

extension ClientRegistration {
    /// An app of Login with Amazon on people's devices, known by its bundle identifier: with an API key instead of a secret.
    ///
    /// - Throws: `invalid_client_metadata` for a bundle identifier that cannot be one.
    package static func amazonApp(
        name: String,
        bundleID: String,
        random: RandomSource
    ) throws(OAuthError) -> ClientRegistration {
        guard let redirectURI = AmazonRedirect.app(bundleID: bundleID) else {
            throw OAuthError(
                .invalidClientMetadata,
                "The bundle identifier needs 1 to 155 letters, digits, dots and hyphens."
            )
        }
        return ClientRegistration(
            id: amazonClientID(random),
            name: name,
            kind: .public,
            redirectURIs: [redirectURI.rawValue, AmazonRedirect.loopback],
            grantTypes: [.authorizationCode, .refreshToken, .deviceCode],
            scopes: AmazonScopes.all
        )
    }

    /// A website of Login with Amazon: with a secret, and without PKCE where its library knows none.
    ///
    /// Amazon's refresh tokens do not rotate, so libraries such as python-amazon-sp-api send one from their
    /// configuration forever.
    package static func amazonSite(name: String, random: RandomSource) -> ClientRegistration {
        ClientRegistration(
            id: amazonClientID(random),
            name: name,
            kind: .confidential,
            scopes: AmazonScopes.all,
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
