import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// What no endpoint knows is no reason to refuse (RFC 6749 §3.1, §3.2), and a query says nothing to an endpoint that reads a body.
@Suite struct AmazonUnknownParametersTests {
    private static let unknown = ParameterName(rawValue: "example_parameter")

    private func unknown(_ changes: [ParameterName: String?] = [:]) -> [ParameterName: String?] {
        changes.merging([Self.unknown: "x"]) { own, _ in own }
    }

    @Test func theAuthorizationEndpointIgnoresThem() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn(AmazonWeb.siteRequest(unknown()))
        #expect(await browser.answer.elements.map(\.name) == ["code", "scope", "state"])
    }

    @Test func theTokenEndpointIgnoresThemInBothFormsOfABody() async throws {
        let amazon = try await AmazonWeb()
        var form = try await AmazonWeb.redemption(try await amazon.signedIn())
        form.append(Self.unknown, "x")
        let answer = await amazon.token(form)
        #expect(answer.status == .ok, "\(answer.text)")

        var other = try await AmazonWeb.redemption(try await amazon.signedIn())
        other.append(Self.unknown, "x")
        let type: HTTPFields = [.contentType: "application/json"]
        let second = await amazon.web.send(.post, "/auth/o2/token", type, body: other.json)
        #expect(second.status == .ok, "\(second.text)")
    }

    @Test func theOtherEndpointsIgnoreThem() async throws {
        let amazon = try await AmazonWeb()
        let tokens = try await amazon.tokens()
        var query = AmazonAccessTokenRequest(accessToken: tokens.accessToken).parameters
        query.append(Self.unknown, "x")
        let codePair = unknown([.responseType: "device_code", .scope: "profile", .clientID: AmazonWeb.app.rawValue])
        let revocation = AmazonWeb.siteForm(unknown([.token: tokens.refreshToken?.reveal()]))
        let answers = [
            await amazon.web.send(.get, "/user/profile?" + query.formEncoded),
            await amazon.web.send(.get, "/auth/o2/tokeninfo?" + query.formEncoded),
            await amazon.web.post("/auth/o2/create/codepair", Parameters(codePair)),
            await amazon.web.post("/auth/o2/revoke", revocation),
        ]
        for answer in answers { #expect(answer.status == .ok, "\(answer.text)") }
    }

    @Test func theTokenEndpointTakesNothingFromAQuery() async throws {
        let amazon = try await AmazonWeb()
        let form = try await AmazonWeb.redemption(try await amazon.signedIn())
        let path = "/auth/o2/token?"
        let refused = await amazon.web.post(path + form.formEncoded, Parameters())
        #expect(refused.status == .badRequest)
        #expect(refused.error?.code == .invalidRequest)

        // Not even what contradicts the body, and the code is still good.
        let answer = await amazon.web.post(path + "grant_type=password&code=other&api=1", form)
        #expect(answer.status == .ok, "\(answer.text)")
    }
}
