import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct TokenHandlerTests {
    @Test func rejectsUnknownGrantType() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let grant = TokenGrant.other(GrantType(rawValue: "password"))
        #expect(try await oauthError { try await server.token(grant, by: client) }.code == .unsupportedGrantType)
    }

    @Test(arguments: [
        TokenGrant.authorizationCode(Secret("code"), redirectURI: nil, codeVerifier: nil),
        .refreshToken(Secret("token"), scope: nil), .clientCredentials(scope: nil), .deviceCode(Secret("code")),
    ])
    func rejectsUnregisteredGrantType(_ grant: TokenGrant) async throws {
        let server = try ServerHarness()
        let client = try await server.addClient(method: .clientSecretBasic, grants: [])
        #expect(try await oauthError { try await server.token(grant, by: client) }.code == .unauthorizedClient)
    }

    @Test func rejectsMissingOrRepeatedParameters() async throws {
        let server = try ServerHarness()
        _ = try await server.addClient()
        let handler = server.identity.token
        let forms: [Parameters] = [
            Parameters([.clientID: "app"]),
            Parameters([.clientID: "app", .grantType: GrantType.authorizationCode.rawValue]),
            Parameters([.clientID: "app", .grantType: GrantType.refreshToken.rawValue]),
            Parameters([.clientID: "app", .grantType: GrantType.deviceCode.rawValue]),
            Parameters([
                .clientID: "app", .grantType: GrantType.refreshToken.rawValue, .refreshToken: "a", .refreshToken: "b",
            ]),
            Parameters([
                .clientID: "app", .clientID: "app", .grantType: GrantType.refreshToken.rawValue, .refreshToken: "a",
            ]),
        ]
        for form in forms {
            let error = try await oauthError {
                try await handler.token(form, authorization: nil, context: server.context)
            }
            #expect(error.code == .invalidRequest, "\(form)")
            #expect(error.status == .badRequest)
        }
    }

    @Test func ignoresUnknownParameters() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let code = try await server.addCode(client, try await server.addAccount())
        var form = TokenRequest(
            grant: .authorizationCode(code, redirectURI: ServerHarness.redirectURI, codeVerifier: nil),
            client: ClientCredentials(clientID: "app")
        ).parameters
        form.append(ParameterName(rawValue: "x-client-SKU"), "one")
        form.append(ParameterName(rawValue: "x-client-SKU"), "two")
        let tokens = try await server.identity.token
            .token(form, authorization: nil, context: server.context)
        #expect(tokens.tokenType == .bearer)
    }

    @Test func rejectsUnknownResources() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let code = try await server.addCode(client, try await server.addAccount())
        let grant = TokenGrant.authorizationCode(code, redirectURI: ServerHarness.redirectURI, codeVerifier: nil)
        for resources in [["https://api.example.com"], [ServerHarness.issuer, "https://api.example.com"]] {
            let error = try await oauthError { try await server.token(grant, by: client, resources: resources) }
            #expect(error.code == .invalidTarget)
        }
        _ = try await server.token(grant, by: client, resources: [ServerHarness.issuer])
    }

    @Test func consumesNothingWhenStoreFails() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let code = try await server.addCode(client, try await server.addAccount())
        server.store.isDown = true
        let error = try await oauthError { try await server.redeem(code, by: client) }
        #expect(error.code == .temporarilyUnavailable)
        #expect(error.status == .serviceUnavailable)
        #expect(error.retryAfter == .seconds(5))
        server.store.isDown = false
        _ = try await server.redeem(code, by: client)
    }

    @Test func returnsTokenResponseOfRFC6749() async throws {
        let server = try ServerHarness()
        let client = try await server.addClient()
        let tokens = try await server.signIn(try await server.addAccount(), to: client)
        let body = try JSONDecoder().decode([String: JSONValue].self, from: tokens.body())
        #expect(
            body == [
                "access_token": .string(tokens.accessToken.reveal()),
                "token_type": "Bearer",
                "expires_in": 3600,
                "refresh_token": .string(try #require(tokens.refreshToken).reveal()),
                "id_token": .string(try #require(tokens.idToken).reveal()),
                "scope": "openid offline_access",
            ]
        )
        #expect(tokens.fields[.cacheControl] == "no-store")
    }
}
