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
        _ amazon: AmazonWeb,
        _ token: String?,
        _ changes: [ParameterName: String?] = [:]
    ) async -> HTTPAnswer {
        let form: [ParameterName: String?] = [.token: token, .clientID: AmazonWeb.app.rawValue]
        return await amazon.web.post("/auth/o2/revoke", Parameters(form.merging(changes) { _, changed in changed }))
    }

    @Test func aSignOutEndsTheSessionAndTheBrowsersSignIn() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn(AmazonWeb.appRequest())
        let tokens = try await amazon.appTokens(browser)
        let token = tokens.refreshToken
        let answer = await revoke(amazon, token?.reveal())
        #expect(answer.status == .ok)
        #expect(answer.body.isEmpty)
        #expect(answer.fields[.contentType] == nil)
        #expect(await amazon.profile(tokens.accessToken).status == .badRequest)

        await browser.open(try amazon.web.url("/ap/oa", AmazonWeb.appRequest()))
        #expect(await browser.heading == "Sign in")
        let events = try await amazon.server.core.store.events(of: "person-1", before: nil, limit: 2)
        #expect(Set(events.map(\.kind)) == [.sessionEnded, .signedOut])
        // Once more changes nothing, and is answered the same.
        #expect(await revoke(amazon, token?.reveal()).status == .ok)
        #expect(try await amazon.server.core.store.events(of: "person-1", before: nil, limit: 2) == events)
    }

    @Test func anAccessTokenEndsItsSessionAlone() async throws {
        let amazon = try await AmazonWeb()
        let browser = try await amazon.signedIn(AmazonWeb.appRequest())
        let tokens = try await amazon.appTokens(browser)
        #expect(await revoke(amazon, tokens.accessToken.reveal()).status == .ok)
        #expect(await amazon.profile(tokens.accessToken).status == .badRequest)
        await browser.open(try amazon.web.url("/ap/oa", AmazonWeb.appRequest()))
        #expect(await browser.heading == "Share with Example App?")
        // One that has been revoked already ends nothing more.
        let events = try await amazon.server.core.store.events(of: "person-1", before: nil, limit: 9)
        #expect(await revoke(amazon, tokens.accessToken.reveal()).status == .ok)
        #expect(try await amazon.server.core.store.events(of: "person-1", before: nil, limit: 9) == events)
        #expect(!events.map(\.kind).contains(.signedOut))
    }

    @Test func anotherClientsTokenStaysAlive() async throws {
        let amazon = try await AmazonWeb()
        let tokens = try await amazon.tokens()
        let answer = await revoke(amazon, tokens.refreshToken?.reveal())
        #expect(answer.status == .badRequest)
        #expect(answer.error?.code == .unauthorizedClient)
        #expect(await amazon.profile(tokens.accessToken).status == .ok)
    }

    @Test func aTokenThatIsUnknownIsAnsweredLikeOneThatWasRevoked() async throws {
        let amazon = try await AmazonWeb()
        #expect(await revoke(amazon, "Atzr|rt.made.1.up").status == .ok)
        #expect(await revoke(amazon, "whatever").status == .ok)
    }

    @Test func aMadeUpRefreshTokenEndsNobodysSession() async throws {
        let amazon = try await AmazonWeb()
        let tokens = try await amazon.appTokens(try await amazon.signedIn(AmazonWeb.appRequest()))
        var parts = try #require(tokens.refreshToken).reveal().split(separator: ".").map(String.init)
        parts[3] = String(parts[3].reversed())
        #expect(await revoke(amazon, parts.joined(separator: ".")).status == .ok)
        #expect(await amazon.profile(tokens.accessToken).status == .ok)
    }

    @Test func refusesInAmazonsWords() async throws {
        let amazon = try await AmazonWeb()
        let missing = await revoke(amazon, nil)
        #expect(missing.error?.description == "The request is missing a required parameter : token")
        let nobody = await revoke(amazon, "t", [.clientID: nil])
        #expect(nobody.status == .unauthorized)
        #expect(nobody.error?.description == "Client authentication failed")
    }

    @Test func theBodyMayBeJSON() async throws {
        let amazon = try await AmazonWeb()
        let tokens = try await amazon.appTokens(try await amazon.signedIn(AmazonWeb.appRequest()))
        let form = Parameters([
            .token: tokens.refreshToken?.reveal(), .clientID: AmazonWeb.app.rawValue,
        ])
        let answer = await amazon.web.send(
            .post,
            "/auth/o2/revoke",
            [.contentType: "application/json"],
            body: form.json
        )
        #expect(answer.status == .ok)
        #expect(await amazon.profile(tokens.accessToken).status == .badRequest)
    }
}
