package import GatehouseStore
package import GatehouseWire

/// What clients are told about a person: the one place where an account becomes claims (OpenID Connect Core §5).
///
/// A claim is given when a granted scope covers it (§5.4). The `claims` parameter (§5.5) decides where it goes, and
/// adds those that the user agreed to by name; for the operator's own applications, which ask for no consent, any
/// claim of the scopes they are registered for. What a client has its own form for comes with `profile`.
package struct AccountClaims: Sendable {
    let account: Account
    let client: Client

    package init(account: Account, client: Client) {
        self.account = account
        self.client = client
    }

    /// What the userinfo endpoint says: what the scopes cover, and what the `claims` parameter wants there.
    package func userInfo(_ scopes: ScopeSet, _ granted: GrantedClaims?) -> StandardClaims {
        known.filtered(to: client.claims(coveredBy: scopes).union(allowed(granted, \.userInfo, scopes)))
    }

    /// What an ID token says about the person beyond `sub`: what the `claims` parameter wants there.
    ///
    /// There is an access token beside each of ours, so what the scopes cover is at the userinfo endpoint (§5.4).
    package func idToken(_ scopes: ScopeSet, _ granted: GrantedClaims?) -> StandardClaims {
        known.filtered(to: allowed(granted, \.idToken, scopes))
    }

    /// What is asked for by name and may be given.
    private func allowed(
        _ granted: GrantedClaims?,
        _ place: KeyPath<ClaimsRequest, [ClaimName: ClaimsRequest.Entry]>,
        _ scopes: ScopeSet
    ) -> Set<ClaimName> {
        guard let granted else { return [] }
        let registered = client.claims(coveredBy: client.scopes)
        let agreed = client.skipsConsent ? registered : granted.agreed.intersection(registered)
        return client.claims(coveredBy: scopes).union(agreed).intersection(granted.request[keyPath: place].keys)
    }

    /// Everything there is to say.
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

    /// The members of an address that forms ask for one by one.
    private var composedAddress: PostalAddress? {
        PostalAddress(json: .object(account.attributes)).flatMap { $0 == PostalAddress() ? nil : $0 }
    }
}

extension ClaimName {
    /// Names that no attribute of an account may bear: the server itself says these, or nobody does.
    package static let notAttributes: Set<ClaimName> = [
        .subject, .email, .emailVerified, .phoneNumberVerified, .updatedAt, .issuer, .audience, .expiresAt, .issuedAt,
        .notBefore, .tokenID, .clientID, .scope, .sessionID, .secretID, .authenticatedAt, .acr, .amr, .nonce,
        .authorizedParty,
        .accessTokenHash, .codeHash, .events, .objectID, .tenantID, .tokenVersion,
    ]
}
