/// The registration of a client in the format for developers (RFC 7591 §3.2.1, RFC 7592 §3).
@dynamicMemberLookup
public struct ClientInformation: Sendable, Hashable {
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
    /// The access token for reading, changing and deleting the registration (RFC 7592 §3).
    public var registrationAccessToken: Secret?
    /// The URL of the registration (RFC 7592 §3).
    public var registrationClientURI: String?
    /// The metadata of the client, whose members are those of this type as well.
    public var metadata: ClientMetadata
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
        metadata: ClientMetadata = ClientMetadata()
    ) {
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.clientIDIssuedAt = clientIDIssuedAt
        self.clientSecretExpiresAt = clientSecretExpiresAt
        self.metadata = metadata
    }

    /// A member of the metadata.
    ///
    /// - Parameter member: The member.
    public subscript<Value>(dynamicMember member: WritableKeyPath<ClientMetadata, Value>) -> Value {
        get { metadata[keyPath: member] }
        set { metadata[keyPath: member] = newValue }
    }
}

extension ClientInformation: Codable {
    private enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
        case clientSecret = "client_secret"
        case clientIDIssuedAt = "client_id_issued_at"
        case clientSecretExpiresAt = "client_secret_expires_at"
        case registrationAccessToken = "registration_access_token"
        case registrationClientURI = "registration_client_uri"
        case apiKey = "api_key"
        case kiiAppKey = "kii_app_key"
        case kiiAdminSecret = "kii_admin_secret"
    }

    /// Decodes the registration of any server; unknown members are ignored.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if `client_id` is missing or a member is of the wrong type.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        clientID = try container.decode(String.self, forKey: .clientID)
        clientSecret = try container.decodeIfPresent(Secret.self, forKey: .clientSecret)
        clientIDIssuedAt = try container.decodeIfPresent(UnixTime.self, forKey: .clientIDIssuedAt)
        clientSecretExpiresAt = try container.decodeIfPresent(UnixTime.self, forKey: .clientSecretExpiresAt)
        registrationAccessToken = try container.decodeIfPresent(Secret.self, forKey: .registrationAccessToken)
        registrationClientURI = try container.decodeIfPresent(String.self, forKey: .registrationClientURI)
        apiKey = try container.decodeIfPresent(String.self, forKey: .apiKey)
        kiiAppKey = try container.decodeIfPresent(Secret.self, forKey: .kiiAppKey)
        kiiAdminSecret = try container.decodeIfPresent(Secret.self, forKey: .kiiAdminSecret)
        metadata = try ClientMetadata(from: decoder)
    }

    /// Encodes the registration as one object.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: Any error the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(clientID, forKey: .clientID)
        try container.encodeIfPresent(clientSecret, forKey: .clientSecret)
        try container.encodeIfPresent(clientIDIssuedAt, forKey: .clientIDIssuedAt)
        try container.encodeIfPresent(clientSecretExpiresAt, forKey: .clientSecretExpiresAt)
        try container.encodeIfPresent(registrationAccessToken, forKey: .registrationAccessToken)
        try container.encodeIfPresent(registrationClientURI, forKey: .registrationClientURI)
        try container.encodeIfPresent(apiKey, forKey: .apiKey)
        try container.encodeIfPresent(kiiAppKey, forKey: .kiiAppKey)
        try container.encodeIfPresent(kiiAdminSecret, forKey: .kiiAdminSecret)
        try metadata.encode(to: encoder)
    }
}
