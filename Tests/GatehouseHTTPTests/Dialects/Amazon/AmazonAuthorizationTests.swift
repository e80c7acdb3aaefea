import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonAuthorizationTests {
    @Test func theAnswerIsTheCodeFirstThenTheScopesAndTheState() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.browser(opening: AmazonWeb.siteRequest([.scope: "profile postal_code"]))
        #expect(await browser.heading == "Sign in")
        try await ScriptedPerson(email: AmazonWeb.email).walk(browser, on: amazon.server)
        #expect(await browser.answer.elements.map(\.name) == ["code", "scope", "state"])
        #expect(await browser.answer[.scope] == "profile postal_code")
        #expect(await browser.location.absoluteString.contains("&scope=profile+postal_code&"))
        #expect(await browser.answer[.state] == "state-1")
        #expect(await browser.status == .found)
    }

    @Test func theStateComesBackUnchangedWhateverItHolds() async throws {
        let amazon = try await AmazonWeb()
        let state = "a b+c%20d%2B&e=ü"
        let browser = try await amazon.signedIn(AmazonWeb.siteRequest([.state: state]))
        #expect(await browser.answer[.state] == state)
        #expect(await browser.location.absoluteString.hasSuffix("&state=a+b%2Bc%2520d%252B%26e%3D%C3%BC"))
    }

    @Test(arguments: ["offline_access", "profile:user_id offline_access", "profile offline_access"])
    func nobodyAsksToStayConnectedBehindThePersonsBack(_ scope: String) async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn(AmazonWeb.siteRequest())
        for request in [AmazonWeb.siteRequest([.scope: scope]), AmazonWeb.appRequest([.scope: scope])] {
            await browser.open(try amazon.web.url("/ap/oa", request))
            #expect(await browser.answer[.error] == "invalid_scope")
            #expect(await browser.answer[.code] == nil)
        }
    }

    @Test func aBoxThatIsNotShownLeavesNothingOut() async throws {
        let amazon = try await AmazonWeb()
        let tokens = try await amazon.tokens(
            AmazonWeb.siteRequest([.scope: "profile email", .scopeData: #"{"email":{"essential":false}}"#])
        )
        #expect(await amazon.profile(tokens.accessToken).text.contains(AmazonWeb.email))
    }

    /// What is looser here than in OAuth 2.1 is for clients that need it.
    @Test func clientsOfOtherProtocolsAreNotServed() async throws {
        let amazon = try await AmazonWeb()
        let other: [ParameterName: String?] = [.clientID: "web", .clientSecret: Web.webSecret]
        let page = await amazon.web.send(.get, "/ap/oa?" + Web.webAuthorization([.scope: "profile"]).formEncoded)
        #expect(page.status == .badRequest)
        #expect(page.text.contains("Unknown client_id"))
        for (path, more) in [
            ("/auth/o2/token", [ParameterName.grantType: "refresh_token", .refreshToken: "rt.a.1.b"]),
            ("/auth/o2/create/codepair", [.responseType: "device_code", .scope: "profile"]),
            ("/auth/o2/revoke", [.token: "rt.a.1.b"]),
        ] as [(String, [ParameterName: String?])] {
            let answer = await amazon.web.post(path, Parameters(other.merging(more) { $1 }))
            #expect(answer.error?.code == .unauthorizedClient, "\(path)")
        }
    }

    @Test func theAppsOwnRedirectKeepsItsQuery() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn(AmazonWeb.appRequest())
        #expect(await browser.location.absoluteString.hasPrefix(AmazonWeb.appCallback + "&code="))
    }

    @Test func anAppWithoutASchemeListensOnAnyPort() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn(
            AmazonWeb.appRequest([.redirectURI: "http://127.0.0.1:49152/callback"])
        )
        #expect(await browser.location.absoluteString.hasPrefix("http://127.0.0.1:49152/callback?code="))
    }

    @Test(arguments: ["/ap/oa", "/AP/OA", "/Ap/Oa/"]) func thePathMayBeSpelledInAnyCase(_ path: String) async throws {
        let amazon = try await AmazonWeb()
        let answer = await amazon.web.send(.get, path + "?" + AmazonWeb.siteRequest().formEncoded)
        #expect(answer.status == .seeOther)
        #expect(answer.fields[.location]?.hasPrefix("/sign-in?flow=") == true)
    }

    @Test func onlyAmazonsPathsAre() async throws {
        let amazon = try await AmazonWeb()
        #expect(await amazon.web.send(.get, "/OAuth2/keys").status == .notFound)
    }

    @Test func whoRefusesIsReportedInAmazonsWords() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.browser(opening: AmazonWeb.siteRequest())
        try await ScriptedPerson(email: AmazonWeb.email, agrees: false).walk(browser, on: amazon.server)
        #expect(
            await browser.location.absoluteString
                == AmazonWeb.callback
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
    func theClientIsToldByRedirect(_ changes: [ParameterName: String?], _ code: String, _ text: String) async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.browser(opening: AmazonWeb.siteRequest(changes))
        #expect(await browser.location.absoluteString.hasPrefix(AmazonWeb.callback + "?error=\(code)&"))
        #expect(await browser.answer[.errorDescription] == text)
        #expect(await browser.answer[.state] == "state-1")
        #expect(await browser.answer.elements.map(\.name) == ["error", "error_description", "state"])
    }

    @Test func aPublicClientHasToSendAChallenge() async throws {
        let amazon = try await AmazonWeb()
        let request = AmazonWeb.appRequest([.codeChallenge: nil, .codeChallengeMethod: nil])
        let browser = try await amazon.browser(opening: request)
        #expect(
            await browser.answer[.errorDescription] == "The request is missing a required parameter : code_challenge"
        )
    }

    @Test(
        arguments: [
            ([.clientID: "amzn1.application-oa2-client.ff"], "Unknown client_id"),
            ([.clientID: nil], "The request is missing a required parameter : client_id"),
            ([.redirectURI: nil], "The request is missing a required parameter : redirect_uri"),
            ([.redirectURI: "https://elsewhere.example.com/"], "lwa-invalid-parameter-bad-redirect-uri-vendor"),
            ([.redirectURI: AmazonWeb.callback + "/"], "lwa-invalid-parameter-bad-redirect-uri-vendor"),
            ([.redirectURI: "javascript:alert(1)"], "Malformed request"),
            (
                [.responseType: "token"],
                "lwa-invalid-parameter-unauthorized-implicit-grant-request: Implicit Grant (response_type=token) is no longer supported."
            ),
        ] as [([ParameterName: String?], String)]
    )
    func whatNobodyMayBeSentIsAPage(_ changes: [ParameterName: String?], _ text: String) async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.browser(opening: AmazonWeb.siteRequest(changes))
        #expect(await browser.hasLeft == false)
        #expect(await browser.status == .badRequest)
        #expect(await browser.page.contains(HTMLForm.text(text[...])))
    }

    @Test func acceptsIdenticalDoubledParameters() async throws {
        let amazon = try await AmazonWeb()
        var request = AmazonWeb.siteRequest()
        for element in request.elements { request.append(ParameterName(rawValue: element.name), element.value) }
        let browser = try await amazon.signedIn(request)
        var form = try await AmazonWeb.redemption(browser)
        for element in form.elements { form.append(ParameterName(rawValue: element.name), element.value) }
        let answer = await amazon.token(form)
        try #require(answer.status == .ok, "\(answer.text)")
        let token = try TokenResponse(body: answer.body, fields: answer.fields).accessToken
        let query = AmazonAccessTokenRequest(accessToken: token).parameters.formEncoded
        #expect(await amazon.web.send(.get, "/user/profile?\(query)&\(query)").status == .ok)
        #expect(await amazon.web.send(.get, "/user/profile?\(query)&access_token=other").status == .badRequest)

        form.append(.clientID, "other")
        #expect(await amazon.token(form).error?.description == "Malformed request")
    }

    @Test func aDoubledParameterIsRefused() async throws {
        let amazon = try await AmazonWeb()
        var request = AmazonWeb.siteRequest()
        request.append(.redirectURI, "https://elsewhere.example.com/")
        let browser = try await amazon.browser(opening: request)
        #expect(await browser.status == .badRequest)
        #expect(await browser.page.contains("Malformed request"))
    }

    @Test func plainPKCEIsForThisDialectAlone() async throws {
        let amazon = try await AmazonWeb()
        let verifier = Web.verifier.secret.reveal()
        let browser = try await amazon.signedIn(
            AmazonWeb.appRequest([.codeChallenge: verifier, .codeChallengeMethod: nil])
        )
        let answer = await amazon.token(try await AmazonWeb.appRedemption(browser))
        #expect(answer.status == .ok, "\(answer.text)")

        let other = try await amazon.web.browser(
            opening: Web.authorization([.codeChallenge: verifier, .codeChallengeMethod: "plain"])
        )
        #expect(await other.answer[.error] == "invalid_request")
    }

    @Test func aCodeLivesFiveMinutes() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn()
        amazon.server.clock.advance(by: 299)
        #expect(await amazon.token(try await AmazonWeb.redemption(browser)).status == .ok)
        let late = try await amazon.signedIn()
        amazon.server.clock.advance(by: 300)
        let answer = await amazon.token(try await AmazonWeb.redemption(late))
        #expect(answer.text == AmazonTokenTests.invalidCode)
    }

    @Test func whoIsSignedInAndHasAgreedSeesNoPage() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn()
        await browser.open(try amazon.web.url("/ap/oa", AmazonWeb.siteRequest([.state: "again"])))
        #expect(await browser.hasLeft)
        #expect(await browser.answer[.state] == "again")
    }

    @Test func anIdentifierAloneAsksNothingOfWhoHasJustSignedIn() async throws {
        let amazon = try await AmazonWeb()
        for request in [
            AmazonWeb.siteRequest([.scope: "profile:user_id"]), AmazonWeb.appRequest([.scope: "profile:user_id"]),
        ] {
            let browser = try await amazon.browser(opening: request)
            try await browser.submit(["email": AmazonWeb.email])
            try await browser.submit(["code": try #require(try await amazon.server.mailedCode(to: AmazonWeb.email))])
            #expect(await browser.hasLeft)
            #expect(await browser.answer[.scope] == "profile:user_id")
        }
    }

    @Test func aNativeAppThatFindsSomebodySignedInStillAsks() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn(AmazonWeb.siteRequest())
        await browser.open(try amazon.web.url("/ap/oa", AmazonWeb.appRequest([.scope: "profile:user_id"])))
        #expect(await browser.heading == "Share with Example App?")
    }
}
