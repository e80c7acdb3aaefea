import GatehouseStore
import GatehouseWire
import Testing

@testable import GatehouseServer

@Suite struct GrantRegistryTests {
    @Test func namesEveryGrantOnce() {
        #expect(
            GrantRegistry.grantTypes == [
                .authorizationCode, .refreshToken, .clientCredentials, .deviceCode, .tokenExchange, .jwtBearer,
            ]
        )
    }

    @Test func createsHandlerOfGrantType() throws {
        let server = try ServerHarness()
        for (grant, expected) in [
            (
                TokenGrant.authorizationCode(Secret("c"), redirectURI: nil, codeVerifier: nil),
                AuthorizationCodeGrant.self
            ),
            (.refreshToken(Secret("r"), scope: nil), RefreshTokenGrant.self),
            (.clientCredentials(scope: nil), ClientCredentialsGrant.self),
            (.deviceCode(Secret("d")), DeviceCodeGrant.self),
            (
                .tokenExchange(TokenExchangeParameters(subject: .init(Secret("t"), .accessToken))),
                TokenExchangeGrant.self
            ),
            (.jwtBearer(Secret("a"), scope: nil), JWTBearerGrant.self),
        ] as [(TokenGrant, any GrantHandler.Type)] {
            let parameters = TokenRequest(grant: grant).parameters
            let handler = try #require(try GrantRegistry.handler(parameters, server.identity.token.services))
            #expect(type(of: handler) == expected)
        }
        let unknown = Parameters([.grantType: "password"])
        let handler = try GrantRegistry.handler(unknown, server.identity.token.services)
        #expect(handler == nil)
    }

    @Test func registersEveryGrantType() throws {
        for grantType in GrantRegistry.grantTypes {
            let registration = ClientRegistration(
                name: "Example App",
                kind: .confidential,
                redirectURIs: ["https://app.example.com/callback"],
                grantTypes: grantType == .refreshToken ? [.authorizationCode, .refreshToken] : [grantType]
            )
            try RegistrationPolicy.standard.check(registration)
        }
    }
}
