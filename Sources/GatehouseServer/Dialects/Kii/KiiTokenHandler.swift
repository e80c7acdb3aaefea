import GatehouseStore
package import GatehouseWire

/// The two addresses where tokens come from.
package struct KiiTokenHandler: Sendable {
    let token: TokenHandler
    let clients: KiiClients

    /// Answers one request.
    ///
    /// - Parameters:
    ///   - request: What is given, and how long the token shall live.
    ///   - app: The app that the path names; where it does, the grant has to be named too.
    ///   - credentials: What the header fields say.
    ///   - context: Who asks.
    /// - Returns: The token, and whose it is.
    /// - Throws: `invalid_grant` for a log-in, `WRONG_REFRESH_TOKEN` for a refresh, and what is wrong with the request otherwise.
    package func token(
        _ request: KiiTokenRequest,
        app: String?,
        credentials: KiiCredentials,
        context: RequestContext
    ) async throws(KiiError) -> KiiTokenResponse {
        guard app == nil || request.namesGrant else {
            throw KiiError.oauth(.invalidRequest, "The member \(ParameterName.grantType) is missing.")
        }
        let client: Client
        let grant: any Grant
        var type = GrantType.password
        switch request.grant {
        case .client(let id, let secret):
            // The body says who asks; what else does has to say the same.
            guard app == nil || app == id else { throw KiiError.invalidGrant }
            client = try await clients.client(named: id, context: context)
            grant = ApplicationGrant(core: token.core, secret: secret)
        case .password(let username, let password):
            client = try await clients.admitApp(credentials, app: app, context: context)
            grant = PasswordGrant(
                core: token.core,
                name: SignInName(kii: username),
                password: password.reveal(),
                scope: request.scope
            )
        case .refreshToken(let refreshToken):
            client = try await clients.admitApp(credentials, app: app, context: context)
            grant = RefreshTokenGrant(core: token.core, token: refreshToken, scope: nil)
            type = .refreshToken
        case .other(let other):
            throw KiiError.oauth(.unsupportedGrantType, "There is no grant \(other) here.")
        }
        let tokens: GrantedTokens
        do {
            tokens = try await token.redeem(
                grant,
                registeredAs: type,
                of: client,
                dialect: .kii,
                expiresAt: request.expiresAt?.date,
                context: context
            )
        } catch {
            throw KiiError(error, invalidGrant: type == .refreshToken ? .wrongRefreshToken : .invalidGrant)
        }
        return KiiTokenResponse(
            id: tokens.person?.rawValue ?? client.id.rawValue,
            accessToken: tokens.response.accessToken,
            expiresIn: tokens.response.expiresIn.map(Int64.init),
            refreshToken: tokens.response.refreshToken,
            scope: tokens.response.scope
        )
    }
}
