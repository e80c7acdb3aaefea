import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonAuthorizationTests {
    @Test func respondsWithCodeScopeAndStateInOrder() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.browser(opening: AmazonFixture.siteRequest([.scope: "profile postal_code"]))
        #expect(await browser.heading == "Sign in")
        try await ScriptedUser(email: AmazonFixture.email).signIn(in: browser, on: amazon.server)
        #expect(await browser.redirectParameters.elements.map(\.name) == ["code", "scope", "state"])
        #expect(await browser.redirectParameters[.scope] == "profile postal_code")
        #expect(await browser.location.absoluteString.contains("&scope=profile+postal_code&"))
        #expect(await browser.redirectParameters[.state] == "state-1")
        #expect(await browser.status == .found)
    }

    @Test func returnsStateUnchanged() async throws {
        let amazon = try await AmazonFixture()
        let state = "a b+c%20d%2B&e=ü"
        let browser = try await amazon.signedIn(AmazonFixture.siteRequest([.state: state]))
        #expect(await browser.redirectParameters[.state] == state)
        #expect(await browser.location.absoluteString.hasSuffix("&state=a+b%2Bc%2520d%252B%26e%3D%C3%BC"))
    }

    @Test(arguments: ["offline_access", "profile:user_id offline_access", "profile offline_access"])
    func rejectsOfflineAccessScope(_ scope: String) async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn(AmazonFixture.siteRequest())
        for request in [AmazonFixture.siteRequest([.scope: scope]), AmazonFixture.appRequest([.scope: scope])] {
            await browser.open(try amazon.web.url("/ap/oa", request))
            #expect(await browser.redirectParameters[.error] == "invalid_scope")
            #expect(await browser.redirectParameters[.code] == nil)
        }
    }

    @Test func grantsScopeWithoutShownCheckbox() async throws {
        let amazon = try await AmazonFixture()
        let tokens = try await amazon.tokens(
            AmazonFixture.siteRequest([.scope: "profile email", .scopeData: #"{"email":{"essential":false}}"#])
        )
        #expect(await amazon.profile(tokens.accessToken).text.contains(AmazonFixture.email))
    }

    /// The relaxations of OAuth 2.1 are only for clients that need them.
    @Test func rejectsClientsOfOtherProtocols() async throws {
        let amazon = try await AmazonFixture()
        let other: [ParameterName: String?] = [.clientID: "web", .clientSecret: ServerFixture.webSecret]
        let page = await amazon.web.send(
            .get,
            "/ap/oa?" + ServerFixture.webAuthorization([.scope: "profile"]).formEncoded
        )
        #expect(page.status == .badRequest)
        #expect(page.text.contains("Unknown client_id"))
        for (path, more) in [
            ("/auth/o2/token", [ParameterName.grantType: "refresh_token", .refreshToken: "rt.a.1.b"]),
            ("/auth/o2/create/codepair", [.responseType: "device_code", .scope: "profile"]),
            ("/auth/o2/revoke", [.token: "rt.a.1.b"]),
        ] as [(String, [ParameterName: String?])] {
            let response = await amazon.web.post(path, Parameters(other.merging(more) { $1 }))
            #expect(response.error?.code == .unauthorizedClient, "\(path)")
        }
    }

    @Test func keepsQueryOfAppRedirectURI() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn(AmazonFixture.appRequest())
        #expect(await browser.location.absoluteString.hasPrefix(AmazonFixture.appCallback + "&code="))
    }

    @Test func acceptsLoopbackRedirectOnAnyPort() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn(
            AmazonFixture.appRequest([.redirectURI: "http://127.0.0.1:49152/callback"])
        )
        #expect(await browser.location.absoluteString.hasPrefix("http://127.0.0.1:49152/callback?code="))
    }

    @Test(arguments: ["/ap/oa", "/AP/OA", "/Ap/Oa/"]) func ignoresCaseOfPath(_ path: String) async throws {
        let amazon = try await AmazonFixture()
        let response = await amazon.web.send(.get, path + "?" + AmazonFixture.siteRequest().formEncoded)
        #expect(response.status == .seeOther)
        #expect(response.fields[.location]?.hasPrefix("/sign-in?flow=") == true)
    }

    @Test func keepsOtherPathsCaseSensitive() async throws {
        let amazon = try await AmazonFixture()
        #expect(await amazon.web.send(.get, "/OAuth2/keys").status == .notFound)
    }

    @Test func reportsDeniedConsent() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.browser(opening: AmazonFixture.siteRequest())
        try await ScriptedUser(email: AmazonFixture.email, agrees: false).signIn(in: browser, on: amazon.server)
        #expect(
            await browser.location.absoluteString
                == AmazonFixture.callback
                + "?error=access_denied&error_description=Access+not+permitted.&state=state-1"
        )
    }

    @Test(
        arguments: [
            ([.scope: "unknown"], "invalid_scope", "An unknown scope was requested"),
            ([.scope: "profile alexa:all"], "invalid_scope", "An unknown scope was requested"),
            ([.scope: nil], "invalid_request", "The request is missing a required parameter : scope"),
            ([.responseType: nil], "invalid_request", "The request is missing a required parameter : response_type"),
            (
                [.responseType: "id_token"], "unsupported_response_type",
                "The request has an invalid parameter : response_type"
            ),
            ([.scopeData: "{"], "invalid_request", "The request has an invalid parameter : scope_data"),
            ([.codeChallenge: "short"], "invalid_request", "The request has an invalid parameter : code_challenge"),
        ] as [([ParameterName: String?], String, String)]
    )
    func reportsErrorByRedirect(changes: [ParameterName: String?], code: String, text: String) async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.browser(opening: AmazonFixture.siteRequest(changes))
        #expect(await browser.location.absoluteString.hasPrefix(AmazonFixture.callback + "?error=\(code)&"))
        #expect(await browser.redirectParameters[.errorDescription] == text)
        #expect(await browser.redirectParameters[.state] == "state-1")
        #expect(await browser.redirectParameters.elements.map(\.name) == ["error", "error_description", "state"])
    }

    @Test func requiresPKCEForPublicClient() async throws {
        let amazon = try await AmazonFixture()
        let request = AmazonFixture.appRequest([.codeChallenge: nil, .codeChallengeMethod: nil])
        let browser = try await amazon.browser(opening: request)
        #expect(
            await browser.redirectParameters[.errorDescription]
                == "The request is missing a required parameter : code_challenge"
        )
    }

    @Test(
        arguments: [
            ([.clientID: "amzn1.application-oa2-client.ff"], "Unknown client_id"),
            ([.clientID: nil], "The request is missing a required parameter : client_id"),
            ([.redirectURI: nil], "The request is missing a required parameter : redirect_uri"),
            ([.redirectURI: "https://elsewhere.example.com/"], "lwa-invalid-parameter-bad-redirect-uri-vendor"),
            ([.redirectURI: AmazonFixture.callback + "/"], "lwa-invalid-parameter-bad-redirect-uri-vendor"),
            ([.redirectURI: "javascript:alert(1)"], "Malformed request"),
            (
                [.responseType: "token"],
                "lwa-invalid-parameter-unauthorized-implicit-grant-request: Implicit Grant (response_type=token) is no longer supported."
            ),
        ] as [([ParameterName: String?], String)]
    )
    func showsPageInsteadOfUntrustedRedirect(_ changes: [ParameterName: String?], _ text: String) async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.browser(opening: AmazonFixture.siteRequest(changes))
        #expect(await browser.hasLeft == false)
        #expect(await browser.status == .badRequest)
        #expect(await browser.page.contains(HTMLForm.text(text[...])))
    }

    @Test func acceptsIdenticalRepeatedParameters() async throws {
        let amazon = try await AmazonFixture()
        var request = AmazonFixture.siteRequest()
        for element in request.elements { request.append(ParameterName(rawValue: element.name), element.value) }
        let browser = try await amazon.signedIn(request)
        var form = try await AmazonFixture.redemption(browser)
        for element in form.elements { form.append(ParameterName(rawValue: element.name), element.value) }
        let response = await amazon.token(form)
        try #require(response.status == .ok, "\(response.text)")
        let token = try TokenResponse(body: response.body, fields: response.fields).accessToken
        let query = AmazonAccessTokenRequest(accessToken: token).parameters.formEncoded
        #expect(await amazon.web.send(.get, "/user/profile?\(query)&\(query)").status == .ok)
        #expect(await amazon.web.send(.get, "/user/profile?\(query)&access_token=other").status == .badRequest)

        form.append(.clientID, "other")
        #expect(await amazon.token(form).error?.description == "Malformed request")
    }

    @Test func rejectsRepeatedParameterWithDifferentValues() async throws {
        let amazon = try await AmazonFixture()
        var request = AmazonFixture.siteRequest()
        request.append(.redirectURI, "https://elsewhere.example.com/")
        let browser = try await amazon.browser(opening: request)
        #expect(await browser.status == .badRequest)
        #expect(await browser.page.contains("Malformed request"))
    }

    @Test func acceptsPlainPKCEOnlyHere() async throws {
        let amazon = try await AmazonFixture()
        let verifier = ServerFixture.verifier.secret.reveal()
        let browser = try await amazon.signedIn(
            AmazonFixture.appRequest([.codeChallenge: verifier, .codeChallengeMethod: nil])
        )
        let response = await amazon.token(try await AmazonFixture.appRedemption(browser))
        #expect(response.status == .ok, "\(response.text)")

        let other = try await amazon.web.browser(
            opening: ServerFixture.authorization([.codeChallenge: verifier, .codeChallengeMethod: "plain"])
        )
        #expect(await other.redirectParameters[.error] == "invalid_request")
    }

    @Test func expiresAuthorizationCodeAfterFiveMinutes() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn()
        amazon.server.clock.advance(by: 299)
        #expect(await amazon.token(try await AmazonFixture.redemption(browser)).status == .ok)
        let late = try await amazon.signedIn()
        amazon.server.clock.advance(by: 300)
        let response = await amazon.token(try await AmazonFixture.redemption(late))
        #expect(response.text == AmazonTokenTests.invalidCode)
    }

    @Test func skipsPagesForSignedInUserWithConsent() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn()
        await browser.open(try amazon.web.url("/ap/oa", AmazonFixture.siteRequest([.state: "again"])))
        #expect(await browser.hasLeft)
        #expect(await browser.redirectParameters[.state] == "again")
    }

    @Test func skipsConsentForIdentifierOnlyAfterSignIn() async throws {
        let amazon = try await AmazonFixture()
        for request in [
            AmazonFixture.siteRequest([.scope: "profile:user_id"]),
            AmazonFixture.appRequest([.scope: "profile:user_id"]),
        ] {
            let browser = try await amazon.browser(opening: request)
            try await browser.submit(["email": AmazonFixture.email])
            try await browser.submit(["code": try #require(try await amazon.server.mailedCode(to: AmazonFixture.email))]
            )
            #expect(await browser.hasLeft)
            #expect(await browser.redirectParameters[.scope] == "profile:user_id")
        }
    }

    @Test func requiresConsentForNativeAppWithExistingSession() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn(AmazonFixture.siteRequest())
        await browser.open(try amazon.web.url("/ap/oa", AmazonFixture.appRequest([.scope: "profile:user_id"])))
        #expect(await browser.heading == "Allow Example App to use your account?")
    }
}
