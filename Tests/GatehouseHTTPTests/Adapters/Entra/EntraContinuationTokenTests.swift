import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraContinuationTokenTests {
    /// Afterwards the flow continues unchanged.
    @Test(arguments: EntraFlowPosition.allCases) func rejectsActionsOutOfOrder(
        _ position: EntraFlowPosition
    ) async throws {
        let (entra, token) = try await position.reach()
        let before = try await Self.state(of: entra)
        for action in EntraAction.allCases where !position.allowedActions.contains(action) {
            let summary = try await action.attempt(on: entra, token).summary
            let summaries = ["invalid_request 55200", action.invalidTokenSummary]
            #expect(summaries.contains(summary), "\(position.rawValue) \(action.rawValue): \(summary)")
        }
        #expect(try await Self.state(of: entra) == before)
        let end = try await position.finish(entra, token)
        #expect(end.summary == (position == .used ? "invalid_grant 55200" : "ok"))
    }

    @Test(arguments: EntraFlowPosition.allCases) func acceptsActionsInOrder(_ position: EntraFlowPosition) async throws
    {
        for action in position.allowedActions {
            let (entra, token) = try await position.reach()
            let reply = try await action.attempt(on: entra, token)
            #expect(reply.error?.numbers.first != 55_200, "\(position.rawValue) \(action.rawValue): \(reply.summary)")
        }
    }

    /// No flow has a second factor, so even a correct code is rejected.
    @Test func rejectsSecondFactorGrant() async throws {
        let entra = try await EntraFixture()
        try await entra.addAccount()
        let token = try await entra.signInWaiting()
        let rejected = try await entra.token(token, .secondFactorOOB, with: [.oob: try await entra.code()])
        #expect(rejected.summary == "invalid_request 55200")
        #expect(rejected.errorDescription == "The continuation_token is not valid for this endpoint.")
        #expect(try await entra.token(token, .oob, with: [.oob: try await entra.code()]).summary == "ok")
    }

    private static func state(of entra: EntraFixture) async throws -> [String] {
        let accounts = try await entra.server.store.accounts(after: nil, limit: 10)
        let hashes = accounts.map { "\($0.id) \($0.passwordHash ?? "") \($0.attributes)" }
        var sessions = 0
        for account in accounts { sessions += try await entra.server.store.sessions(of: account.id).count }
        return hashes + ["\(sessions) sessions", "\(try await entra.server.mailCount) mails"]
    }

    @Test(arguments: EntraAction.allCases) func rejectsForgedToken(_ action: EntraAction) async throws {
        let entra = try await EntraFixture(.password)
        let token = try #require(try await entra.signIn().token)
        let forged = String(token.dropLast(2)) + (token.hasSuffix("AA") ? "BB" : "AA")
        for text in ["x", "AQAB", forged, token + "A", String(token.dropFirst(4))] {
            #expect(try await action.attempt(on: entra, text).summary == action.invalidTokenSummary)
        }
    }

    @Test func rejectsTokenOfAnotherClient() async throws {
        let entra = try await EntraFixture()
        try await entra.addAccount()
        var other = try #require(try await entra.server.store.client(EntraFixture.clientID))
        other = Client(
            id: "other-app",
            name: "Other App",
            secretHash: nil,
            tokenEndpointAuthMethod: .none,
            redirectURIs: [],
            grantTypes: other.grantTypes,
            scopes: other.scopes,
            requiresPKCE: true,
            idTokenAlgorithm: .rs256,
            native: other.native,
            createdAt: other.createdAt
        )
        try await entra.server.add(other)
        let token = try await entra.signInWaiting()
        let values: [ParameterName: String?] = [.clientID: "other-app", .oob: try await entra.code()]
        #expect(try await entra.token(token, .oob, with: values).summary == "invalid_grant 55200")
        #expect(try await entra.token(token, .oob, with: [.oob: try await entra.code()]).summary == "ok")
    }

    @Test(arguments: EntraAction.allCases) func rejectsExpiredToken(_ action: EntraAction) async throws {
        let entra = try await EntraFixture(.password)
        let token = try #require(try await entra.signIn().token)
        entra.server.clock.advance(by: entra.server.identity.settings.lifetimes.flow)
        #expect(try await action.attempt(on: entra, token).summary == "expired_token 552003")
    }

    @Test func issuesNewTokenWithEveryResponse() async throws {
        let entra = try await EntraFixture(.password)
        try await entra.addAccount()
        let start = try #require(try await entra.signIn().token)
        let first = try #require(try await entra.challenge("oauth2", start).token)
        let second = try #require(try await entra.challenge("oauth2", first).token)
        #expect(Set([start, first, second]).count == 3)
        let values: [ParameterName: String?] = [.password: EntraFixture.password]
        #expect(try await entra.token(first, .password, with: values).summary == "ok")
        #expect(try await entra.token(second, .password, with: values).summary == "invalid_grant 55200")
    }

    /// Flows of native apps have no pages.
    @Test func doesNotShowNativeFlowInBrowser() async throws {
        let entra = try await EntraFixture()
        let token = try #require(try await entra.signIn().token)
        let id = String(decoding: Base64URL.decode(token) ?? Data(), as: UTF8.self).prefix { $0 != "." }
        let browser = try await entra.web.browser()
        await browser.open(try entra.web.url("/sign-in", Parameters([.init(name: "flow", value: String(id))])))
        #expect(await browser.status == .gone)
    }
}
