import GatehouseHTTP
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes

extension GoldenCase {
    static let amazon = amazonAuthorization + amazonTokens + amazonResources

    private static let amazonAuthorization = [
        GoldenCase("Amazon/authorize-shows-a-page", "A person who is not signed in gets a page") { it in
            _ = try await AmazonWeb(on: it.web)
            return await it.exchange(.get, "/ap/oa", query: AmazonWeb.appRequest(), [.accept: "text/html"])
        },
        GoldenCase("Amazon/authorize-answers", "A person who has agreed goes back with a code and what was granted") {
            it in
            let browser = try await AmazonWeb(on: it.web).signedIn()
            let cookies = try await it.cookies(of: browser)
            let query = AmazonWeb.siteRequest()
            return await it.exchange(.get, "/ap/oa", query: query, [.accept: "text/html", .cookie: cookies])
        },
        GoldenCase("Amazon/authorize-unknown-scope", "A scope that the client may not ask for") { it in
            _ = try await AmazonWeb(on: it.web)
            let query = AmazonWeb.appRequest([.scope: "profile alexa:all"])
            return await it.exchange(.get, "/ap/oa", query: query, [.accept: "text/html"])
        },
        GoldenCase("Amazon/authorize-unknown-client", "A client that is not registered is told nothing by redirect") {
            it in
            _ = try await AmazonWeb(on: it.web)
            let query = AmazonWeb.siteRequest([.clientID: "amzn1.application-oa2-client.ff"])
            return await it.exchange(.get, "/ap/oa", query: query, [.accept: "text/html"])
        },
    ]

    private static let amazonTokens = [
        GoldenCase("Amazon/token-code", "An app's code becomes tokens, by PKCE and without a secret") { it in
            let amazon = try await AmazonWeb(on: it.web)
            let form = try await AmazonWeb.appRedemption(try await amazon.signedIn(AmazonWeb.appRequest()))
            return await it.exchange(.post, "/auth/o2/token", form: form)
        },
        GoldenCase(
            "Amazon/token-code-json",
            "A site's code becomes tokens, asked for in JSON, at a path with a capital"
        ) { it in
            let amazon = try await AmazonWeb(on: it.web)
            let form = try await AmazonWeb.redemption(try await amazon.signedIn())
            return await it.exchange(.post, "/auth/O2/token", json: form)
        },
        GoldenCase("Amazon/token-refresh", "A refresh token becomes fresh tokens") { it in
            let tokens = try await AmazonWeb(on: it.web).tokens()
            it.web.server.clock.advance(by: 3_600)
            let form = AmazonWeb.siteForm([.grantType: "refresh_token", .refreshToken: tokens.refreshToken?.reveal()])
            return await it.exchange(.post, "/auth/o2/token", form: form)
        },
        GoldenCase("Amazon/token-replayed-code", "A code that comes twice") { it in
            let amazon = try await AmazonWeb(on: it.web)
            let form = try await AmazonWeb.redemption(try await amazon.signedIn())
            _ = await amazon.token(form)
            return await it.exchange(.post, "/auth/o2/token", form: form)
        },
        GoldenCase("Amazon/token-revoked-refresh", "A refresh token of a session that is over") { it in
            let amazon = try await AmazonWeb(on: it.web)
            let tokens = try await amazon.tokens()
            let token = tokens.refreshToken?.reveal()
            _ = await amazon.web.post("/auth/o2/revoke", AmazonWeb.siteForm([.token: token]))
            let form = AmazonWeb.siteForm([.grantType: "refresh_token", .refreshToken: token])
            return await it.exchange(.post, "/auth/o2/token", form: form)
        },
        GoldenCase("Amazon/token-wrong-secret", "A client that cannot prove who it is") { it in
            _ = try await AmazonWeb(on: it.web)
            let form = AmazonWeb.siteForm([.grantType: "client_credentials", .clientSecret: "a guess"])
            return await it.exchange(.post, "/auth/o2/token", form: form)
        },
        GoldenCase("Amazon/codepair", "A device gets its pair of codes") { it in
            _ = try await AmazonWeb(on: it.web)
            return await it.codePair()
        },
        GoldenCase("Amazon/token-pending", "A device has to wait for its person") { it in
            _ = try await AmazonWeb(on: it.web)
            return await it.pollAmazon(try await it.pair())
        },
        GoldenCase("Amazon/token-device", "A device that was approved gets its tokens") { it in
            _ = try await AmazonWeb(on: it.web)
            let pair = try await it.pair()
            let browser = ScriptedBrowser(on: it.web.server)
            await browser.open(pair.verificationURI)
            try await browser.submit([PageInput.userCode.rawValue: pair.userCode])
            try await ScriptedPerson(email: AmazonWeb.email).walk(browser, on: it.web.server)
            return await it.pollAmazon(pair)
        },
        GoldenCase("Amazon/token-invalid-pair", "A pair of codes that is over") { it in
            _ = try await AmazonWeb(on: it.web)
            let pair = try await it.pair()
            it.web.server.clock.advance(by: 600)
            return await it.pollAmazon(pair)
        },
    ]

    private static let amazonResources = [
        GoldenCase("Amazon/profile", "What an app may see of its person") { it in
            let tokens = try await AmazonWeb(on: it.web).tokens(AmazonWeb.siteRequest([.scope: "profile postal_code"]))
            let field = AuthorizationHeader.bearer(tokens.accessToken).encoded
            return await it.exchange(.get, "/user/profile", [.authorization: field])
        },
        GoldenCase(
            "Amazon/profile-identifier-alone",
            "What an app may see with profile:user_id, its token in the query"
        ) { it in
            let tokens = try await AmazonWeb(on: it.web).tokens(AmazonWeb.siteRequest([.scope: "profile:user_id"]))
            let query = AmazonAccessTokenRequest(accessToken: tokens.accessToken).parameters
            return await it.exchange(.get, "/user/profile", query: query)
        },
        GoldenCase("Amazon/profile-expired-token", "An access token lives for an hour") { it in
            let tokens = try await AmazonWeb(on: it.web).tokens()
            it.web.server.clock.advance(by: 3_600)
            return await it.exchange(.get, "/user/profile", [.amazonAccessToken: tokens.accessToken.reveal()])
        },
        GoldenCase("Amazon/legacy-profile", "The profile as the oldest clients read it") { it in
            let tokens = try await AmazonWeb(on: it.web).tokens()
            return await it.exchange(.get, "/ap/user/profile", [.amazonAccessToken: tokens.accessToken.reveal()])
        },
        GoldenCase("Amazon/tokeninfo", "Whom a token is for, and for how many seconds more") { it in
            let tokens = try await AmazonWeb(on: it.web).tokens()
            it.web.server.clock.advance(by: 600)
            return await it.exchange(.get, "/auth/o2/tokeninfo", [.amazonAccessToken: tokens.accessToken.reveal()])
        },
        GoldenCase("Amazon/revoked", "A sign-out ends the session and the browser's sign-in") { it in
            let tokens = try await AmazonWeb(on: it.web).tokens()
            let form = AmazonWeb.siteForm([.token: tokens.refreshToken?.reveal()])
            return await it.exchange(.post, "/auth/o2/revoke", form: form)
        },
    ]
}

extension Exhibition {
    fileprivate func codePair() async -> Exchange {
        let form = AmazonCodePairRequest(
            scope: [.profile],
            client: ClientCredentials(clientID: AmazonWeb.app.rawValue)
        ).parameters
        return await exchange(.post, "/auth/o2/create/codepair", form: form)
    }

    fileprivate func pair() async throws -> DeviceAuthorizationResponse {
        let answer = await codePair().answer
        return try DeviceAuthorizationResponse(body: answer.body, fields: answer.fields)
    }

    fileprivate func pollAmazon(_ pair: DeviceAuthorizationResponse) async -> Exchange {
        let request = AmazonTokenRequest(grant: .deviceCode(pair.deviceCode), userCode: pair.userCode)
        return await exchange(.post, "/auth/o2/token", form: request.parameters)
    }
}
