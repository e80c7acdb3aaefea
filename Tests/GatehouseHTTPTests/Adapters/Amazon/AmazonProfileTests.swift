import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonProfileTests {
    private static let invalidToken =
        #"{"error":"invalid_token","error_description":"The request has an invalid parameter : access_token"}"#

    @Test func returnsSameUserIDForEveryClient() async throws {
        let amazon = try await AmazonFixture()
        let ofSite = await amazon.profile(try await amazon.tokens().accessToken)
        let ofApp = await amazon.profile(
            try await amazon.appTokens(try await amazon.signedIn(AmazonFixture.appRequest())).accessToken
        )
        #expect(ofSite.text == ofApp.text)
        let profile = try AmazonProfileResponse(body: ofSite.body, fields: [:])
        #expect(profile.userID.wholeMatch(of: /amzn1\.account\.[A-Z0-9]{28}/) != nil)
        #expect(profile.name == "Ada Example")
        #expect(profile.email == AmazonFixture.email)
        #expect(profile.postalCode == nil)
    }

    @Test(arguments: [
        ("profile:user_id", ["user_id"]), ("postal_code", ["postal_code", "user_id"]),
        ("profile", ["email", "name", "user_id"]),
        ("profile postal_code", ["email", "name", "postal_code", "user_id"]),
    ])
    func returnsMembersOfGrantedScopesOnly(_ scope: String, _ members: [String]) async throws {
        let amazon = try await AmazonFixture()
        let response = await amazon.profile(
            try await amazon.tokens(AmazonFixture.siteRequest([.scope: scope])).accessToken
        )
        #expect(try JSONCoding.decode([String: JSONValue].self, from: response.body).keys.sorted() == members)
    }

    @Test func acceptsTokenInQueryOrHeader() async throws {
        let amazon = try await AmazonFixture()
        let token = try await amazon.tokens().accessToken
        let query = AmazonAccessTokenRequest(accessToken: token).parameters.formEncoded
        for path in ["/user/profile", "/User/Profile", "/auth/o2/tokeninfo", "/auth/O2/tokeninfo"] {
            #expect(await amazon.web.send(.get, path + "?" + query).status == .ok, "\(path)")
            #expect(await amazon.web.send(.get, path, fields: [.amazonAccessToken: token.reveal()]).status == .ok)
            #expect(
                await amazon.web.send(.get, path, fields: [.authorization: "bearer \(token.reveal())"]).status == .ok
            )
        }
    }

    @Test func rejectsTokensOfOtherClientsInTheQuery() async throws {
        let amazon = try await AmazonFixture()
        let token = try await amazon.web.tokens(from: try await amazon.web.signedIn()).accessToken
        let query = AmazonAccessTokenRequest(accessToken: token).parameters.formEncoded
        #expect(await amazon.web.send(.get, "/oauth2/userinfo?" + query).status == .unauthorized)
        let field: HTTPFields = [.authorization: "Bearer \(token.reveal())"]
        for path in ["/user/profile", "/ap/user/profile", "/auth/o2/tokeninfo"] {
            let inQuery = await amazon.web.send(.get, path + "?" + query)
            #expect(inQuery.status == .badRequest)
            #expect(inQuery.text == Self.invalidToken)
            #expect(await amazon.web.send(.get, path + "?" + query, fields: field).text == Self.invalidToken)
            #expect(await amazon.web.send(.get, path, fields: field).status == .ok)
        }
    }

    @Test(arguments: ["/user/profile", "/auth/o2/tokeninfo", "/ap/user/profile"])
    func rejectsInvalidToken(_ path: String) async throws {
        let amazon = try await AmazonFixture()
        let tokens = try await amazon.tokens()
        #expect(await amazon.web.send(.get, path + "?access_token=Atza%7Cmade-up").text == Self.invalidToken)
        let refresh = try #require(tokens.refreshToken).reveal()
        #expect(await amazon.web.send(.get, path, fields: [.amazonAccessToken: refresh]).text == Self.invalidToken)
        amazon.server.clock.advance(by: 3600)
        let late = await amazon.web.send(.get, path, fields: [.amazonAccessToken: tokens.accessToken.reveal()])
        #expect(late.status == .badRequest)
        #expect(late.text == Self.invalidToken)
        #expect(
            await amazon.web.send(.get, path).text
                == #"{"error":"invalid_request","error_description":"The request is missing a required parameter : access_token"}"#
        )
    }

    @Test func rejectsTokenWithoutProfileScope() async throws {
        let amazon = try await AmazonFixture { $0.scopes.insert(Scope(rawValue: "alexa:all")) }
        let tokens = try await amazon.tokens(AmazonFixture.siteRequest([.scope: "alexa:all"]))
        let response = await amazon.profile(tokens.accessToken)
        #expect(response.status == .badRequest)
        #expect(response.error?.code == .insufficientScope)
    }

    @Test func returnsTokenInformation() async throws {
        let amazon = try await AmazonFixture()
        let token = try await amazon.tokens().accessToken
        let issued = Int64(amazon.server.clock.now.timeIntervalSince1970)
        amazon.server.clock.advance(by: 600)
        let response = await amazon.web.send(.get, "/auth/o2/tokeninfo", fields: [.amazonAccessToken: token.reveal()])
        let info = try AmazonTokenInfoResponse(body: response.body, fields: [:])
        let account = try #require(try await amazon.server.store.account("person-1"))
        #expect(
            info
                == AmazonTokenInfoResponse(
                    audience: AmazonFixture.site.rawValue,
                    userID: account.amazonUserID,
                    issuer: "https://login.example.com",
                    expiresIn: 3000,
                    applicationID: "amzn1.application.00000000000000000000000000000002",
                    issuedAt: UnixTime(seconds: issued)
                )
        )
    }

    @Test func returnsLegacyProfile() async throws {
        let amazon = try await AmazonFixture()
        let token = try await amazon.tokens().accessToken
        let name = try #require(HTTPField.Name("X-Request-ID"))
        let response = await amazon.web.send(
            .get,
            "/ap/user/profile",
            fields: [.amazonAccessToken: token.reveal(), name: "request-12345"]
        )
        let account = try #require(try await amazon.server.store.account("person-1"))
        #expect(
            response.text
                == #"{"Profile":{"CustomerId":"\#(account.amazonUserID)","Name":"Ada Example","PrimaryEmail":"ada@example.com"},"#
                + #""Request-Id":"request-12345"}"#
        )
    }
}
