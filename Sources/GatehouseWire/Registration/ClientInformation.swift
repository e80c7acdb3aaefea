/// A registered client as its developer gets it (RFC 7591 §3.2.1).
public struct ClientInformation: Sendable, Hashable, Codable {
    /// The client's identifier.
    public var clientID: String
    /// The client's secret; absent for a public client, and whenever it cannot be shown any more.
    public var clientSecret: Secret?
    /// When the client was registered.
    public var clientIDIssuedAt: UnixTime?
    /// When the secret expires; zero for never.
    ///
    /// Present whenever a secret is.
    public var clientSecretExpiresAt: UnixTime?
    /// The name people see.
    public var clientName: String?
    /// The client's home page.
    public var clientURI: String?
    /// The client's logo.
    public var logoURI: String?
    /// The client's terms of service.
    public var termsOfServiceURI: String?
    /// How the client uses data.
    public var policyURI: String?
    /// Whom to write to about the client.
    public var contacts: [String]?
    /// Whether the client is a web or a native application.
    public var applicationType: ApplicationType?
    /// Where browsers may be sent back to.
    public var redirectURIs: [String]?
    /// Where browsers may be sent after signing out.
    public var postLogoutRedirectURIs: [String]?
    /// Response types the client may ask for.
    public var responseTypes: [ResponseType]?
    /// Grants the client may use.
    public var grantTypes: [GrantType]?
    /// Scopes the client may ask for.
    public var scope: ScopeSet?
    /// How the client authenticates.
    public var tokenEndpointAuthMethod: ClientAuthenticationMethod?
    /// How the client's ID tokens are signed.
    public var idTokenSigningAlgorithm: SigningAlgorithm?
    /// The most seconds since the person last typed a password or code, unless a request says otherwise.
    public var defaultMaxAge: Int?
    /// The API key of an app of Login with Amazon, when it has just been made.
    public var apiKey: String?
    /// The key of an app of Kii, when it has just been made.
    public var kiiAppKey: Secret?
    /// The secret of the app's administrator, when it has just been made.
    public var kiiAdminSecret: Secret?

    /// A registered client.
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
