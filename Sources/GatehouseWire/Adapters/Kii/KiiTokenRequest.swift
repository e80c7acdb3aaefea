/// A token request, as JSON or as a form.
package struct KiiTokenRequest: KiiRequest, Hashable {
    /// The grant of a token request.
    package enum Grant: Sendable, Hashable {
        /// A user name with or without its type, and the password.
        case password(username: String, Secret)
        case refreshToken(Secret)
        /// The app itself: its key yields a token without a user, its administrator secret a token that manages users.
        case client(id: String, Secret)
        /// A grant type that is not supported.
        case other(GrantType)
    }

    package var grant: Grant
    /// The requested expiration of the token, if earlier than the default.
    package var expiresAt: KiiTime?
    /// The requested scopes; `nil` for all that are registered for the app.
    package var scope: ScopeSet?
    /// Whether the request named the grant type, which one of the two endpoints requires.
    package var namesGrant: Bool

    package init(_ grant: Grant, expiresAt: KiiTime? = nil, scope: ScopeSet? = nil) {
        self.grant = grant
        self.expiresAt = expiresAt
        self.scope = scope
        namesGrant = true
    }

    package init(members: KiiJSONObject) throws(KiiWireError) {
        let named = try members.text(.grantType).map(GrantType.init(rawValue:))
        namesGrant = named != nil
        switch named ?? Self.grantType(of: members) {
        case .password?:
            grant = .password(
                username: try Self.required(members.text(.username), .username),
                try Self.required(members.secret(.password), .password)
            )
        case .refreshToken?:
            grant = .refreshToken(Secret(try Self.required(members.text(.grantRefreshToken), .grantRefreshToken)))
        case .clientCredentials?:
            grant = .client(
                id: try Self.required(members.text(.clientID), .clientID),
                Secret(try Self.required(members.text(.clientSecret), .clientSecret))
            )
        case let other?: grant = .other(other)
        case nil: throw KiiWireError.oauth(.invalidRequest, "Missing required parameter: grant_type.")
        }
        scope = try members.text(.scope).map { text throws(KiiWireError) in
            guard let scopes = ScopeSet(parsing: text) else {
                throw KiiWireError.invalid(.scope, "must be a list of scopes")
            }
            return scopes
        }
        guard let expiry = members[.expiresAt] ?? members[.expiresAtSnakeCase], expiry != .null else {
            expiresAt = nil
            return
        }
        guard let time = KiiTime(expiry) else {
            throw KiiWireError.invalid(.expiresAt, "must be a number of milliseconds since 1970")
        }
        expiresAt = time
    }

    /// Reads the request from a form.
    ///
    /// - Throws: `invalid_request` if a parameter is repeated.
    package init(parameters: Parameters) throws(KiiWireError) {
        guard parameters.duplicates.isEmpty else {
            throw KiiWireError.oauth(.invalidRequest, "A parameter must not be included more than once.")
        }
        let values = parameters.elements.map { ($0.name, JSONValue.string($0.value)) }
        try self.init(members: KiiJSONObject(Dictionary(values) { _, later in later }))
    }

    package var members: KiiJSONObject {
        var members = KiiJSONObject()
        switch grant {
        case .password(let username, let password):
            members.set(.grantType, GrantType.password.rawValue)
            members.set(.username, username)
            members.set(.password, password)
        case .refreshToken(let token):
            members.set(.grantType, GrantType.refreshToken.rawValue)
            members.set(.grantRefreshToken, token)
        case .client(let id, let secret):
            members.set(.grantType, GrantType.clientCredentials.rawValue)
            members.set(.clientID, id)
            members.set(.clientSecret, secret)
        case .other(let type):
            members.set(.grantType, type.rawValue)
        }
        members.set(.expiresAt, expiresAt)
        members.set(.scope, scope?.description)
        return members
    }

    package var mediaType: KiiMediaType { .tokenRequest }

    /// Infers the grant type if the request does not name it.
    private static func grantType(of members: KiiJSONObject) -> GrantType? {
        if members[.username] != nil { return .password }
        if members[.grantRefreshToken] != nil { return .refreshToken }
        if members[.clientID] != nil { return .clientCredentials }
        return nil
    }

    private static func required<Value>(_ value: Value?, _ name: KiiMemberName) throws(KiiWireError) -> Value {
        guard let value else { throw KiiWireError.oauth(.invalidRequest, "Missing required parameter: \(name).") }
        return value
    }
}

extension KiiMemberName {
    fileprivate static let grantType = Self(rawValue: ParameterName.grantType.rawValue)
    fileprivate static let username = Self(rawValue: ParameterName.username.rawValue)
    fileprivate static let scope = Self(rawValue: ParameterName.scope.rawValue)
    fileprivate static let clientID = Self(rawValue: ParameterName.clientID.rawValue)
    fileprivate static let clientSecret = Self(rawValue: ParameterName.clientSecret.rawValue)
    fileprivate static let grantRefreshToken = Self(rawValue: ParameterName.refreshToken.rawValue)
}

/// A token response.
package struct KiiTokenResponse: JSONResponse, Hashable {
    /// The identifier of the user, or of the app for a token without a user.
    package var id: String
    package var accessToken: Secret
    /// The number of seconds until the token expires; some servers send the largest integer for no expiration.
    package var expiresIn: Int64?
    package var tokenType: TokenType
    package var refreshToken: Secret?
    package var scope: ScopeSet?

    package init(
        id: String,
        accessToken: Secret,
        expiresIn: Int64?,
        refreshToken: Secret? = nil,
        scope: ScopeSet? = nil
    ) {
        self.id = id
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        tokenType = .kiiBearer
        self.refreshToken = refreshToken
        self.scope = scope
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case accessToken = "access_token"
        case expiresIn = "expires_in"
        case tokenType = "token_type"
        case refreshToken = "refresh_token"
        case scope
    }
}

/// The administrator's scope of the Kii API.
extension Scope {
    /// Permits managing the accounts of an app; for its administrator only, never granted to users.
    public static let manageAccounts = Self(rawValue: "accounts:manage")
}

extension TokenType {
    /// The spelling of Kii; some clients send it back as the scheme of `Authorization`.
    package static let kiiBearer = Self(rawValue: "bearer")
}
