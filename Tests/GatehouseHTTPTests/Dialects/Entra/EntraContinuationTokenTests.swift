import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EntraContinuationTokenTests {
    /// Whatever is out of order is refused and changes nothing: afterwards the flow goes on as if nothing had been.
    @Test(arguments: EntraPlace.allCases) func whatIsOutOfOrderIsRefusedAndChangesNothing(
        _ place: EntraPlace
    ) async throws {
        let (entra, token) = try await place.reach()
        let before = try await Self.state(of: entra)
        for deed in EntraDeed.allCases where !place.legal.contains(deed) {
            let verdict = try await deed.attempt(on: entra, token).verdict
            let verdicts = ["invalid_request 55200", deed.verdictOnBadToken]
            #expect(verdicts.contains(verdict), "\(place.rawValue) \(deed.rawValue): \(verdict)")
        }
        #expect(try await Self.state(of: entra) == before)
        let end = try await place.finish(entra, token)
        #expect(end.verdict == (place == .spent ? "invalid_grant 55200" : "ok"))
    }

    /// What can be done at a place is not taken for something out of order.
    @Test(arguments: EntraPlace.allCases) func whatIsInOrderIsTaken(_ place: EntraPlace) async throws {
        for deed in place.legal {
            let (entra, token) = try await place.reach()
            let reply = try await deed.attempt(on: entra, token)
            #expect(reply.refusal?.numbers.first != 55_200, "\(place.rawValue) \(deed.rawValue): \(reply.verdict)")
        }
    }

    /// No flow of this server has a step for a second factor, so not even the right code is one.
    @Test func theFirstFactorIsNoSecondOne() async throws {
        let entra = try await EntraWeb()
        try await entra.addAccount()
        let token = try await entra.signInWaiting()
        let refused = try await entra.token(token, .secondFactorOOB, [.oob: try await entra.code()])
        #expect(refused.verdict == "invalid_request 55200")
        #expect(refused.sentence == "The continuation_token is not valid for this endpoint.")
        #expect(try await entra.token(token, .oob, [.oob: try await entra.code()]).verdict == "ok")
    }

    private static func state(of entra: EntraWeb) async throws -> [String] {
        let accounts = try await entra.server.core.store.accounts(after: nil, limit: 10)
        let hashes = accounts.map { "\($0.id) \($0.passwordHash ?? "") \($0.attributes)" }
        var sessions = 0
        for account in accounts { sessions += try await entra.server.core.store.sessions(of: account.id).count }
        return hashes + ["\(sessions) sessions", "\(try await entra.server.mailCount) mails"]
    }

    @Test(arguments: EntraDeed.allCases) func whatIsNoTokenIsRefused(_ deed: EntraDeed) async throws {
        let entra = try await EntraWeb(.password)
        let token = try #require(try await entra.signIn().token)
        let forged = String(token.dropLast(2)) + (token.hasSuffix("AA") ? "BB" : "AA")
        for text in ["x", "AQAB", forged, token + "A", String(token.dropFirst(4))] {
            #expect(try await deed.attempt(on: entra, text).verdict == deed.verdictOnBadToken)
        }
    }

    @Test func anotherClientsTokenIsNoToken() async throws {
        let entra = try await EntraWeb()
        try await entra.addAccount()
        var other = try #require(try await entra.server.core.store.client(EntraWeb.clientID))
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
        #expect(try await entra.token(token, .oob, values).verdict == "invalid_grant 55200")
        #expect(try await entra.token(token, .oob, [.oob: try await entra.code()]).verdict == "ok")
    }

    @Test(arguments: EntraDeed.allCases) func anOldTokenHasExpired(_ deed: EntraDeed) async throws {
        let entra = try await EntraWeb(.password)
        let token = try #require(try await entra.signIn().token)
        entra.server.clock.advance(by: entra.server.core.settings.lifetimes.transaction)
        #expect(try await deed.attempt(on: entra, token).verdict == "expired_token 552003")
    }

    @Test func everyAnswerHasAnotherToken() async throws {
        let entra = try await EntraWeb(.password)
        try await entra.addAccount()
        let start = try #require(try await entra.signIn().token)
        let first = try #require(try await entra.challenge("oauth2", start).token)
        let second = try #require(try await entra.challenge("oauth2", first).token)
        #expect(Set([start, first, second]).count == 3)
        let values: [ParameterName: String?] = [.password: EntraWeb.password]
        #expect(try await entra.token(first, .password, values).verdict == "ok")
        #expect(try await entra.token(second, .password, values).verdict == "invalid_grant 55200")
    }

    /// A browser cannot go on with what an app has begun: there is no page for it.
    @Test func noPageShowsAnAppsFlow() async throws {
        let entra = try await EntraWeb()
        let token = try #require(try await entra.signIn().token)
        let id = String(decoding: Base64URL.decode(token) ?? Data(), as: UTF8.self).prefix { $0 != "." }
        let browser = try await entra.web.browser()
        await browser.open(try entra.web.url("/sign-in", Parameters([.init(name: "flow", value: String(id))])))
        #expect(await browser.status == .gone)
    }
}
