/// The registration of a client in the format for developers (RFC 7591 §3.2.1).
public struct ClientInformation: Sendable, Hashable, Codable {
    /// The client identifier.
    public var clientID: String
    /// The client secret; absent for a public client, and after it has been shown once.
    public var clientSecret: Secret?
    /// The time when the client was registered.
    public var clientIDIssuedAt: UnixTime?
    /// The time when the secret expires; zero if it does not expire.
    ///
    /// Present if there is a secret.
    public var clientSecretExpiresAt: UnixTime?
    /// The name shown to users.
    public var clientName: String?
    /// The URL of the client's home page.
    public var clientURI: String?
    /// The URL of the client's logo.
    public var logoURI: String?
    /// The URL of the client's terms of service.
    public var termsOfServiceURI: String?
    /// The URL of the client's privacy policy.
    public var policyURI: String?
    /// The contacts responsible for the client.
    public var contacts: [String]?
    /// The type of the application, web or native.
    public var applicationType: ApplicationType?
    /// The registered redirect URIs.
    public var redirectURIs: [String]?
    /// The registered post-logout redirect URIs.
    public var postLogoutRedirectURIs: [String]?
    /// The response types that the client may use.
    public var responseTypes: [ResponseType]?
    /// The grant types that the client may use.
    public var grantTypes: [GrantType]?
    /// The scopes that the client may request.
    public var scope: ScopeSet?
    /// The client authentication method of the token endpoint.
    public var tokenEndpointAuthMethod: ClientAuthenticationMethod?
    /// The signature algorithm of the client's ID tokens.
    public var idTokenSigningAlgorithm: SigningAlgorithm?
    /// The default of `max_age`: the maximum number of seconds since the user last entered a password or code.
    public var defaultMaxAge: Int?
    /// The API key of a Login with Amazon app, if it was just created.
    public var apiKey: String?
    /// The app key of a Kii app, if it was just created.
    public var kiiAppKey: Secret?
    /// The administrator secret of a Kii app, if it was just created.
    public var kiiAdminSecret: Secret?

    /// Creates a client registration.
    package init(
        clientID: String,
        clientSecret: Secret? = nil,
        clientIDIssuedAt: UnixTime? = nil,
        clientSecretExpiresAt: UnixTime? = nil,
        clientName: String? = nil,
        clientURI: String? = nil,
        logoURI: String? = nil,
        termsOfServiceURI: String? = nil,
        policyURI: String? = nil,
        contacts: [String]? = nil,
        applicationType: ApplicationType? = nil,
        redirectURIs: [String]? = nil,
        postLogoutRedirectURIs: [String]? = nil,
        responseTypes: [ResponseType]? = nil,
        grantTypes: [GrantType]? = nil,
        scope: ScopeSet? = nil,
        tokenEndpointAuthMethod: ClientAuthenticationMethod? = nil,
        idTokenSigningAlgorithm: SigningAlgorithm? = nil,
        defaultMaxAge: Int? = nil
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.clientIDIssuedAt = clientIDIssuedAt
        self.clientSecretExpiresAt = clientSecretExpiresAt
        self.clientName = clientName
        self.clientURI = clientURI
        self.logoURI = logoURI
        self.termsOfServiceURI = termsOfServiceURI
        self.policyURI = policyURI
        self.contacts = contacts
        self.applicationType = applicationType
        self.redirectURIs = redirectURIs
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
        self.responseTypes = responseTypes
        self.grantTypes = grantTypes
        self.scope = scope
        self.tokenEndpointAuthMethod = tokenEndpointAuthMethod
        self.idTokenSigningAlgorithm = idTokenSigningAlgorithm
        self.defaultMaxAge = defaultMaxAge
    }

    private enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
        case clientSecret = "client_secret"
        case clientIDIssuedAt = "client_id_issued_at"
        case clientSecretExpiresAt = "client_secret_expires_at"
        case clientName = "client_name"
        case clientURI = "client_uri"
        case logoURI = "logo_uri"
        case termsOfServiceURI = "tos_uri"
        case policyURI = "policy_uri"
        case contacts
        case applicationType = "application_type"
        case redirectURIs = "redirect_uris"
        case postLogoutRedirectURIs = "post_logout_redirect_uris"
        case responseTypes = "response_types"
        case grantTypes = "grant_types"
        case scope
        case tokenEndpointAuthMethod = "token_endpoint_auth_method"
        case idTokenSigningAlgorithm = "id_token_signed_response_alg"
        case defaultMaxAge = "default_max_age"
        case apiKey = "api_key"
        case kiiAppKey = "kii_app_key"
        case kiiAdminSecret = "kii_admin_secret"
    }
}

/// A type of application (OpenID Connect Dynamic Client Registration §2).
public struct ApplicationType: ExtensibleValue {
    /// The value as sent on the wire.
    public let rawValue: String

    /// Creates a value from its wire form.
    ///
    /// - Parameter rawValue: The value, verbatim.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An application that runs in a browser or on a server.
    public static let web = Self(rawValue: "web")
    /// An application that is installed on a device.
    public static let native = Self(rawValue: "native")
}
