import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonTokenTests {
    static let invalidCode =
        #"{"error":"invalid_grant","error_description":"The request has an invalid grant parameter : code"}"#
    private static let invalidRefreshToken =
        #"{"error":"invalid_grant","error_description":"The request has an invalid grant parameter : refresh_token. "#
        + #"User may have revoked or didn't grant the permission."}"#
    private static let invalidClient = #"{"error":"invalid_client","error_description":"Client authentication failed"}"#
    private static let basic: HTTPFields = [
        .authorization: AuthorizationHeader.basic(
            clientID: AmazonWeb.site.rawValue,
            clientSecret: Secret(Web.webSecret)
        ).encoded
    ]

    @Test func aCodeBecomesTokensThatAreToldByHowTheyBegin() async throws {
        let amazon = try await AmazonWeb()
        let answer = await amazon.token(try await AmazonWeb.redemption(try await amazon.signedIn()))
        #expect(answer.status == .ok)
        let body = try WireJSON.decode([String: JSONValue].self, from: answer.body)
        #expect(Set(body.keys) == ["access_token", "refresh_token", "token_type", "expires_in"])
        #expect(body["token_type"] == "bearer")
        #expect(body["expires_in"] == 3600)
        let access = try #require(body["access_token"]?.string)
        #expect(access.hasPrefix("Atza|"))
        #expect((350...2048).contains(access.utf8.count))
        #expect(body["refresh_token"]?.string?.hasPrefix("Atzr|") == true)
    }

    @Test func theBodyMayBeJSONAndThePathInAnyCase() async throws {
        let amazon = try await AmazonWeb()
        let form = try await AmazonWeb.redemption(try await amazon.signedIn())
        let answer = await amazon.web.send(
            .post,
            "/auth/O2/token",
            [.contentType: "application/json; charset=UTF-8"],
            body: form.json
        )
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test(arguments: ["application/x-www-form-urlencoded;charset=UTF-8", "APPLICATION/X-WWW-FORM-URLENCODED"])
    func theFormMayNameItsCharset(_ type: String) async throws {
        let amazon = try await AmazonWeb()
        let form = try await AmazonWeb.redemption(try await amazon.signedIn())
        #expect(await amazon.token(form, [.contentType: type]).status == .ok)
    }

    @Test(arguments: [
        ("application/json", "[]"), ("application/json", "{"), ("application/json", ""), ("text/plain", "a=b"),
        ("application/x-www-form-urlencoded", "grant_type=%"),
    ])
    func aBodyThatIsNeitherIsMalformed(_ type: String, _ body: String) async throws {
        let amazon = try await AmazonWeb()
        let answer = await amazon.web.send(.post, "/auth/o2/token", [.contentType: type], body: Data(body.utf8))
        #expect(answer.status == .badRequest)
        #expect(answer.text == #"{"error":"invalid_request","error_description":"Malformed request"}"#)
    }

    @Test func aClientMayAuthenticateByBasicInTheBodyOrBoth() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn()
        let form = try await AmazonWeb.redemption(browser)
        #expect(await amazon.token(form, Self.basic).status == .ok)
        let again = try await AmazonWeb.redemption(try await amazon.signedIn())
        let bare = Parameters(again.elements.filter { !$0.name.hasPrefix("client_") })
        #expect(await amazon.token(bare, Self.basic).status == .ok)
        let named = Parameters(
            try await AmazonWeb.redemption(try await amazon.signedIn()).elements.filter { $0.name != "client_secret" }
        )
        #expect(await amazon.token(named, Self.basic).status == .ok)
    }

    @Test func aFailedAuthenticationDoesNotSpendTheCode() async throws {
        let amazon = try await AmazonWeb()
        let good = try await AmazonWeb.redemption(try await amazon.signedIn())
        var wrong = good
        wrong.set(.clientSecret, "a guess")
        var without = good
        without.set(.clientSecret, nil)
        var other = good
        other.set(.clientID, AmazonWeb.app.rawValue)
        var nobody = good
        nobody.set(.clientID, "nobody")
        for form in [wrong, without, other, nobody] {
            let answer = await amazon.token(form)
            #expect(answer.status == .unauthorized)
            #expect(answer.text == Self.invalidClient)
            #expect(answer.fields[.wwwAuthenticate]?.hasPrefix("Basic ") == true)
        }
        // Both ways at once, and one of them wrong.
        #expect(await amazon.token(wrong, Self.basic).text == Self.invalidClient)
        #expect(await amazon.token(good).status == .ok)
    }

    @Test func aPublicClientHasNoSecretToShow() async throws {
        let amazon = try await AmazonWeb()
        var form = try await AmazonWeb.appRedemption(try await amazon.signedIn(AmazonWeb.appRequest()))
        form.append(.clientSecret, "made up")
        #expect(await amazon.token(form).text == Self.invalidClient)
        form.set(.clientSecret, "")
        #expect(await amazon.token(form).status == .ok)
    }

    @Test func aCodeIsGoodOnceAndASecondUseTakesBackWhatItGave() async throws {
        let amazon = try await AmazonWeb()
        let form = try await AmazonWeb.redemption(try await amazon.signedIn())
        let first = await amazon.token(form)
        let tokens = try TokenResponse(body: first.body, fields: first.fields)
        let second = await amazon.token(form)
        #expect(second.status == .badRequest)
        #expect(second.text == Self.invalidCode)
        #expect(await amazon.profile(tokens.accessToken).status == .badRequest)
    }

    @Test func ofManyWhoRedeemACodeOneWins() async throws {
        let amazon = try await AmazonWeb()
        let form = try await AmazonWeb.redemption(try await amazon.signedIn())
        let statuses = await withTaskGroup(of: HTTPResponse.Status.self) { group in
            for _ in 0..<20 { group.addTask { await amazon.token(form).status } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .ok } == 1)
        #expect(statuses.count { $0 == .badRequest } == 19)
    }

    @Test(
        arguments: [
            [.redirectURI: "https://shop.example.com/other"], [.redirectURI: nil], [.code: "made-up"],
            [.codeVerifier: String(repeating: "v", count: 50)], [.codeVerifier: "short"],
        ] as [[ParameterName: String?]]
    )
    func whatDoesNotFitTheCodeIsOneRefusal(_ changes: [ParameterName: String?]) async throws {
        let amazon = try await AmazonWeb()
        var form = try await AmazonWeb.redemption(try await amazon.signedIn())
        for (name, value) in changes { form.set(name, value) }
        let answer = await amazon.token(form)
        #expect(answer.status == .badRequest)
        #expect(answer.text == Self.invalidCode)
    }

    @Test(arguments: [String(repeating: "v", count: 50), ""]) func theVerifierHasToFit(_ verifier: String) async throws
    {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn(AmazonWeb.appRequest())
        let answer = await amazon.token(try await AmazonWeb.appRedemption(browser, verifier: verifier))
        #expect(answer.text == Self.invalidCode)
    }

    @Test func onlyAClientRegisteredSoMayLeaveTheRedirectURIOut() async throws {
        let amazon = try await AmazonWeb { $0.mayOmitRedirectURI = true }
        var form = try await AmazonWeb.redemption(try await amazon.signedIn())
        form.set(.redirectURI, nil)
        #expect(await amazon.token(form).status == .ok)
        var wrong = try await AmazonWeb.redemption(try await amazon.signedIn())
        wrong.set(.redirectURI, "https://shop.example.com/other")
        #expect(await amazon.token(wrong).text == Self.invalidCode)
    }

    @Test func aRefreshTokenGivesFreshTokensAndPassesOverWhatWasNotGranted() async throws {
        let amazon = try await AmazonWeb()
        let tokens = try await amazon.tokens(AmazonWeb.siteRequest([.scope: "profile postal_code"]))
        let answer = await amazon.token(
            AmazonWeb.siteForm([
                .grantType: "refresh_token", .refreshToken: tokens.refreshToken?.reveal(),
                .scope: "postal_code alexa:all",
            ])
        )
        #expect(answer.status == .ok, "\(answer.text)")
        let fresh = try TokenResponse(body: answer.body, fields: answer.fields)
        #expect(fresh.refreshToken?.reveal().hasPrefix("Atzr|") == true)
        let profile = await amazon.profile(fresh.accessToken)
        #expect(try AmazonProfileResponse(body: profile.body, fields: [:]).email == nil)
        #expect(try AmazonProfileResponse(body: profile.body, fields: [:]).postalCode == "98101")

        let ignored = await amazon.token(
            AmazonWeb.siteForm([
                .grantType: "refresh_token", .refreshToken: fresh.refreshToken?.reveal(), .scope: "alexa:all",
            ])
        )
        #expect(ignored.status == .ok)
    }

    @Test func aPageInABrowserGetsNoRefreshTokenAndAnAppDoes() async throws {
        let amazon = try await AmazonWeb {
            $0.secretHash = nil
            $0.tokenEndpointAuthMethod = .none
            $0.requiresPKCE = true
        }
        let challenge = AmazonWeb.appRequest()[.codeChallenge]
        let browser = try await amazon.signedIn(
            AmazonWeb.siteRequest([.codeChallenge: challenge, .codeChallengeMethod: "S256"])
        )
        var form = try await AmazonWeb.redemption(browser)
        form.set(.clientSecret, nil)
        form.append(.codeVerifier, Web.verifier.secret.reveal())
        let answer = await amazon.token(form)
        #expect(try TokenResponse(body: answer.body, fields: answer.fields).refreshToken == nil)
        let tokens = try await amazon.appTokens(try await amazon.signedIn(AmazonWeb.appRequest()))
        #expect(tokens.refreshToken != nil)
    }

    @Test(
        arguments: [
            ([:], "invalid_request", "The request is missing a required parameter : grant_type"),
            (
                [.grantType: "refresh_token"], "invalid_request",
                "The request is missing a required parameter : refresh_token"
            ),
            (
                [.grantType: "authorization_code"], "invalid_request",
                "The request is missing a required parameter : code"
            ),
            (
                [.grantType: "password"], "unsupported_grant_type",
                "The authorization grant type is not supported by the authorization server"
            ),
            (
                [.grantType: "urn:ietf:params:oauth:grant-type:device_code"], "unsupported_grant_type",
                "The authorization grant type is not supported by the authorization server"
            ),
            (
                [.grantType: "refresh_token", .refreshToken: "Atzr|made-up"], "invalid_grant",
                "The request has an invalid grant parameter : refresh_token. User may have revoked or didn't grant the permission."
            ),
            (
                [.grantType: "client_credentials", .scope: "profile"], "invalid_scope", "An unknown scope was requested"
            ),
        ] as [([ParameterName: String?], String, String)]
    )
    func refuses(_ form: [ParameterName: String?], _ code: String, _ text: String) async throws {
        let amazon = try await AmazonWeb()
        let answer = await amazon.token(AmazonWeb.siteForm(form))
        #expect(answer.status == .badRequest)
        #expect(answer.error?.code.rawValue == code)
        #expect(answer.error?.description == text)
        #expect(AmazonTokenEndpoint.errors.contains(OAuthErrorCode(rawValue: code)))
    }

    @Test func aSiteGetsATokenOfItsOwnThatShowsNobody() async throws {
        let amazon = try await AmazonWeb()
        let answer = await amazon.token(
            AmazonWeb.siteForm([.grantType: "client_credentials", .scope: "sellingpartnerapi::notifications"])
        )
        let tokens = try TokenResponse(body: answer.body, fields: answer.fields)
        #expect(tokens.refreshToken == nil)
        let profile = await amazon.profile(tokens.accessToken)
        #expect(profile.status == .badRequest)
        #expect(profile.error?.code == .insufficientScope)
        let info = await amazon.web.send(.get, "/auth/o2/tokeninfo", [.amazonAccessToken: tokens.accessToken.reveal()])
        #expect(info.error?.code == .invalidToken)
    }

    @Test func anAppThatWasRemovedIsToldInAmazonsWords() async throws {
        let amazon = try await AmazonWeb()
        let tokens = try await amazon.tokens()
        try await amazon.server.core.store.commit([
            .session(.endAll(account: "person-1", reason: .revoked, at: amazon.server.clock.now))
        ])
        let answer = await amazon.token(
            AmazonWeb.siteForm([.grantType: "refresh_token", .refreshToken: tokens.refreshToken?.reveal()])
        )
        #expect(answer.text == Self.invalidRefreshToken)
    }

    @Test func tokensOfEitherSpellingWorkAtEveryEndpoint() async throws {
        let amazon = try await AmazonWeb()
        let tokens = try await amazon.tokens()
        let bare = AmazonTokenForm.accessToken.read(tokens.accessToken)
        #expect(await amazon.profile(bare).status == .ok)
        let introspected = await amazon.web.post(
            "/oauth2/introspect",
            Parameters([.token: tokens.accessToken.reveal()]),
            [.authorization: AuthorizationHeader.basic(clientID: "web", clientSecret: Secret(Web.webSecret)).encoded]
        )
        #expect(introspected.text.contains(#""active":true"#))
        let refreshed = await amazon.web.post(
            "/oauth2/token",
            AmazonWeb.siteForm([.grantType: "refresh_token", .refreshToken: tokens.refreshToken?.reveal()])
        )
        #expect(refreshed.status == .ok)
        let fresh = try TokenResponse(body: refreshed.body, fields: refreshed.fields)
        #expect(fresh.refreshToken?.reveal().hasPrefix("rt.") == true)
        let again = await amazon.token(
            AmazonWeb.siteForm([.grantType: "refresh_token", .refreshToken: fresh.refreshToken?.reveal()])
        )
        #expect(again.status == .ok)
    }
}
