/// The metadata of a client (RFC 7591 §2, OpenID Connect Dynamic Client Registration §2, RFC 9126 §6, RFC 9449 §5.2).
///
/// Absent members are `nil`; other members of the registry are ignored.
public struct ClientMetadata: Sendable, Hashable, Codable {
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
    /// The algorithm with which the client signs its assertions at the token endpoint.
    public var tokenEndpointAuthSigningAlgorithm: SigningAlgorithm?
    /// The client's public keys; not together with ``jwksURI``.
    public var keySet: JSONWebKeySet?
    /// The URL of the client's public keys.
    public var jwksURI: String?
    /// The identifier of the software, the same for all its instances.
    public var softwareID: String?
    /// The version of the software.
    public var softwareVersion: String?
    /// A JWT with metadata that its issuer asserts (RFC 7591 §2.3).
    public var softwareStatement: String?
    /// The type of subject identifiers that the client receives.
    public var subjectType: SubjectType?
    /// The URL of the redirect URIs of the client's sector (OpenID Connect Core §8.1).
    public var sectorIdentifierURI: String?
    /// The signature algorithm of the client's ID tokens.
    public var idTokenSigningAlgorithm: SigningAlgorithm?
    /// The signature algorithm of UserInfo responses; they are not signed if absent.
    public var userInfoSigningAlgorithm: SigningAlgorithm?
    /// The algorithm with which the client signs its request objects.
    public var requestObjectSigningAlgorithm: SigningAlgorithm?
    /// A Boolean value that indicates whether authorization requests must be signed (RFC 9101 §10.5).
    public var requiresSignedRequestObject: Bool?
    /// A Boolean value that indicates whether authorization requests must be pushed (RFC 9126 §6).
    public var requiresPushedAuthorizationRequests: Bool?
    /// A Boolean value that indicates whether the client's access tokens are always bound to a key (RFC 9449 §5.2).
    public var bindsAccessTokensToKeys: Bool?
    /// The default of `max_age`: the maximum number of seconds since the user last entered a password or code.
    public var defaultMaxAge: Int?
    /// A Boolean value that indicates whether ID tokens must contain `auth_time`.
    public var requiresAuthenticationTime: Bool?
    /// The default of `acr_values`.
    public var defaultACRValues: [ACR]?
    /// The URL at which another party can start a sign-in (OpenID Connect Core §4).
    public var initiateLoginURI: String?
    /// The URL that receives logout tokens (OpenID Connect Back-Channel Logout §2.2).
    public var backChannelLogoutURI: String?
    /// A Boolean value that indicates whether logout tokens must contain `sid`.
    public var requiresBackChannelLogoutSession: Bool?

    /// Creates metadata without members.
    public init() {}

    /// The names of the members.
    enum CodingKeys: String, CodingKey, CaseIterable {
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
        case tokenEndpointAuthSigningAlgorithm = "token_endpoint_auth_signing_alg"
        case keySet = "jwks"
        case jwksURI = "jwks_uri"
        case softwareID = "software_id"
        case softwareVersion = "software_version"
        case softwareStatement = "software_statement"
        case subjectType = "subject_type"
        case sectorIdentifierURI = "sector_identifier_uri"
        case idTokenSigningAlgorithm = "id_token_signed_response_alg"
        case userInfoSigningAlgorithm = "userinfo_signed_response_alg"
        case requestObjectSigningAlgorithm = "request_object_signing_alg"
        case requiresSignedRequestObject = "require_signed_request_object"
        case requiresPushedAuthorizationRequests = "require_pushed_authorization_requests"
        case bindsAccessTokensToKeys = "dpop_bound_access_tokens"
        case defaultMaxAge = "default_max_age"
        case requiresAuthenticationTime = "require_auth_time"
        case defaultACRValues = "default_acr_values"
        case initiateLoginURI = "initiate_login_uri"
        case backChannelLogoutURI = "backchannel_logout_uri"
        case requiresBackChannelLogoutSession = "backchannel_logout_session_required"
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
