import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Unknown parameters are ignored (RFC 6749 §3.1, §3.2), and so is the query of endpoints that read a body.
@Suite struct AmazonUnknownParametersTests {
    private static let unknown = ParameterName(rawValue: "example_parameter")

    private func unknown(_ changes: [ParameterName: String?] = [:]) -> [ParameterName: String?] {
        changes.merging([Self.unknown: "x"]) { own, _ in own }
    }

    @Test func ignoresUnknownParametersAtAuthorizationEndpoint() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn(AmazonFixture.siteRequest(unknown()))
        #expect(await browser.redirectParameters.elements.map(\.name) == ["code", "scope", "state"])
    }

    @Test func ignoresUnknownParametersInFormAndJSONBody() async throws {
        let amazon = try await AmazonFixture()
        var form = try await AmazonFixture.redemption(try await amazon.signedIn())
        form.append(Self.unknown, "x")
        let response = await amazon.token(form)
        #expect(response.status == .ok, "\(response.text)")

        var other = try await AmazonFixture.redemption(try await amazon.signedIn())
        other.append(Self.unknown, "x")
        let type: HTTPFields = [.contentType: "application/json"]
        let second = await amazon.web.send(.post, "/auth/o2/token", fields: type, body: other.json)
        #expect(second.status == .ok, "\(second.text)")
    }

    @Test func ignoresUnknownParametersAtOtherEndpoints() async throws {
        let amazon = try await AmazonFixture()
        let tokens = try await amazon.tokens()
        var query = AmazonAccessTokenRequest(accessToken: tokens.accessToken).parameters
        query.append(Self.unknown, "x")
        let codePair = unknown([.responseType: "device_code", .scope: "profile", .clientID: AmazonFixture.app.rawValue])
        let revocation = AmazonFixture.siteForm(unknown([.token: tokens.refreshToken?.reveal()]))
        let responses = [
            await amazon.web.send(.get, "/user/profile?" + query.formEncoded),
            await amazon.web.send(.get, "/auth/o2/tokeninfo?" + query.formEncoded),
            await amazon.web.post("/auth/o2/create/codepair", Parameters(codePair)),
            await amazon.web.post("/auth/o2/revoke", revocation),
        ]
        for response in responses { #expect(response.status == .ok, "\(response.text)") }
    }

    @Test func ignoresQueryAtTokenEndpoint() async throws {
        let amazon = try await AmazonFixture()
        let form = try await AmazonFixture.redemption(try await amazon.signedIn())
        let path = "/auth/o2/token?"
        let rejected = await amazon.web.post(path + form.formEncoded, Parameters())
        #expect(rejected.status == .badRequest)
        #expect(rejected.error?.code == .invalidRequest)

        // Contradicts the body, and the code is still valid.
        let response = await amazon.web.post(path + "grant_type=password&code=other&api=1", form)
        #expect(response.status == .ok, "\(response.text)")
    }
}
