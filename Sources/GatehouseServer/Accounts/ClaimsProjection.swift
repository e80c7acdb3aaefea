package import GatehouseStore
package import GatehouseWire

/// The claims that a client receives about a user (OpenID Connect Core §5).
///
/// A claim is included if a granted scope covers it (§5.4). The `claims` parameter (§5.5) decides where it is included,
/// and adds claims that the user consented to by name, or for first-party clients all claims of their registered
/// scopes. A client's own attributes belong to `profile`.
package struct ClaimsProjection: Sendable {
    let account: Account
    let client: Client
    /// The subject identifier of the account at the client.
    let subject: String

    /// Creates a projection; without a subject identifier, for claims that do not contain it.
    package init(account: Account, client: Client, subject: String? = nil) {
        self.account = account
        self.client = client
        self.subject = subject ?? account.id.rawValue
    }

    /// Returns the claims of the userinfo endpoint: those of the scopes, and those requested by the `claims` parameter.
    package func userInfo(_ scopes: ScopeSet, _ granted: GrantedClaims?) -> StandardClaims {
        known.filtered(to: client.claims(coveredBy: scopes).union(allowed(granted, in: \.userInfo, for: scopes)))
    }

    /// Returns the claims of an ID token besides `sub`: those requested by the `claims` parameter.
    ///
    /// An access token is always issued too, so claims of the scopes are available from the userinfo endpoint (§5.4).
    package func idToken(_ scopes: ScopeSet, _ granted: GrantedClaims?) -> StandardClaims {
        known.filtered(to: allowed(granted, in: \.idToken, for: scopes))
    }

    /// Returns the claims that were requested by name and may be included.
    private func allowed(
        _ granted: GrantedClaims?,
        in place: KeyPath<ClaimsRequest, [ClaimName: ClaimsRequest.Entry]>,
        for scopes: ScopeSet
    ) -> Set<ClaimName> {
        guard let granted else { return [] }
        let registered = client.claims(coveredBy: client.scopes)
        let agreed = client.skipsConsent ? registered : granted.agreed.intersection(registered)
        return client.claims(coveredBy: scopes).union(agreed).intersection(granted.request[keyPath: place].keys)
    }

    /// All claims of the account.
    private var known: StandardClaims {
        var claims = StandardClaims(
            Dictionary(uniqueKeysWithValues: account.attributes.map { (ClaimName(rawValue: $0), $1) })
        ).removing(ClaimName.notAttributes)
        claims.updatedAt = UnixTime(account.updatedAt)
        if let email = account.email {
            claims.email = email.value
            claims.emailVerified = email.verifiedAt != nil
        }
        if let phone = account.identifier(.phone) {
            claims.phoneNumber = phone.value
            claims.phoneNumberVerified = phone.verifiedAt != nil
        } else if claims.phoneNumber != nil {
            claims.phoneNumberVerified = false
        }
        let username = account.identifier(.username)?.spelling
        claims.preferredUsername = claims.preferredUsername ?? username
        claims.name = claims.name ?? composedName(claims)
        claims.address = claims.address ?? composedAddress
        return claims
    }

    private func composedName(_ claims: StandardClaims) -> String? {
        let parts = [claims.givenName, claims.familyName].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// The address, composed of attributes that forms request individually.
    private var composedAddress: PostalAddress? {
        PostalAddress(json: .object(account.attributes)).flatMap { $0 == PostalAddress() ? nil : $0 }
    }
}

extension ClaimName {
    /// Claims that must not be account attributes, because the server sets or reserves them.
    package static let notAttributes: Set<ClaimName> = [
        .subject, .email, .emailVerified, .phoneNumberVerified, .updatedAt, .issuer, .audience, .expiresAt, .issuedAt,
        .notBefore, .tokenID, .clientID, .scope, .sessionID, .secretID, .authenticatedAt, .acr, .amr, .nonce,
        .authorizedParty,
        .accessTokenHash, .codeHash, .events, .objectID, .tenantID, .tokenVersion,
    ]
}

/// The `claims` parameter of a request with the user's consent, as stored in codes and sessions (OpenID Connect Core
/// §5.5).
package struct GrantedClaims: Sendable, Equatable {
    package let request: ClaimsRequest
    /// The claims beyond the granted scopes that the user consented to.
    package let agreed: Set<ClaimName>

    package init(_ request: ClaimsRequest, agreed: some Sequence<ClaimName> = []) {
        self.request = request
        self.agreed = Set(agreed)
    }

    /// Parses the stored form; the parameter's text alone means that the user consented to no further claims.
    init?(stored: JSONValue?) {
        let members = stored?.object
        let text = members.map { $0[ParameterName.claims.rawValue]?.string } ?? stored?.string
        guard let text, let request = try? ClaimsRequest(parsing: text) else { return nil }
        let agreed = members?[Self.agreed]?.array ?? []
        self.init(request, agreed: agreed.compactMap(\.string).map(ClaimName.init(rawValue:)))
    }

    /// The form stored in codes and sessions.
    var stored: JSONValue {
        let text = JSONValue.string(request.encoded)
        guard !agreed.isEmpty else { return text }
        let names = agreed.map(\.rawValue).sorted().map(JSONValue.string)
        return .object([ParameterName.claims.rawValue: text, Self.agreed: .array(names)])
    }

    private static let agreed = "agreed"
}

extension Client {
    /// Returns the claims that scopes cover for this client; `profile` includes the client's own attributes.
    func claims(coveredBy scopes: ScopeSet) -> Set<ClaimName> {
        var names = Set(scopes.flatMap(\.claims))
        if scopes.contains(.profile) {
            let elsewhere = [Scope.email, .phone, .address].flatMap(\.claims)
            names.formUnion(attributes.map { ClaimName(rawValue: $0.name) }.filter { !elsewhere.contains($0) })
        }
        return names
    }
}
