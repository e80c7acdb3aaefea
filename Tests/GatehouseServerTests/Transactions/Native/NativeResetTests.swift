import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct NativeResetTests {
    private let email = "ada@example.com"
    private let password = "purple monkey dishwasher"

    private func proven(_ server: FullServer) async throws -> NativeApp {
        var app = try await NativeApp(on: server)
        try await app.begin(.reset, email)
        try await app.askChallenge()
        try await app.submitMailedCode(to: email)
        return app
    }

    @Test func aProvenAddressGetsANewPasswordAndThenTokens() async throws {
        let server = try await FullServer.withNativeApp(.password)
        try await server.addAccount(email, password: "correct horse battery")
        var app = try await proven(server)
        #expect(app.stepName == "newPassword")
        let token = try app.token
        #expect(await app.refused(.newPassword("short")) == .passwordRefused(.tooShort(minimum: 8)))
        try await app.submit(.newPassword(password), with: token)
        #expect(app.stepName == "changed")
        #expect(await app.refusedToken(.none) == .notPossible)

        let submitted = try app.token
        try await app.submit(.awaitCompletion)
        #expect(app.stepName == "granted")
        // The answer was lost, and again.
        try await app.submit(.awaitCompletion, with: submitted)
        #expect(app.stepName == "granted")
        let tokens = try await app.redeem(.none)
        #expect(tokens.refreshToken != nil)
        #expect(await app.refused(.awaitCompletion, with: submitted) == .gone)

        var visit = try await Visit(on: server)
        try await visit.submit(.signInByPassword(email: email))
        try await visit.submit(.password(password))
        #expect(visit.hasCode)
        #expect(try await server.subjects(to: email).count == 2)
    }

    @Test func theSessionsOfTheOldPasswordEnd() async throws {
        let server = try await FullServer.withNativeApp(.password)
        try await server.addAccount(email, password: "correct horse battery")
        var first = try await NativeApp(on: server)
        try await first.begin(.signIn, email)
        try await first.askChallenge()
        let old = try await first.redeem(.password("correct horse battery"))
        var app = try await proven(server)
        try await app.submit(.newPassword(password))
        #expect(try await AccessTokenChecker(core: server.core).check(old.accessToken) == nil)
    }

    @Test func anAccountWithoutAPasswordGetsItsFirst() async throws {
        let server = try await FullServer.withNativeApp(.password)
        try await server.addAccount(email)
        var app = try await proven(server)
        try await app.submit(.newPassword(password))
        #expect(try await server.account(email)?.passwordHash != nil)
    }

    @Test func anUnknownAddressGoesThroughTheSameStepsAndNoCodeIsRight() async throws {
        let server = try await FullServer.withNativeApp(.password)
        var app = try await NativeApp(on: server)
        try await app.begin(.reset, email)
        try await app.askChallenge()
        #expect(app.stepName == "code")
        #expect(try await server.subjects(to: email) == ["No account with Example App for this address"])
        #expect(await app.refused(.code("12345678")) == .wrongCode(triesLeft: 4))
    }

    @Test func aClientThatMayKnowIsToldAtOnce() async throws {
        let server = try await FullServer.withNativeApp(.password, reveals: true)
        try await server.addAccount(email)
        var app = try await NativeApp(on: server)
        #expect(await app.refusedStart(NativeStart(flow: .reset, email: email)) == .accountHasNoPassword)
        #expect(await app.refusedStart(NativeStart(flow: .reset, email: "bob@example.com")) == .accountUnknown)
    }

    @Test func aSecondResetOutdatesWhatTheFirstHasProven() async throws {
        let server = try await FullServer.withNativeApp(.password)
        try await server.addAccount(email, password: "correct horse battery")
        var first = try await proven(server)
        try await first.submit(.newPassword(password))
        try await first.submit(.awaitCompletion)
        var second = try await proven(server)
        try await second.submit(.newPassword("orange gorilla bathtub"))
        #expect(await first.refusedToken(.none) == .gone)
        try await second.submit(.awaitCompletion)
        _ = try await second.redeem(.none)
    }

    @Test func anAccountThatIsShutOutMeanwhileGetsNoTokens() async throws {
        let server = try await FullServer.withNativeApp(.password)
        try await server.addAccount(email, password: "correct horse battery")
        var app = try await proven(server)
        try await app.submit(.newPassword(password))
        try await app.submit(.awaitCompletion)
        var account = try #require(try await server.account(email))
        account.disabledAt = server.clock.now
        account.revision += 1
        try await server.core.store.commit([.account(.update(account))])
        #expect(await app.refusedToken(.none) == .accountDisabled)
        try await server.core.store.commit([.account(.delete(account.id))])
        #expect(await app.refusedToken(.none) == .gone)
    }
}
