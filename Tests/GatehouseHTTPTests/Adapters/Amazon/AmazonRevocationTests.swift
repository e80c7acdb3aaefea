import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonRevocationTests {
    private func revoke(
        _ amazon: AmazonFixture,
        _ token: String?,
        changing changes: [ParameterName: String?] = [:]
    ) async -> ServerResponse {
        let form: [ParameterName: String?] = [.token: token, .clientID: AmazonFixture.app.rawValue]
        return await amazon.web.post("/auth/o2/revoke", Parameters(form.merging(changes) { _, changed in changed }))
    }

    @Test func endsSessionAndBrowserSessionOnRefreshTokenRevocation() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn(AmazonFixture.appRequest())
        let tokens = try await amazon.appTokens(browser)
        let token = tokens.refreshToken
        let response = await revoke(amazon, token?.reveal())
        #expect(response.status == .ok)
        #expect(response.body.isEmpty)
        #expect(response.fields[.contentType] == nil)
        #expect(await amazon.profile(tokens.accessToken).status == .badRequest)

        await browser.open(try amazon.web.url("/ap/oa", AmazonFixture.appRequest()))
        #expect(await browser.heading == "Sign in")
        let events = try await amazon.server.store.events(of: "person-1", before: nil, limit: 2)
        #expect(Set(events.map(\.kind)) == [.sessionEnded, .signedOut])
        // A second revocation changes nothing and gets the same response.
        #expect(await revoke(amazon, token?.reveal()).status == .ok)
        #expect(try await amazon.server.store.events(of: "person-1", before: nil, limit: 2) == events)
    }

    @Test func endsOnlySessionOnAccessTokenRevocation() async throws {
        let amazon = try await AmazonFixture()
        let browser = try await amazon.signedIn(AmazonFixture.appRequest())
        let tokens = try await amazon.appTokens(browser)
        #expect(await revoke(amazon, tokens.accessToken.reveal()).status == .ok)
        #expect(await amazon.profile(tokens.accessToken).status == .badRequest)
        await browser.open(try amazon.web.url("/ap/oa", AmazonFixture.appRequest()))
        #expect(await browser.heading == "Allow Example App to use your account?")
        // Revoking a revoked token ends nothing else.
        let events = try await amazon.server.store.events(of: "person-1", before: nil, limit: 9)
        #expect(await revoke(amazon, tokens.accessToken.reveal()).status == .ok)
        #expect(try await amazon.server.store.events(of: "person-1", before: nil, limit: 9) == events)
        #expect(!events.map(\.kind).contains(.signedOut))
    }

    @Test func keepsTokenOfAnotherClient() async throws {
        let amazon = try await AmazonFixture()
        let tokens = try await amazon.tokens()
        let response = await revoke(amazon, tokens.refreshToken?.reveal())
        #expect(response.status == .badRequest)
        #expect(response.error?.code == .unauthorizedClient)
        #expect(await amazon.profile(tokens.accessToken).status == .ok)
    }

    @Test func acceptsUnknownToken() async throws {
        let amazon = try await AmazonFixture()
        #expect(await revoke(amazon, "Atzr|rt.made.1.up").status == .ok)
        #expect(await revoke(amazon, "whatever").status == .ok)
    }

    @Test func ignoresForgedRefreshToken() async throws {
        let amazon = try await AmazonFixture()
        let tokens = try await amazon.appTokens(try await amazon.signedIn(AmazonFixture.appRequest()))
        var parts = try #require(tokens.refreshToken).reveal().split(separator: ".").map(String.init)
        parts[3] = String(parts[3].reversed())
        #expect(await revoke(amazon, parts.joined(separator: ".")).status == .ok)
        #expect(await amazon.profile(tokens.accessToken).status == .ok)
    }

    @Test func reportsErrorsInAmazonFormat() async throws {
        let amazon = try await AmazonFixture()
        let missing = await revoke(amazon, nil)
        #expect(missing.error?.description == "The request is missing a required parameter : token")
        let anonymous = await revoke(amazon, "t", changing: [.clientID: nil])
        #expect(anonymous.status == .unauthorized)
        #expect(anonymous.error?.description == "Client authentication failed")
    }

    @Test func acceptsJSONBody() async throws {
        let amazon = try await AmazonFixture()
        let tokens = try await amazon.appTokens(try await amazon.signedIn(AmazonFixture.appRequest()))
        let form = Parameters([
            .token: tokens.refreshToken?.reveal(), .clientID: AmazonFixture.app.rawValue,
        ])
        let response = await amazon.web.send(
            .post,
            "/auth/o2/revoke",
            fields: [.contentType: "application/json"],
            body: form.json
        )
        #expect(response.status == .ok)
        #expect(await amazon.profile(tokens.accessToken).status == .badRequest)
    }
}
