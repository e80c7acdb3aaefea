import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// The recorded exchanges of Login with Amazon.
enum AmazonExchanges {
    static let all = amazonAuthorization + amazonTokens + amazonResources

    private static let amazonAuthorization = [
        GoldenCase("Amazon/authorize-shows-a-page", "Shows the sign-in page without a session") { server in
            _ = try await AmazonFixture(on: server.web)
            return await server.exchange(
                .get,
                "/ap/oa",
                query: AmazonFixture.appRequest(),
                fields: [.accept: "text/html"]
            )
        },
        GoldenCase("Amazon/authorize-answers", "Redirects with a code and the granted scopes after consent") {
            server in
            let browser = try await AmazonFixture(on: server.web).signedIn()
            let cookies = try await server.cookies(of: browser)
            let query = AmazonFixture.siteRequest()
            return await server.exchange(
                .get,
                "/ap/oa",
                query: query,
                fields: [.accept: "text/html", .cookie: cookies]
            )
        },
        GoldenCase("Amazon/authorize-unknown-scope", "Rejects a scope that is not registered for the client") {
            server in
            _ = try await AmazonFixture(on: server.web)
            let query = AmazonFixture.appRequest([.scope: "profile alexa:all"])
            return await server.exchange(.get, "/ap/oa", query: query, fields: [.accept: "text/html"])
        },
        GoldenCase("Amazon/authorize-unknown-client", "Shows a page instead of redirecting an unknown client") {
            server in
            _ = try await AmazonFixture(on: server.web)
            let query = AmazonFixture.siteRequest([.clientID: "amzn1.application-oa2-client.ff"])
            return await server.exchange(.get, "/ap/oa", query: query, fields: [.accept: "text/html"])
        },
    ]

    private static let amazonTokens = [
        GoldenCase("Amazon/token-code", "Redeems an app's code with PKCE and without a secret") { server in
            let amazon = try await AmazonFixture(on: server.web)
            let form = try await AmazonFixture.appRedemption(try await amazon.signedIn(AmazonFixture.appRequest()))
            return await server.exchange(.post, "/auth/o2/token", form: form)
        },
        GoldenCase(
            "Amazon/token-code-json",
            "Redeems a website's code with a JSON body at an upper-case path"
        ) { server in
            let amazon = try await AmazonFixture(on: server.web)
            let form = try await AmazonFixture.redemption(try await amazon.signedIn())
            return await server.exchange(.post, "/auth/O2/token", json: form)
        },
        GoldenCase("Amazon/token-refresh", "Refreshes tokens") { server in
            let tokens = try await AmazonFixture(on: server.web).tokens()
            server.web.server.clock.advance(by: 3_600)
            let form = AmazonFixture.siteForm([
                .grantType: "refresh_token", .refreshToken: tokens.refreshToken?.reveal(),
            ])
            return await server.exchange(.post, "/auth/o2/token", form: form)
        },
        GoldenCase("Amazon/token-replayed-code", "Rejects a replayed code") { server in
            let amazon = try await AmazonFixture(on: server.web)
            let form = try await AmazonFixture.redemption(try await amazon.signedIn())
            _ = await amazon.token(form)
            return await server.exchange(.post, "/auth/o2/token", form: form)
        },
        GoldenCase("Amazon/token-revoked-refresh", "Rejects a refresh token of an ended session") { server in
            let amazon = try await AmazonFixture(on: server.web)
            let tokens = try await amazon.tokens()
            let token = tokens.refreshToken?.reveal()
            _ = await amazon.web.post("/auth/o2/revoke", AmazonFixture.siteForm([.token: token]))
            let form = AmazonFixture.siteForm([.grantType: "refresh_token", .refreshToken: token])
            return await server.exchange(.post, "/auth/o2/token", form: form)
        },
        GoldenCase("Amazon/token-wrong-secret", "Rejects a wrong client secret") { server in
            _ = try await AmazonFixture(on: server.web)
            let form = AmazonFixture.siteForm([.grantType: "client_credentials", .clientSecret: "a guess"])
            return await server.exchange(.post, "/auth/o2/token", form: form)
        },
        GoldenCase("Amazon/codepair", "Issues a device code and a user code") { server in
            _ = try await AmazonFixture(on: server.web)
            return await server.codePair()
        },
        GoldenCase("Amazon/token-pending", "Reports a pending authorization") { server in
            _ = try await AmazonFixture(on: server.web)
            return await server.pollAmazon(try await server.pair())
        },
        GoldenCase("Amazon/token-device", "Issues tokens to an approved device") { server in
            _ = try await AmazonFixture(on: server.web)
            let pair = try await server.pair()
            let browser = ScriptedBrowser(on: server.web.server)
            await browser.open(pair.verificationURI)
            try await browser.submit([PageInput.userCode.rawValue: pair.userCode])
            try await ScriptedUser(email: AmazonFixture.email).signIn(in: browser, on: server.web.server)
            return await server.pollAmazon(pair)
        },
        GoldenCase("Amazon/token-invalid-pair", "Rejects an expired code pair") { server in
            _ = try await AmazonFixture(on: server.web)
            let pair = try await server.pair()
            server.web.server.clock.advance(by: 600)
            return await server.pollAmazon(pair)
        },
    ]

    private static let amazonResources = [
        GoldenCase("Amazon/profile", "Returns the user's profile") { server in
            let tokens = try await AmazonFixture(on: server.web).tokens(
                AmazonFixture.siteRequest([.scope: "profile postal_code"])
            )
            let field = AuthorizationHeader.bearer(tokens.accessToken).encoded
            return await server.exchange(.get, "/user/profile", fields: [.authorization: field])
        },
        GoldenCase(
            "Amazon/profile-identifier-alone",
            "Returns the user ID for profile:user_id, with the token in the query"
        ) { server in
            let tokens = try await AmazonFixture(on: server.web).tokens(
                AmazonFixture.siteRequest([.scope: "profile:user_id"])
            )
            let query = AmazonAccessTokenRequest(accessToken: tokens.accessToken).parameters
            return await server.exchange(.get, "/user/profile", query: query)
        },
        GoldenCase("Amazon/profile-expired-token", "Rejects an access token after one hour") { server in
            let tokens = try await AmazonFixture(on: server.web).tokens()
            server.web.server.clock.advance(by: 3_600)
            return await server.exchange(
                .get,
                "/user/profile",
                fields: [.amazonAccessToken: tokens.accessToken.reveal()]
            )
        },
        GoldenCase("Amazon/legacy-profile", "Returns the profile in the legacy format") { server in
            let tokens = try await AmazonFixture(on: server.web).tokens()
            return await server.exchange(
                .get,
                "/ap/user/profile",
                fields: [.amazonAccessToken: tokens.accessToken.reveal()]
            )
        },
        GoldenCase("Amazon/tokeninfo", "Returns the audience and remaining lifetime of a token") { server in
            let tokens = try await AmazonFixture(on: server.web).tokens()
            server.web.server.clock.advance(by: 600)
            return await server.exchange(
                .get,
                "/auth/o2/tokeninfo",
                fields: [.amazonAccessToken: tokens.accessToken.reveal()]
            )
        },
        GoldenCase("Amazon/revoked", "Ends the session and the browser session on sign-out") { server in
            let tokens = try await AmazonFixture(on: server.web).tokens()
            let form = AmazonFixture.siteForm([.token: tokens.refreshToken?.reveal()])
            return await server.exchange(.post, "/auth/o2/revoke", form: form)
        },
    ]
}

extension DeterministicServer {
    fileprivate func codePair() async -> Exchange {
        let form = AmazonCodePairRequest(
            scope: [.profile],
            client: ClientCredentials(clientID: AmazonFixture.app.rawValue)
        ).parameters
        return await exchange(.post, "/auth/o2/create/codepair", form: form)
    }

    fileprivate func pair() async throws -> DeviceAuthorizationResponse {
        let response = await codePair().response
        return try DeviceAuthorizationResponse(body: response.body, fields: response.fields)
    }

    fileprivate func pollAmazon(_ pair: DeviceAuthorizationResponse) async -> Exchange {
        let request = AmazonTokenRequest(grant: .deviceCode(pair.deviceCode), userCode: pair.userCode)
        return await exchange(.post, "/auth/o2/token", form: request.parameters)
    }
}
