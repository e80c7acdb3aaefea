/// An app asks for a token: as JSON, or as a form.
package struct KiiTokenRequest: KiiRequest, Hashable {
    /// What is given in exchange.
    package enum Grant: Sendable, Hashable {
        /// A name of any kind, with or without what kind it is, and the password.
        case password(username: String, Secret)
        case refreshToken(Secret)
        /// The app itself: with its key it gets a token of nobody's, with the administrator's secret one that manages its users.
        case client(id: String, Secret)
        /// What is not granted here.
        case other(GrantType)
    }

    package var grant: Grant
    /// When the token shall expire, if sooner than it would.
    package var expiresAt: KiiTime?
    /// The requested scopes of a log-in; `nil` for all that the app is registered for.
    package var scope: ScopeSet?
    /// Whether the grant was named, as one of the two addresses asks.
    package var namesGrant: Bool

    package init(_ grant: Grant, expiresAt: KiiTime? = nil, scope: ScopeSet? = nil) {
        self.grant = grant
        self.expiresAt = expiresAt
        self.scope = scope
        namesGrant = true
    }

    package init(members: KiiMembers) throws(KiiError) {
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
        case nil: throw KiiError.oauth(.invalidRequest, "Neither a grant nor what is given in exchange is named.")
        }
        scope = try members.text(.scope).map { text throws(KiiError) in
            guard let scopes = ScopeSet(parsing: text) else {
                throw KiiError.invalid(.scope, "has to be a list of scopes")
            }
            return scopes
        }
        guard let expiry = members[.expiresAt] ?? members[.expiresAtInWords], expiry != .null else {
            expiresAt = nil
            return
        }
        guard let time = KiiTime(expiry) else {
            throw KiiError.invalid(.expiresAt, "has to be a number of milliseconds since 1970")
        }
        expiresAt = time
    }

    /// The same from a form.
    ///
    /// - Throws: `invalid_request` when a parameter stands there twice.
    package init(parameters: Parameters) throws(KiiError) {
        guard parameters.duplicates.isEmpty else {
            throw KiiError.oauth(.invalidRequest, "A parameter was sent more than once.")
        }
        let values = parameters.elements.map { ($0.name, JSONValue.string($0.value)) }
        try self.init(members: KiiMembers(Dictionary(values) { _, later in later }))
    }

    package var members: KiiMembers {
        var members = KiiMembers()
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

    /// What the members amount to where the grant is not named.
    private static func grantType(of members: KiiMembers) -> GrantType? {
        if members[.username] != nil { return .password }
        if members[.grantRefreshToken] != nil { return .refreshToken }
        if members[.clientID] != nil { return .clientCredentials }
        return nil
    }

    private static func required<Value>(_ value: Value?, _ name: KiiMemberName) throws(KiiError) -> Value {
        guard let value else { throw KiiError.oauth(.invalidRequest, "The member \(name) is missing.") }
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
