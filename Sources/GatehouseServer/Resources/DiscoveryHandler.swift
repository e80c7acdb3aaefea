import Foundation
package import GatehouseWire

/// The discovery documents `/.well-known/openid-configuration` and `/.well-known/oauth-authorization-server` (OpenID
/// Connect Discovery §3, RFC 8414 §2).
///
/// All URLs start with the configured issuer, whatever a request's headers contain.
package struct DiscoveryHandler: Sendable {
    /// The metadata, which is the same for every request.
    package let metadata: ServerMetadata

    package init(settings: ServerSettings, grantTypes: [GrantType], classes: [ACR]) {
        var metadata = Self.describe(issuer: settings.issuer, grantTypes: grantTypes, classes: classes)
        if settings.registration.mode != .off {
            metadata.registrationEndpoint = Self.url(RegistrationEndpoint.self, settings.issuer)
        }
        if settings.registration.acceptsMetadataDocuments { metadata.clientIDMetadataDocumentSupported = true }
        self.metadata = metadata
    }

    private static func describe(issuer: String, grantTypes: [GrantType], classes: [ACR]) -> ServerMetadata {
        let confidential: [ClientAuthenticationMethod] = [
            .clientSecretBasic, .clientSecretPost, .clientSecretJWT, .privateKeyJWT,
        ]
        let assertionAlgorithms = SigningAlgorithm.asymmetric + [.hs256]
        return ServerMetadata(
            issuer: issuer,
            authorizationEndpoint: url(AuthorizationEndpoint.self, issuer),
            tokenEndpoint: url(TokenEndpoint.self, issuer),
            userInfoEndpoint: url(UserInfoEndpoint.self, issuer),
            jwksURI: url(KeySetEndpoint.self, issuer),
            revocationEndpoint: url(RevocationEndpoint.self, issuer),
            introspectionEndpoint: url(IntrospectionEndpoint.self, issuer),
            deviceAuthorizationEndpoint: url(DeviceAuthorizationEndpoint.self, issuer),
            authorizationChallengeEndpoint: url(AuthorizationChallengeEndpoint.self, issuer),
            endSessionEndpoint: url(EndSessionEndpoint.self, issuer),
            pushedAuthorizationRequestEndpoint: url(PushedAuthorizationEndpoint.self, issuer),
            scopesSupported: [.openid, .profile, .email, .phone, .address, .offlineAccess, .account],
            responseTypesSupported: [.code],
            responseModesSupported: ResponseMode.known,
            grantTypesSupported: grantTypes,
            acrValuesSupported: classes,
            subjectTypesSupported: [.public, .pairwise],
            idTokenSigningAlgorithms: Keyring.algorithms,
            userInfoSigningAlgorithms: Keyring.algorithms,
            requestObjectSigningAlgorithms: SigningAlgorithm.asymmetric,
            dpopSigningAlgorithms: DPoPVerifier.algorithms,
            tokenEndpointAuthMethods: confidential + [.none],
            tokenEndpointAuthSigningAlgorithms: assertionAlgorithms,
            revocationEndpointAuthMethods: confidential + [.none],
            revocationEndpointAuthSigningAlgorithms: assertionAlgorithms,
            introspectionEndpointAuthMethods: confidential,
            introspectionEndpointAuthSigningAlgorithms: assertionAlgorithms,
            displayValuesSupported: [.page],
            promptValuesSupported: Prompt.known,
            claimsSupported: claims,
            uiLocalesSupported: Language.allCases.map(\.rawValue),
            codeChallengeMethodsSupported: [.s256],
            claimsParameterSupported: true,
            requestParameterSupported: true,
            requestURIParameterSupported: false,
            issuerParameterSupported: true,
            backChannelLogoutSupported: true,
            backChannelLogoutSessionSupported: true
        )
    }

    /// The claims of the supported scopes and of every ID token.
    private static let claims: [ClaimName] =
        [Scope.openid, .profile, .email, .phone, .address].flatMap(\.claims) + [
            .issuer, .audience, .expiresAt, .issuedAt, .authenticatedAt, .nonce, .acr, .amr, .sessionID,
            .accessTokenHash,
        ]

    private static func url<E: Endpoint>(_ endpoint: E.Type, _ issuer: String) -> URL? {
        URL(string: issuer + E.path)
    }
}
