public import Foundation

/// What a server says about itself (OpenID Connect Discovery §3, RFC 8414 §2); members it leaves out are `nil`.
public struct ServerMetadata: Sendable, Hashable, Codable {
    /// Who the server is; equal letter by letter to `iss` in its tokens.
    public var issuer: String
    /// Where a browser is sent to sign in.
    public var authorizationEndpoint: URL?
    /// Where grants become tokens.
    public var tokenEndpoint: URL?
    /// Where the person's claims are read.
    public var userInfoEndpoint: URL?
    /// Where the public keys are.
    public var jwksURI: URL?
    /// Where tokens are given back (RFC 7009).
    public var revocationEndpoint: URL?
    /// Where tokens are looked up (RFC 7662).
    public var introspectionEndpoint: URL?
    /// Where a device asks for a code (RFC 8628).
    public var deviceAuthorizationEndpoint: URL?
    /// Where a browser is sent to sign out (RP-Initiated Logout §2.1).
    public var endSessionEndpoint: URL?
    /// Where clients register themselves (RFC 7591).
    public var registrationEndpoint: URL?
    /// Scopes the server knows.
    public var scopesSupported: [Scope]?
    /// Response types the server grants.
    public var responseTypesSupported: [ResponseType]?
    /// Response modes; `query` and `fragment` when absent.
    public var responseModesSupported: [ResponseMode]?
    /// Grants.
    public var grantTypesSupported: [GrantType]?
    /// Authentication context classes.
    public var acrValuesSupported: [ACR]?
    /// Kinds of subject identifier.
    public var subjectTypesSupported: [SubjectType]?
    /// How ID tokens are signed.
    public var idTokenSigningAlgorithms: [SigningAlgorithm]?
    /// How clients authenticate at the token endpoint; HTTP Basic when absent.
    public var tokenEndpointAuthMethods: [ClientAuthenticationMethod]?
    /// How clients authenticate at the revocation endpoint.
    public var revocationEndpointAuthMethods: [ClientAuthenticationMethod]?
    /// How clients authenticate at the introspection endpoint.
    public var introspectionEndpointAuthMethods: [ClientAuthenticationMethod]?
    /// Display values.
    public var displayValuesSupported: [Display]?
    /// Prompt values.
    public var promptValuesSupported: [Prompt]?
    /// Claim types; `normal` when absent.
    public var claimTypesSupported: [String]?
    /// Claims the server may give.
    public var claimsSupported: [ClaimName]?
    /// Languages of the pages.
    public var uiLocalesSupported: [String]?
    /// PKCE methods (RFC 7636).
    public var codeChallengeMethodsSupported: [CodeChallengeMethod]?
    /// Whether `claims` is understood; `false` when absent.
    public var claimsParameterSupported: Bool?
    /// Whether `request` is understood; `false` when absent.
    public var requestParameterSupported: Bool?
    /// Whether `request_uri` is understood; `true` when absent.
    public var requestURIParameterSupported: Bool?
    /// Whether the authorization answer says who answers (RFC 9207); `false` when absent.
    public var issuerParameterSupported: Bool?
    /// A page for developers.
    public var serviceDocumentation: URL?
    /// A page on how data are used.
    public var policyURI: URL?
    /// The terms of service.
    public var termsOfServiceURI: URL?

    /// What a server says about itself.
    package init(
        issuer: String,
        authorizationEndpoint: URL? = nil,
        tokenEndpoint: URL? = nil,
        userInfoEndpoint: URL? = nil,
        jwksURI: URL? = nil,
        revocationEndpoint: URL? = nil,
        introspectionEndpoint: URL? = nil,
        deviceAuthorizationEndpoint: URL? = nil,
        endSessionEndpoint: URL? = nil,
        registrationEndpoint: URL? = nil,
        scopesSupported: [Scope]? = nil,
        responseTypesSupported: [ResponseType]? = nil,
        responseModesSupported: [ResponseMode]? = nil,
        grantTypesSupported: [GrantType]? = nil,
        acrValuesSupported: [ACR]? = nil,
        subjectTypesSupported: [SubjectType]? = nil,
        idTokenSigningAlgorithms: [SigningAlgorithm]? = nil,
        tokenEndpointAuthMethods: [ClientAuthenticationMethod]? = nil,
        revocationEndpointAuthMethods: [ClientAuthenticationMethod]? = nil,
        introspectionEndpointAuthMethods: [ClientAuthenticationMethod]? = nil,
        displayValuesSupported: [Display]? = nil,
        promptValuesSupported: [Prompt]? = nil,
        claimTypesSupported: [String]? = nil,
        claimsSupported: [ClaimName]? = nil,
        uiLocalesSupported: [String]? = nil,
        codeChallengeMethodsSupported: [CodeChallengeMethod]? = nil,
        claimsParameterSupported: Bool? = nil,
        requestParameterSupported: Bool? = nil,
        requestURIParameterSupported: Bool? = nil,
        issuerParameterSupported: Bool? = nil,
        serviceDocumentation: URL? = nil,
        policyURI: URL? = nil,
        termsOfServiceURI: URL? = nil
    ) {
        self.issuer = issuer
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.userInfoEndpoint = userInfoEndpoint
        self.jwksURI = jwksURI
        self.revocationEndpoint = revocationEndpoint
        self.introspectionEndpoint = introspectionEndpoint
        self.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint
        self.endSessionEndpoint = endSessionEndpoint
        self.registrationEndpoint = registrationEndpoint
        self.scopesSupported = scopesSupported
        self.responseTypesSupported = responseTypesSupported
        self.responseModesSupported = responseModesSupported
        self.grantTypesSupported = grantTypesSupported
        self.acrValuesSupported = acrValuesSupported
        self.subjectTypesSupported = subjectTypesSupported
        self.idTokenSigningAlgorithms = idTokenSigningAlgorithms
        self.tokenEndpointAuthMethods = tokenEndpointAuthMethods
        self.revocationEndpointAuthMethods = revocationEndpointAuthMethods
        self.introspectionEndpointAuthMethods = introspectionEndpointAuthMethods
        self.displayValuesSupported = displayValuesSupported
        self.promptValuesSupported = promptValuesSupported
        self.claimTypesSupported = claimTypesSupported
        self.claimsSupported = claimsSupported
        self.uiLocalesSupported = uiLocalesSupported
        self.codeChallengeMethodsSupported = codeChallengeMethodsSupported
        self.claimsParameterSupported = claimsParameterSupported
        self.requestParameterSupported = requestParameterSupported
        self.requestURIParameterSupported = requestURIParameterSupported
        self.issuerParameterSupported = issuerParameterSupported
        self.serviceDocumentation = serviceDocumentation
        self.policyURI = policyURI
        self.termsOfServiceURI = termsOfServiceURI
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
        case endSessionEndpoint = "end_session_endpoint"
        case registrationEndpoint = "registration_endpoint"
        case scopesSupported = "scopes_supported"
        case responseTypesSupported = "response_types_supported"
        case responseModesSupported = "response_modes_supported"
        case grantTypesSupported = "grant_types_supported"
        case acrValuesSupported = "acr_values_supported"
        case subjectTypesSupported = "subject_types_supported"
        case idTokenSigningAlgorithms = "id_token_signing_alg_values_supported"
        case tokenEndpointAuthMethods = "token_endpoint_auth_methods_supported"
        case revocationEndpointAuthMethods = "revocation_endpoint_auth_methods_supported"
        case introspectionEndpointAuthMethods = "introspection_endpoint_auth_methods_supported"
        case displayValuesSupported = "display_values_supported"
        case promptValuesSupported = "prompt_values_supported"
        case claimTypesSupported = "claim_types_supported"
        case claimsSupported = "claims_supported"
        case uiLocalesSupported = "ui_locales_supported"
        case codeChallengeMethodsSupported = "code_challenge_methods_supported"
        case claimsParameterSupported = "claims_parameter_supported"
        case requestParameterSupported = "request_parameter_supported"
        case requestURIParameterSupported = "request_uri_parameter_supported"
        case issuerParameterSupported = "authorization_response_iss_parameter_supported"
        case serviceDocumentation = "service_documentation"
        case policyURI = "op_policy_uri"
        case termsOfServiceURI = "op_tos_uri"
    }
}
