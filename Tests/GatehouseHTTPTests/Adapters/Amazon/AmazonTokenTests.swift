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
            clientID: AmazonFixture.site.rawValue,
            clientSecret: Secret(ServerFixture.webSecret)
        ).encoded
    ]

    @Test func issuesPrefixedTokensForAuthorizationCode() async throws {
        let amazon = try await AmazonFixture()
        let response = await amazon.token(try await AmazonFixture.redemption(try await amazon.signedIn()))
        #expect(response.status == .ok)
        let body = try JSONCoding.decode([String: JSONValue].self, from: response.body)
        #expect(Set(body.keys) == ["access_token", "refresh_token", "token_type", "expires_in"])
        #expect(body["token_type"] == "bearer")
        #expect(body["expires_in"] == 3600)
        let access = try #require(body["access_token"]?.string)
        #expect(access.hasPrefix("Atza|"))
        #expect((350...2048).contains(access.utf8.count))
        #expect(body["refresh_token"]?.string?.hasPrefix("Atzr|") == true)
    }

    @Test func acceptsJSONBodyAndIgnoresCaseOfPath() async throws {
        let amazon = try await AmazonFixture()
        let form = try await AmazonFixture.redemption(try await amazon.signedIn())
        let response = await amazon.web.send(
            .post,
            "/auth/O2/token",
            fields: [.contentType: "application/json; charset=UTF-8"],
            body: form.json
        )
        #expect(response.status == .ok, "\(response.text)")
    }

    @Test(arguments: ["application/x-www-form-urlencoded;charset=UTF-8", "APPLICATION/X-WWW-FORM-URLENCODED"])
    func acceptsCharsetInMediaType(_ type: String) async throws {
        let amazon = try await AmazonFixture()
        let form = try await AmazonFixture.redemption(try await amazon.signedIn())
        #expect(await amazon.token(form, [.contentType: type]).status == .ok)
    }

    @Test(arguments: [
        ("application/json", "[]"), ("application/json", "{"), ("application/json", ""), ("text/plain", "a=b"),
        ("application/x-www-form-urlencoded", "grant_type=%"),
    ])
    func rejectsMalformedBody(_ type: String, _ body: String) async throws {
        let amazon = try await AmazonFixture()
        let response = await amazon.web.send(
            .post,
            "/auth/o2/token",
            fields: [.contentType: type],
            body: Data(body.utf8)
        )
        #expect(response.status == .badRequest)
        #expect(response.text == #"{"error":"invalid_request","error_description":"Malformed request"}"#)
    }

    @Test func acceptsClientCredentialsInHeaderBodyOrBoth() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn()
        let form = try await AmazonFixture.redemption(browser)
        #expect(await amazon.token(form, Self.basic).status == .ok)
        let again = try await AmazonFixture.redemption(try await amazon.signedIn())
        let bare = Parameters(again.elements.filter { !$0.name.hasPrefix("client_") })
        #expect(await amazon.token(bare, Self.basic).status == .ok)
        let named = Parameters(
            try await AmazonFixture.redemption(try await amazon.signedIn()).elements.filter {
                $0.name != "client_secret"
            }
        )
        #expect(await amazon.token(named, Self.basic).status == .ok)
    }

    @Test func doesNotConsumeCodeWhenClientAuthenticationFails() async throws {
        let amazon = try await AmazonFixture()
        let valid = try await AmazonFixture.redemption(try await amazon.signedIn())
        var wrong = valid
        wrong.set(.clientSecret, "a guess")
        var without = valid
        without.set(.clientSecret, nil)
        var other = valid
        other.set(.clientID, AmazonFixture.app.rawValue)
        var unknownClient = valid
        unknownClient.set(.clientID, "unknown")
        for form in [wrong, without, other, unknownClient] {
            let response = await amazon.token(form)
            #expect(response.status == .unauthorized)
            #expect(response.text == Self.invalidClient)
            #expect(response.fields[.wwwAuthenticate]?.hasPrefix("Basic ") == true)
        }
        // The body has the wrong secret, the header the right one.
        #expect(await amazon.token(wrong, Self.basic).text == Self.invalidClient)
        #expect(await amazon.token(valid).status == .ok)
    }

    @Test func rejectsSecretOfPublicClient() async throws {
        let amazon = try await AmazonFixture()
        var form = try await AmazonFixture.appRedemption(try await amazon.signedIn(AmazonFixture.appRequest()))
        form.append(.clientSecret, "made up")
        #expect(await amazon.token(form).text == Self.invalidClient)
        form.set(.clientSecret, "")
        #expect(await amazon.token(form).status == .ok)
    }

    @Test func revokesTokensWhenAuthorizationCodeIsReplayed() async throws {
        let amazon = try await AmazonFixture()
        let form = try await AmazonFixture.redemption(try await amazon.signedIn())
        let first = await amazon.token(form)
        let tokens = try TokenResponse(body: first.body, fields: first.fields)
        let second = await amazon.token(form)
        #expect(second.status == .badRequest)
        #expect(second.text == Self.invalidCode)
        #expect(await amazon.profile(tokens.accessToken).status == .badRequest)
    }

    @Test func redeemsCodeOnceUnderConcurrency() async throws {
        let amazon = try await AmazonFixture()
        let form = try await AmazonFixture.redemption(try await amazon.signedIn())
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
    func rejectsMismatchedCodeParameters(_ changes: [ParameterName: String?]) async throws {
        let amazon = try await AmazonFixture()
        var form = try await AmazonFixture.redemption(try await amazon.signedIn())
        for (name, value) in changes { form.set(name, value) }
        let response = await amazon.token(form)
        #expect(response.status == .badRequest)
        #expect(response.text == Self.invalidCode)
    }

    @Test(arguments: [String(repeating: "v", count: 50), ""]) func rejectsMismatchedCodeVerifier(
        _ verifier: String
    ) async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn(AmazonFixture.appRequest())
        let response = await amazon.token(try await AmazonFixture.appRedemption(browser, verifier: verifier))
        #expect(response.text == Self.invalidCode)
    }

    @Test func allowsOmittedRedirectURIOnlyForRegisteredClients() async throws {
        let amazon = try await AmazonFixture { $0.mayOmitRedirectURI = true }
        var form = try await AmazonFixture.redemption(try await amazon.signedIn())
        form.set(.redirectURI, nil)
        #expect(await amazon.token(form).status == .ok)
        var wrong = try await AmazonFixture.redemption(try await amazon.signedIn())
        wrong.set(.redirectURI, "https://shop.example.com/other")
        #expect(await amazon.token(wrong).text == Self.invalidCode)
    }

    @Test func refreshesTokensIgnoringScopesNotGranted() async throws {
        let amazon = try await AmazonFixture()
        let tokens = try await amazon.tokens(AmazonFixture.siteRequest([.scope: "profile postal_code"]))
        let response = await amazon.token(
            AmazonFixture.siteForm([
                .grantType: "refresh_token", .refreshToken: tokens.refreshToken?.reveal(),
                .scope: "postal_code alexa:all",
            ])
        )
        #expect(response.status == .ok, "\(response.text)")
        let fresh = try TokenResponse(body: response.body, fields: response.fields)
        #expect(fresh.refreshToken?.reveal().hasPrefix("Atzr|") == true)
        let profile = await amazon.profile(fresh.accessToken)
        #expect(try AmazonProfileResponse(body: profile.body, fields: [:]).email == nil)
        #expect(try AmazonProfileResponse(body: profile.body, fields: [:]).postalCode == "98101")

        let ignored = await amazon.token(
            AmazonFixture.siteForm([
                .grantType: "refresh_token", .refreshToken: fresh.refreshToken?.reveal(), .scope: "alexa:all",
            ])
        )
        #expect(ignored.status == .ok)
    }

    @Test func issuesRefreshTokenToAppsButNotToBrowserClients() async throws {
        let amazon = try await AmazonFixture {
            $0.secretHash = nil
            $0.tokenEndpointAuthMethod = .none
            $0.requiresPKCE = true
        }
        let challenge = AmazonFixture.appRequest()[.codeChallenge]
        let browser = try await amazon.signedIn(
            AmazonFixture.siteRequest([.codeChallenge: challenge, .codeChallengeMethod: "S256"])
        )
        var form = try await AmazonFixture.redemption(browser)
        form.set(.clientSecret, nil)
        form.append(.codeVerifier, ServerFixture.verifier.secret.reveal())
        let response = await amazon.token(form)
        #expect(try TokenResponse(body: response.body, fields: response.fields).refreshToken == nil)
        let tokens = try await amazon.appTokens(try await amazon.signedIn(AmazonFixture.appRequest()))
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
    func rejectsInvalidTokenRequest(form: [ParameterName: String?], code: String, text: String) async throws {
        let amazon = try await AmazonFixture()
        let response = await amazon.token(AmazonFixture.siteForm(form))
        #expect(response.status == .badRequest)
        #expect(response.error?.code.rawValue == code)
        #expect(response.error?.description == text)
        #expect(AmazonTokenEndpoint.errors.contains(OAuthErrorCode(rawValue: code)))
    }

    @Test func issuesClientTokenWithoutUser() async throws {
        let amazon = try await AmazonFixture()
        let response = await amazon.token(
            AmazonFixture.siteForm([.grantType: "client_credentials", .scope: "sellingpartnerapi::notifications"])
        )
        let tokens = try TokenResponse(body: response.body, fields: response.fields)
        #expect(tokens.refreshToken == nil)
        let profile = await amazon.profile(tokens.accessToken)
        #expect(profile.status == .badRequest)
        #expect(profile.error?.code == .insufficientScope)
        let info = await amazon.web.send(
            .get,
            "/auth/o2/tokeninfo",
            fields: [.amazonAccessToken: tokens.accessToken.reveal()]
        )
        #expect(info.error?.code == .invalidToken)
    }

    @Test func rejectsRefreshTokenOfEndedSession() async throws {
        let amazon = try await AmazonFixture()
        let tokens = try await amazon.tokens()
        try await amazon.server.store.commit([
            .session(.endAll(account: "person-1", reason: .revoked, at: amazon.server.clock.now))
        ])
        let response = await amazon.token(
            AmazonFixture.siteForm([.grantType: "refresh_token", .refreshToken: tokens.refreshToken?.reveal()])
        )
        #expect(response.text == Self.invalidRefreshToken)
    }

    @Test func acceptsTokensWithAndWithoutPrefix() async throws {
        let amazon = try await AmazonFixture()
        let tokens = try await amazon.tokens()
        let bare = AmazonTokenPrefix.accessToken.read(tokens.accessToken)
        #expect(await amazon.profile(bare).status == .ok)
        let introspected = await amazon.web.post(
            "/oauth2/introspect",
            Parameters([.token: tokens.accessToken.reveal()]),
            fields: [
                .authorization: AuthorizationHeader.basic(
                    clientID: "web",
                    clientSecret: Secret(ServerFixture.webSecret)
                ).encoded
            ]
        )
        #expect(introspected.text.contains(#""active":true"#))
        let refreshed = await amazon.web.post(
            "/oauth2/token",
            AmazonFixture.siteForm([.grantType: "refresh_token", .refreshToken: tokens.refreshToken?.reveal()])
        )
        #expect(refreshed.status == .ok)
        let fresh = try TokenResponse(body: refreshed.body, fields: refreshed.fields)
        #expect(fresh.refreshToken?.reveal().hasPrefix("rt.") == true)
        let again = await amazon.token(
            AmazonFixture.siteForm([.grantType: "refresh_token", .refreshToken: fresh.refreshToken?.reveal()])
        )
        #expect(again.status == .ok)
    }
}
