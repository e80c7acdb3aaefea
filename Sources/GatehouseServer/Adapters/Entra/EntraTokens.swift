import GatehouseStore
package import GatehouseWire

/// The token endpoint `/oauth2/v2.0/token`: ends native flows, and handles OAuth grants of Entra's clients.
package struct EntraTokenHandler: Sendable {
    let flow: EntraFlowAdapter
    let token: TokenHandler
    let tenantID: String

    /// Returns whether a form is a native authentication request.
    package static func isNative(_ form: Parameters) -> Bool {
        form[.grantType].map { EntraTokenRequest.grantTypes.contains(GrantType(rawValue: $0)) } ?? false
    }

    /// Processes a token request of native authentication.
    package func native(_ call: EntraRequest) async throws(EntraError) -> EntraResponse<EntraTokenResponse> {
        let request = try call.read(EntraTokenRequest.self)
        let proof: NativeTokenRequest.Proof =
            switch request.proof {
            case .password(let password): .password(password.reveal())
            case .code(let code): .code(code.reveal())
            case .secondFactorCode(let code): .factor(.string(code.reveal()))
            case .none: .none
            }
        let claims: ClaimsRequest?
        do { claims = try request.claims.map { text throws(OAuthError) in try ClaimsRequest(parsing: text) } } catch {
            throw EntraError(Parameters.entraInvalid(.claims))
        }
        return try await flow.redeem(
            NativeTokenRequest(proof: proof, scopes: request.scope, claims: claims, format: format),
            token: request.continuationToken,
            call
        ) { tokens in
            response(tokens, requestsClientInfo: request.requestsClientInfo)
        }
    }

    /// Processes a token request with an OAuth grant.
    ///
    /// - Parameters:
    ///   - form: The form.
    ///   - authorization: The value of the `Authorization` field.
    ///   - origin: The origin of the calling page; codes of native flows are for apps only.
    ///   - context: The request.
    /// - Returns: The tokens.
    /// - Throws: The errors of the grant.
    package func standard(
        _ form: Parameters,
        authorization: String?,
        origin: String?,
        context: RequestMetadata
    ) async throws(EntraError) -> EntraTokenResponse {
        var form = form
        if form[.grantType] == GrantType.entraDeviceCode.rawValue {
            form.set(.grantType, GrantType.deviceCode.rawValue)
        }
        let isRefresh = form[.grantType] == GrantType.refreshToken.rawValue
        let tokens: IssuedTokens
        do {
            form = try EntraDefaultScopes.tokenRequest(form)
            var options = GrantOptions(format: format, excessScopes: .rejected)
            options.authentication = .entra
            if origin == nil { options.nativeExchange = try Self.nativeExchange(form) }
            tokens = try await token.redeem(
                form,
                authorization: authorization,
                options: options,
                context: context
            )
        } catch {
            throw EntraError(
                error,
                invalidGrant: isRefresh ? EntraErrorNumber.invalidRefreshToken : EntraErrorNumber.invalidGrant
            )
        }
        return response(tokens, requestsClientInfo: EntraClientInfo.isRequested(form))
    }

    /// Returns the exchange of a code without redirect URI and PKCE; `nil` for another request.
    private static func nativeExchange(_ form: Parameters) throws(OAuthError) -> NativeCodeExchange? {
        guard form[.grantType] == GrantType.authorizationCode.rawValue, form[.redirectURI] == nil,
            form[.codeVerifier] == nil
        else { return nil }
        let claims = try form.optional(.claims, limit: 4096).map { text throws(OAuthError) in
            try ClaimsRequest(parsing: text)
        }
        return NativeCodeExchange(scopes: try form.scopeSet(), claims: claims)
    }

    private var format: EntraTokenFormat { EntraTokenFormat(tenantID: tenantID) }

    /// Tokens of the client itself have no client info.
    private func response(_ tokens: IssuedTokens, requestsClientInfo: Bool) -> EntraTokenResponse {
        let user = requestsClientInfo ? tokens.subject ?? tokens.user?.rawValue : nil
        return EntraTokenResponse(
            tokens: tokens.response,
            clientInfo: user.map { EntraClientInfo(uid: $0, utid: tenantID) }
        )
    }
}

extension ClientAuthenticationRule {
    /// The rule of a tenant's token endpoint, where an assertion for that endpoint alone may be repeated.
    ///
    /// Microsoft's libraries sign an assertion for ten minutes, and send it with each request until then. OpenID
    /// Connect Core §9 permits reuse under conditions that the parties have agreed on.
    package static let entra = {
        var rule = oneMethod
        rule.allowsRepeatedAssertions = true
        return rule
    }()
}

/// The format of ID tokens for Entra's clients.
struct EntraTokenFormat: TokenFormat {
    let tenantID: String

    func idTokenClaims(_ scopes: ScopeSet, _ projection: ClaimsProjection) -> StandardClaims {
        projection.entraIDTokenClaims(scopes, tenantID: tenantID)
    }
}

extension ClaimsProjection {
    /// The token version that Microsoft's libraries support.
    private static let tokenVersion: JSONValue = "2.0"

    /// Returns the ID token claims for Entra's clients: the account's identifiers, and all claims of the scopes,
    /// because these clients do not call the userinfo endpoint.
    func entraIDTokenClaims(_ scopes: ScopeSet, tenantID: String) -> StandardClaims {
        var claims = userInfo(scopes, nil)
        claims[.objectID] = .string(subject)
        claims[.tenantID] = .string(tenantID)
        claims[.tokenVersion] = Self.tokenVersion
        // Microsoft's libraries name the account by it. Other clients get an address only if the user consented to it.
        if isFirstParty {
            claims.preferredUsername = account.email?.value ?? claims.preferredUsername ?? signInName
        } else if scopes.contains(.email), let email = account.email {
            claims.preferredUsername = email.value
        }
        return claims
    }

    /// Whether the app is first-party and gets the address without consent.
    private var isFirstParty: Bool { client.native != nil || client.skipsConsent }

    /// The login identifier of an account without an email address.
    private var signInName: String? {
        account.identifier(.username)?.spelling ?? account.identifier(.phone)?.value
    }
}
