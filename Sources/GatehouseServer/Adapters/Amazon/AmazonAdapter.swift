/// The endpoints of Login with Amazon, which adapt the OAuth and OpenID Connect handlers.
package struct AmazonAdapter: Sendable {
    package let authorization: AmazonAuthorizationHandler
    package let token: AmazonTokenHandler
    package let codePair: AmazonCodePairHandler
    package let tokenInfo: AmazonTokenInfoHandler
    package let profile: AmazonProfileHandler
    package let revocation: AmazonRevocationHandler

    init(
        authorization: AuthorizationHandler,
        token: TokenHandler,
        deviceAuthorization: DeviceAuthorizationHandler,
        accessTokens: AccessTokenValidator,
        browserSessions: BrowserSessions,
        requests: RequestLimiter
    ) {
        let services = token.services
        self.authorization = AmazonAuthorizationHandler(
            authorization: authorization,
            records: services.records
        )
        self.token = AmazonTokenHandler(token: token, requests: requests)
        codePair = AmazonCodePairHandler(devices: deviceAuthorization)
        tokenInfo = AmazonTokenInfoHandler(
            issuer: token.issuer,
            environment: services.environment,
            accessTokens: accessTokens
        )
        profile = AmazonProfileHandler(accessTokens: accessTokens)
        revocation = AmazonRevocationHandler(
            records: services.records,
            audit: services.audit,
            masterKey: services.masterKey,
            environment: services.environment,
            clients: token.clients,
            accessTokens: accessTokens,
            browserSessions: browserSessions
        )
    }
}
