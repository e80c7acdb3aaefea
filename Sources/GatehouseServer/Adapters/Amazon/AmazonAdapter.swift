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
        deviceAuthorization: DeviceAuthorizationHandler
    ) {
        let core = token.core
        self.authorization = AmazonAuthorizationHandler(authorization: authorization)
        self.token = AmazonTokenHandler(token: token)
        codePair = AmazonCodePairHandler(devices: deviceAuthorization)
        tokenInfo = AmazonTokenInfoHandler(core: core, formats: token.formats)
        profile = AmazonProfileHandler(core: core, formats: token.formats)
        revocation = AmazonRevocationHandler(core: core, formats: token.formats)
    }
}
