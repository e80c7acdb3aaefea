import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Continuation tokens: whose they are, what they are good for, and for how long.
@Suite struct NativeTokenTests {
    private let email = "ada@example.com"

    private func atCode(_ server: FullServer, _ flow: NativeIntent.Flow = .signUp) async throws -> NativeApp {
        var app = try await NativeApp(on: server)
        try await app.begin(flow, email)
        try await app.askChallenge()
        return app
    }

    @Test func eachIsAnotherTextAndAllOfOneStepAreGood() async throws {
        let server = try await FullServer.withNativeApp(.code)
        var app = try await atCode(server)
        let first = try app.token
        server.clock.advance(by: 30)
        try await app.askChallenge()
        let second = try app.token
        #expect(first != second)
        #expect(await app.refused(.code("no code"), with: first) == .wrongCode(triesLeft: 4))
        #expect(await app.refused(.code("no code"), with: second) == .wrongCode(triesLeft: 3))
        try await app.submit(.code(try await server.code(to: email)), with: first)
        #expect(await app.refused(.code("no code"), with: second) == .stale)
    }

    @Test func whoLostTheAnswerToAChallengeGetsItAgainAndNoOtherMail() async throws {
        let server = try await FullServer.withNativeApp(.code)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email)
        let start = try app.token
        try await app.askChallenge()
        let sent = try #require(app.step?.code)
        try await app.submit(.askChallenge([.code]), with: start)
        #expect(app.step?.code == sent)
        #expect(try await server.mailCount == 1)
        // With the present token it asks for another mail: once at once, and then not before the interval is over.
        try await app.submit(.askChallenge([.code]))
        let resent = try #require(app.step?.code)
        #expect(resent.isResent)
        #expect(try await server.mailCount == 2)
        try await app.submit(.askChallenge([.code]))
        #expect(app.step?.code == resent)
        #expect(app.progress?.resendAt == server.clock.now + 30)
        #expect(try await server.mailCount == 2)
        server.clock.advance(by: 30)
        try await app.submit(.askChallenge([.code]), with: start)
        #expect(try await server.mailCount == 3)
    }

    @Test func theTokenOfTheStepBeforeProvesNothing() async throws {
        let server = try await FullServer.withNativeApp(.password)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email)
        let start = try app.token
        try await app.askChallenge()
        let code = try app.token
        #expect(await app.refused(.code(try await server.code(to: email)), with: start) == .stale)
        try await app.submit(.code(try await server.code(to: email)), with: code)
        #expect(app.stepName == "choosePassword")
        for token in [start, code] {
            #expect(await app.refused(.askChallenge([.code, .password]), with: token) == .stale)
            #expect(await app.refused(.password("correct horse battery"), with: token) == .stale)
            #expect(await app.refused(.awaitCompletion, with: token) == .stale)
        }
        let choosing = try app.token
        try await app.submit(.password("correct horse battery"))
        #expect(await app.refused(.awaitCompletion, with: choosing) == .notPossible)
        #expect(await app.refusedToken(.none, with: choosing) == .stale)
    }

    @Test func aTokenOfAnotherFlowIsNotForTheEndpoint() async throws {
        let server = try await FullServer.withNativeApp(.code)
        try await server.addAccount(email)
        for flow in NativeIntent.Flow.allCases {
            var app = try await atCode(server, flow)
            for other in NativeIntent.Flow.allCases where other != flow {
                #expect(await app.refused(.askChallenge([.code, .password]), as: other) == .notPossible)
                #expect(await app.refused(.code("no code"), as: other) == .notPossible)
            }
            if flow != .signIn { #expect(await app.refusedToken(.code("no code")) == .notPossible) }
            server.clock.advance(by: 30)
        }
    }

    @Test func aTokenOfAnotherAppIsNone() async throws {
        let server = try await FullServer.withNativeApp(.code)
        var other = Client.app("other", createdAt: server.clock.now)
        other.native = NativeAuthentication(method: .code)
        try await server.add(other)
        let app = try await atCode(server)
        var thief = try await NativeApp(on: server, client: "other")
        let code = try await server.code(to: email)
        #expect(await thief.refused(.code(code), with: try app.token, as: .signUp) == .gone)
        #expect(await thief.refusedToken(.none, with: try app.token) == .gone)
    }

    @Test func noneCanBeMadeUp() async throws {
        let server = try await FullServer.withNativeApp(.code)
        var app = try await atCode(server)
        let token = try app.token.reveal()
        var forged = ["", "AQAB", "....", token + "A", String(token.dropLast(4)), token.uppercased()]
        let bytes = try #require(Base64URL.decode(token))
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] ^= 1
            forged.append(Base64URL.encode(changed))
        }
        for text in forged {
            #expect(await app.refused(.code("no code"), with: Secret(text)) == .gone)
            #expect(await app.refusedToken(.none, with: Secret(text)) == .gone)
        }
        #expect(app.step?.code?.triesLeft == 5)
    }

    @Test func itTellsNothingOfThePersonToWhoReadsIt() async throws {
        let server = try await FullServer.withNativeApp(.code)
        let app = try await atCode(server)
        let bytes = try #require(Base64URL.decode(try app.token.reveal()))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("ada"))
    }

    @Test func itLivesAsLongAsTheFlow() async throws {
        let server = try await FullServer.withNativeApp(.code)
        var app = try await atCode(server)
        #expect(app.progress?.expiresAt == server.clock.now + 3_600)
        server.clock.advance(by: 3_599)
        #expect(await app.refused(.code("no code")) == .codeExpired)
        server.clock.advance(by: 1)
        #expect(await app.refused(.code("no code")) == .tokenExpired)
        #expect(await app.refusedToken(.none) == .tokenExpired)
        // It says so still when the flow itself has been swept away.
        _ = try await server.core.store.sweep(before: server.clock.now + 60, grace: 0)
        #expect(await app.refused(.code("no code")) == .tokenExpired)
    }

    @Test func anExpiredCodeLeavesTheTokenGoodForAnother() async throws {
        let server = try await FullServer.withNativeApp(.code)
        var app = try await atCode(server)
        let old = try await server.code(to: email)
        server.clock.advance(by: 600)
        #expect(await app.refused(.code(old)) == .codeExpired)
        try await app.askChallenge()
        #expect(await app.refused(.code(old)) == .wrongCode(triesLeft: 4))
        try await app.submitMailedCode(to: email)
        #expect(app.stepName == "granted")
    }

    @Test func noBrowserHoldsAnAppsFlowAndNoAppABrowsers() async throws {
        let server = try await FullServer.withNativeApp(.code)
        var app = try await atCode(server)
        let visit = try await Visit(on: server)
        let payload = String(decoding: try #require(Base64URL.decode(try app.token.reveal())).prefix(22), as: UTF8.self)
        let id = TransactionRecord.ID(payload)
        #expect(try await server.core.store.transaction(id) != nil)
        await #expect(throws: TransactionError.gone) {
            try await server.server.engine.load(id, browser: visit.browser)
        }
        await #expect(throws: TransactionError.gone) {
            try await server.server.engine.submit(
                .code("no code"),
                to: id,
                step: 2,
                language: .english,
                browser: visit.browser,
                context: visit.context
            )
        }
        #expect(app.step?.code?.triesLeft == 5)
        #expect(await app.refused(.code("no code"), with: Secret(visit.transaction.id.rawValue)) == .gone)
    }

    @Test func aClientThatLosesItsPagesLosesItsFlows() async throws {
        let server = try await FullServer.withNativeApp(.code)
        let app = try await atCode(server)
        var client = app.client
        client.native = nil
        try await server.core.store.commit([.client(.update(client))])
        var later = try await NativeApp(on: server)
        #expect(await later.refused(.code("no code"), with: try app.token, as: .signUp) == .gone)
    }
}
