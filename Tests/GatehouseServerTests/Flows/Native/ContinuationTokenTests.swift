import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Continuation tokens: their client, flow, step and lifetime.
@Suite struct ContinuationTokenTests {
    private let email = "ada@example.com"

    private func appAtCode(_ server: CompleteServer, _ flow: NativeFlowRequest.Flow = .signUp) async throws -> NativeApp
    {
        var app = try await NativeApp(on: server)
        try await app.begin(flow, email)
        try await app.requestChallenge()
        return app
    }

    @Test func acceptsEveryTokenOfCurrentStep() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var app = try await appAtCode(server)
        let first = try app.token
        server.clock.advance(by: 30)
        try await app.requestChallenge()
        let second = try app.token
        #expect(first != second)
        #expect(await app.rejection(.code("no code"), with: first) == .wrongCode(attemptsRemaining: 4))
        #expect(await app.rejection(.code("no code"), with: second) == .wrongCode(attemptsRemaining: 3))
        try await app.submit(.code(try await server.code(to: email)), with: first)
        #expect(await app.rejection(.code("no code"), with: second) == .stale)
    }

    @Test func repeatsChallengeResponseWithoutSecondEmail() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email)
        let start = try app.token
        try await app.requestChallenge()
        let sent = try #require(app.step?.code)
        try await app.submit(.requestChallenge([.code]), with: start)
        #expect(app.step?.code == sent)
        #expect(try await server.mailCount == 1)
        // The current token requests another email: one immediately, the next only after the interval.
        try await app.submit(.requestChallenge([.code]))
        let resent = try #require(app.step?.code)
        #expect(resent.isResent)
        #expect(try await server.mailCount == 2)
        try await app.submit(.requestChallenge([.code]))
        #expect(app.step?.code == resent)
        #expect(app.progress?.resendAt == server.clock.now + 30)
        #expect(try await server.mailCount == 2)
        server.clock.advance(by: 30)
        try await app.submit(.requestChallenge([.code]), with: start)
        #expect(try await server.mailCount == 3)
    }

    @Test func rejectsTokenOfPreviousStep() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, email)
        let start = try app.token
        try await app.requestChallenge()
        let code = try app.token
        #expect(await app.rejection(.code(try await server.code(to: email)), with: start) == .stale)
        try await app.submit(.code(try await server.code(to: email)), with: code)
        #expect(app.stepName == "choosePassword")
        for token in [start, code] {
            #expect(await app.rejection(.requestChallenge([.code, .password]), with: token) == .stale)
            #expect(await app.rejection(.password("correct horse battery"), with: token) == .stale)
            #expect(await app.rejection(.awaitCompletion, with: token) == .stale)
        }
        let choosing = try app.token
        try await app.submit(.password("correct horse battery"))
        #expect(await app.rejection(.awaitCompletion, with: choosing) == .notPossible)
        #expect(await app.tokenRejection(.none, with: choosing) == .stale)
    }

    @Test func rejectsTokenOfAnotherFlow() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        try await server.addAccount(email)
        for flow in NativeFlowRequest.Flow.allCases {
            var app = try await appAtCode(server, flow)
            for other in NativeFlowRequest.Flow.allCases where other != flow {
                #expect(await app.rejection(.requestChallenge([.code, .password]), as: other) == .notPossible)
                #expect(await app.rejection(.code("no code"), as: other) == .notPossible)
            }
            if flow != .signIn { #expect(await app.tokenRejection(.code("no code")) == .notPossible) }
            server.clock.advance(by: 30)
        }
    }

    @Test func rejectsTokenOfAnotherClient() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var other = Client.app("other", createdAt: server.clock.now)
        other.native = NativeAuthenticationSettings(method: .code)
        try await server.add(other)
        let app = try await appAtCode(server)
        var attacker = try await NativeApp(on: server, client: "other")
        let code = try await server.code(to: email)
        #expect(await attacker.rejection(.code(code), with: try app.token, as: .signUp) == .gone)
        #expect(await attacker.tokenRejection(.none, with: try app.token) == .gone)
    }

    @Test func rejectsForgedTokens() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var app = try await appAtCode(server)
        let token = try app.token.reveal()
        var forged = ["", "AQAB", "....", token + "A", String(token.dropLast(4)), token.uppercased()]
        let bytes = try #require(Base64URL.decode(token))
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var changed = bytes
            changed[index] ^= 1
            forged.append(Base64URL.encode(changed))
        }
        for text in forged {
            #expect(await app.rejection(.code("no code"), with: Secret(text)) == .gone)
            #expect(await app.tokenRejection(.none, with: Secret(text)) == .gone)
        }
        #expect(app.step?.code?.attemptsRemaining == 5)
    }

    @Test func containsNoPersonalData() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        let app = try await appAtCode(server)
        let bytes = try #require(Base64URL.decode(try app.token.reveal()))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("ada"))
    }

    @Test func expiresWithFlow() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var app = try await appAtCode(server)
        #expect(app.progress?.expiresAt == server.clock.now + 3_600)
        server.clock.advance(by: 3_599)
        #expect(await app.rejection(.code("no code")) == .codeExpired)
        server.clock.advance(by: 1)
        #expect(await app.rejection(.code("no code")) == .tokenExpired)
        #expect(await app.tokenRejection(.none) == .tokenExpired)
        // The token is still reported as expired after the flow was deleted.
        _ = try await server.store.sweep(.flows, before: server.clock.now + 60)
        #expect(await app.rejection(.code("no code")) == .tokenExpired)
    }

    @Test func keepsTokenValidAfterCodeExpires() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var app = try await appAtCode(server)
        let old = try await server.code(to: email)
        server.clock.advance(by: 600)
        #expect(await app.rejection(.code(old)) == .codeExpired)
        try await app.requestChallenge()
        #expect(await app.rejection(.code(old)) == .wrongCode(attemptsRemaining: 4))
        try await app.submitMailedCode(to: email)
        #expect(app.stepName == "granted")
    }

    @Test func separatesNativeFromBrowserFlows() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        var app = try await appAtCode(server)
        let driver = try await BrowserDriver(on: server)
        let payload = String(decoding: try #require(Base64URL.decode(try app.token.reveal())).prefix(22), as: UTF8.self)
        let id = FlowRecord.ID(payload)
        #expect(try await server.store.flow(id) != nil)
        await #expect(throws: FlowError.gone) {
            try await server.identity.flows.repository.load(id, browser: driver.browser)
        }
        await #expect(throws: FlowError.gone) {
            try await server.identity.flows.runner.submit(
                .code("no code"),
                to: id,
                step: 2,
                language: .english,
                browser: driver.browser,
                context: driver.context
            )
        }
        #expect(app.step?.code?.attemptsRemaining == 5)
        #expect(await app.rejection(.code("no code"), with: Secret(driver.flow.id.rawValue)) == .gone)
    }

    @Test func rejectsFlowsAfterNativeAuthenticationIsDisabled() async throws {
        let server = try await CompleteServer.withNativeApp(.code)
        let app = try await appAtCode(server)
        var client = app.client
        client.native = nil
        try await server.store.commit([.client(.update(client))])
        var later = try await NativeApp(on: server)
        #expect(await later.rejection(.code("no code"), with: try app.token, as: .signUp) == .gone)
    }
}
