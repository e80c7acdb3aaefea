public import Foundation
package import HTTPTypes

/// Authorization server metadata (OpenID Connect Discovery §3, RFC 8414 §2); absent members are `nil`.
public struct ServerMetadata: Sendable, Hashable, Codable {
    /// The issuer identifier; identical to `iss` in its tokens.
    public var issuer: String
    /// The URL of the authorization endpoint.
    public var authorizationEndpoint: URL?
    /// The URL of the token endpoint.
    public var tokenEndpoint: URL?
    /// The URL of the UserInfo endpoint.
    public var userInfoEndpoint: URL?
    /// The URL of the JSON Web Key Set.
    public var jwksURI: URL?
    /// The URL of the revocation endpoint (RFC 7009).
    public var revocationEndpoint: URL?
    /// The URL of the introspection endpoint (RFC 7662).
    public var introspectionEndpoint: URL?
    /// The URL of the device authorization endpoint (RFC 8628).
    public var deviceAuthorizationEndpoint: URL?
    /// The URL of the authorization challenge endpoint (OAuth 2.0 for First-Party Applications, draft 04, §4).
    public var authorizationChallengeEndpoint: URL?
    /// The URL of the end session endpoint (RP-Initiated Logout §2.1).
    public var endSessionEndpoint: URL?
    /// The URL of the dynamic client registration endpoint (RFC 7591).
    public var registrationEndpoint: URL?
    /// The URL of the pushed authorization request endpoint (RFC 9126).
    public var pushedAuthorizationRequestEndpoint: URL?
    /// The supported scopes.
    public var scopesSupported: [Scope]?
    /// The supported response types.
    public var responseTypesSupported: [ResponseType]?
    /// The supported response modes; `query` and `fragment` if absent.
    public var responseModesSupported: [ResponseMode]?
    /// The supported grant types.
    public var grantTypesSupported: [GrantType]?
    /// The supported authentication context classes.
    public var acrValuesSupported: [ACR]?
    /// The supported types of subject identifiers.
    public var subjectTypesSupported: [SubjectType]?
    /// The signature algorithms of ID tokens.
    public var idTokenSigningAlgorithms: [SigningAlgorithm]?
    /// The signature algorithms of UserInfo responses.
    public var userInfoSigningAlgorithms: [SigningAlgorithm]?
    /// The signature algorithms of request objects (RFC 9101).
    public var requestObjectSigningAlgorithms: [SigningAlgorithm]?
    /// The signature algorithms of DPoP proofs (RFC 9449 §5.1); absent if the server does not support DPoP.
    public var dpopSigningAlgorithms: [SigningAlgorithm]?
    /// The client authentication methods of the token endpoint; HTTP Basic if absent.
    public var tokenEndpointAuthMethods: [ClientAuthenticationMethod]?
    /// The signature algorithms of client assertions at the token endpoint.
    public var tokenEndpointAuthSigningAlgorithms: [SigningAlgorithm]?
    /// The client authentication methods of the revocation endpoint.
    public var revocationEndpointAuthMethods: [ClientAuthenticationMethod]?
    /// The signature algorithms of client assertions at the revocation endpoint.
    public var revocationEndpointAuthSigningAlgorithms: [SigningAlgorithm]?
    /// The client authentication methods of the introspection endpoint.
    public var introspectionEndpointAuthMethods: [ClientAuthenticationMethod]?
    /// The signature algorithms of client assertions at the introspection endpoint.
    public var introspectionEndpointAuthSigningAlgorithms: [SigningAlgorithm]?
    /// The supported values of `display`.
    public var displayValuesSupported: [Display]?
    /// The supported values of `prompt`.
    public var promptValuesSupported: [Prompt]?
    /// The claims that the server may provide.
    public var claimsSupported: [ClaimName]?
    /// The languages of the pages.
    public var uiLocalesSupported: [String]?
    /// The supported PKCE methods (RFC 7636).
    public var codeChallengeMethodsSupported: [CodeChallengeMethod]?
    /// A Boolean value that indicates whether the server supports `claims`; `false` if absent.
    public var claimsParameterSupported: Bool?
    /// A Boolean value that indicates whether the server supports `request`; `false` if absent.
    public var requestParameterSupported: Bool?
    /// A Boolean value that indicates whether the server supports `request_uri`; `true` if absent.
    public var requestURIParameterSupported: Bool?
    /// A Boolean value that indicates whether authorization responses contain `iss` (RFC 9207); `false` if absent.
    public var issuerParameterSupported: Bool?
    /// A Boolean value that indicates whether authorization requests must be pushed (RFC 9126 §5); `false` if absent.
    public var requiresPushedAuthorizationRequests: Bool?
    /// A Boolean value that indicates whether authorization requests must be signed (RFC 9101 §10.5); `false` if
    /// absent.
    public var requiresSignedRequestObject: Bool?
    /// A Boolean value that indicates whether a client identifier may be the URL of the client's metadata; `false` if
    /// absent.
    public var clientIDMetadataDocumentSupported: Bool?
    /// A Boolean value that indicates whether the server sends logout tokens (Back-Channel Logout §2.1); `false` if
    /// absent.
    public var backChannelLogoutSupported: Bool?
    /// A Boolean value that indicates whether logout tokens can contain `sid`; `false` if absent.
    public var backChannelLogoutSessionSupported: Bool?
    /// The identifiers of the resources that the server issues tokens for (RFC 9728 §4).
    public var protectedResources: [String]?

    /// Creates server metadata.
    package init(
        issuer: String,
        authorizationEndpoint: URL? = nil,
        tokenEndpoint: URL? = nil,
        userInfoEndpoint: URL? = nil,
        jwksURI: URL? = nil,
        revocationEndpoint: URL? = nil,
        introspectionEndpoint: URL? = nil,
        deviceAuthorizationEndpoint: URL? = nil,
        authorizationChallengeEndpoint: URL? = nil,
        endSessionEndpoint: URL? = nil,
        registrationEndpoint: URL? = nil,
        pushedAuthorizationRequestEndpoint: URL? = nil,
        scopesSupported: [Scope]? = nil,
        responseTypesSupported: [ResponseType]? = nil,
        responseModesSupported: [ResponseMode]? = nil,
        grantTypesSupported: [GrantType]? = nil,
        acrValuesSupported: [ACR]? = nil,
        subjectTypesSupported: [SubjectType]? = nil,
        idTokenSigningAlgorithms: [SigningAlgorithm]? = nil,
        userInfoSigningAlgorithms: [SigningAlgorithm]? = nil,
        requestObjectSigningAlgorithms: [SigningAlgorithm]? = nil,
        dpopSigningAlgorithms: [SigningAlgorithm]? = nil,
        tokenEndpointAuthMethods: [ClientAuthenticationMethod]? = nil,
        tokenEndpointAuthSigningAlgorithms: [SigningAlgorithm]? = nil,
        revocationEndpointAuthMethods: [ClientAuthenticationMethod]? = nil,
        revocationEndpointAuthSigningAlgorithms: [SigningAlgorithm]? = nil,
        introspectionEndpointAuthMethods: [ClientAuthenticationMethod]? = nil,
        introspectionEndpointAuthSigningAlgorithms: [SigningAlgorithm]? = nil,
        displayValuesSupported: [Display]? = nil,
        promptValuesSupported: [Prompt]? = nil,
        claimsSupported: [ClaimName]? = nil,
        uiLocalesSupported: [String]? = nil,
        codeChallengeMethodsSupported: [CodeChallengeMethod]? = nil,
        claimsParameterSupported: Bool? = nil,
        requestParameterSupported: Bool? = nil,
        requestURIParameterSupported: Bool? = nil,
        issuerParameterSupported: Bool? = nil,
        requiresPushedAuthorizationRequests: Bool? = nil,
        requiresSignedRequestObject: Bool? = nil,
        clientIDMetadataDocumentSupported: Bool? = nil,
        backChannelLogoutSupported: Bool? = nil,
        backChannelLogoutSessionSupported: Bool? = nil,
        protectedResources: [String]? = nil
    ) {
        self.issuer = issuer
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.userInfoEndpoint = userInfoEndpoint
        self.jwksURI = jwksURI
        self.revocationEndpoint = revocationEndpoint
        self.introspectionEndpoint = introspectionEndpoint
        self.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint
        self.authorizationChallengeEndpoint = authorizationChallengeEndpoint
        self.endSessionEndpoint = endSessionEndpoint
        self.registrationEndpoint = registrationEndpoint
        self.pushedAuthorizationRequestEndpoint = pushedAuthorizationRequestEndpoint
        self.scopesSupported = scopesSupported
        self.responseTypesSupported = responseTypesSupported
        self.responseModesSupported = responseModesSupported
        self.grantTypesSupported = grantTypesSupported
        self.acrValuesSupported = acrValuesSupported
        self.subjectTypesSupported = subjectTypesSupported
        self.idTokenSigningAlgorithms = idTokenSigningAlgorithms
        self.userInfoSigningAlgorithms = userInfoSigningAlgorithms
        self.requestObjectSigningAlgorithms = requestObjectSigningAlgorithms
        self.dpopSigningAlgorithms = dpopSigningAlgorithms
        self.tokenEndpointAuthMethods = tokenEndpointAuthMethods
        self.tokenEndpointAuthSigningAlgorithms = tokenEndpointAuthSigningAlgorithms
        self.revocationEndpointAuthMethods = revocationEndpointAuthMethods
        self.revocationEndpointAuthSigningAlgorithms = revocationEndpointAuthSigningAlgorithms
        self.introspectionEndpointAuthMethods = introspectionEndpointAuthMethods
        self.introspectionEndpointAuthSigningAlgorithms = introspectionEndpointAuthSigningAlgorithms
        self.displayValuesSupported = displayValuesSupported
        self.promptValuesSupported = promptValuesSupported
        self.claimsSupported = claimsSupported
        self.uiLocalesSupported = uiLocalesSupported
        self.codeChallengeMethodsSupported = codeChallengeMethodsSupported
        self.claimsParameterSupported = claimsParameterSupported
        self.requestParameterSupported = requestParameterSupported
        self.requestURIParameterSupported = requestURIParameterSupported
        self.issuerParameterSupported = issuerParameterSupported
        self.requiresPushedAuthorizationRequests = requiresPushedAuthorizationRequests
        self.requiresSignedRequestObject = requiresSignedRequestObject
        self.clientIDMetadataDocumentSupported = clientIDMetadataDocumentSupported
        self.backChannelLogoutSupported = backChannelLogoutSupported
        self.backChannelLogoutSessionSupported = backChannelLogoutSessionSupported
        self.protectedResources = protectedResources
    }

    private enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case userInfoEndpoint = "userinfo_endpoint"
        case jwksURI = "jwks_uri"
        case revocationEndpoint = "revocation_endpoint"
        case introspectionEndpoint = "introspection_endpoint"
        case deviceAuthorizationEndpoint = "device_authorization_endpoint"
        case authorizationChallengeEndpoint = "authorization_challenge_endpoint"
        case endSessionEndpoint = "end_session_endpoint"
        case registrationEndpoint = "registration_endpoint"
        case pushedAuthorizationRequestEndpoint = "pushed_authorization_request_endpoint"
        case scopesSupported = "scopes_supported"
        case responseTypesSupported = "response_types_supported"
        case responseModesSupported = "response_modes_supported"
        case grantTypesSupported = "grant_types_supported"
        case acrValuesSupported = "acr_values_supported"
        case subjectTypesSupported = "subject_types_supported"
        case idTokenSigningAlgorithms = "id_token_signing_alg_values_supported"
        case userInfoSigningAlgorithms = "userinfo_signing_alg_values_supported"
        case requestObjectSigningAlgorithms = "request_object_signing_alg_values_supported"
        case dpopSigningAlgorithms = "dpop_signing_alg_values_supported"
        case tokenEndpointAuthMethods = "token_endpoint_auth_methods_supported"
        case tokenEndpointAuthSigningAlgorithms = "token_endpoint_auth_signing_alg_values_supported"
        case revocationEndpointAuthMethods = "revocation_endpoint_auth_methods_supported"
        case revocationEndpointAuthSigningAlgorithms = "revocation_endpoint_auth_signing_alg_values_supported"
        case introspectionEndpointAuthMethods = "introspection_endpoint_auth_methods_supported"
        case introspectionEndpointAuthSigningAlgorithms = "introspection_endpoint_auth_signing_alg_values_supported"
        case displayValuesSupported = "display_values_supported"
        case promptValuesSupported = "prompt_values_supported"
        case claimsSupported = "claims_supported"
        case uiLocalesSupported = "ui_locales_supported"
        case codeChallengeMethodsSupported = "code_challenge_methods_supported"
        case claimsParameterSupported = "claims_parameter_supported"
        case requestParameterSupported = "request_parameter_supported"
        case requestURIParameterSupported = "request_uri_parameter_supported"
        case issuerParameterSupported = "authorization_response_iss_parameter_supported"
        case requiresPushedAuthorizationRequests = "require_pushed_authorization_requests"
        case requiresSignedRequestObject = "require_signed_request_object"
        case clientIDMetadataDocumentSupported = "client_id_metadata_document_supported"
        case backChannelLogoutSupported = "backchannel_logout_supported"
        case backChannelLogoutSessionSupported = "backchannel_logout_session_supported"
        case protectedResources = "protected_resources"
    }
}

extension ServerMetadata: JSONResponse {
    package var fields: HTTPFields { .publicJSON(maxAge: 300) }
}

/// The OpenID Connect configuration endpoint (OpenID Connect Discovery §4).
package enum OpenIDConfigurationEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = ServerMetadata

    package static let method = HTTPRequest.Method.get
    package static let path = "/.well-known/openid-configuration"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]
}

/// The same metadata at the location for OAuth clients (RFC 8414 §3).
package enum AuthorizationServerMetadataEndpoint: Endpoint {
    package typealias Request = EmptyRequest
    package typealias Response = ServerMetadata

    package static let method = HTTPRequest.Method.get
    package static let path = "/.well-known/oauth-authorization-server"
    package static let errors: Set<OAuthErrorCode> = [.serverError, .temporarilyUnavailable]
}
