import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct NativeRecoveryTests {
    private let email = "ada@example.com"
    private let password = "purple monkey dishwasher"

    private func verifiedApp(_ server: CompleteServer) async throws -> NativeApp {
        var app = try await NativeApp(on: server)
        try await app.begin(.reset, email)
        try await app.requestChallenge()
        try await app.submitMailedCode(to: email)
        return app
    }

    @Test func setsPasswordAfterVerificationAndIssuesTokens() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        try await server.addAccount(email, password: "correct horse battery")
        var app = try await verifiedApp(server)
        #expect(app.stepName == "newPassword")
        let token = try app.token
        #expect(await app.rejection(.newPassword("short")) == .passwordRejected(.tooShort(minimum: 8)))
        try await app.submit(.newPassword(password), with: token)
        #expect(app.stepName == "changed")
        #expect(await app.tokenRejection(.none) == .notPossible)

        let submitted = try app.token
        try await app.submit(.awaitCompletion)
        #expect(app.stepName == "granted")
        // The response was lost: the same request again.
        try await app.submit(.awaitCompletion, with: submitted)
        #expect(app.stepName == "granted")
        let tokens = try await app.redeem(.none)
        #expect(tokens.refreshToken != nil)
        #expect(await app.rejection(.awaitCompletion, with: submitted) == .gone)

        var driver = try await BrowserDriver(on: server)
        try await driver.submit(.signInByPassword(email: email))
        try await driver.submit(.password(password))
        #expect(driver.hasCode)
        #expect(try await server.subjects(to: email).count == 2)
    }

    @Test func endsSessionsOfOldPassword() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        try await server.addAccount(email, password: "correct horse battery")
        var first = try await NativeApp(on: server)
        try await first.begin(.signIn, email)
        try await first.requestChallenge()
        let old = try await first.redeem(.password("correct horse battery"))
        var app = try await verifiedApp(server)
        try await app.submit(.newPassword(password))
        #expect(try await server.identity.accessTokens.check(old.accessToken) == nil)
    }

    @Test func setsFirstPasswordOfAccount() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        try await server.addAccount(email)
        var app = try await verifiedApp(server)
        try await app.submit(.newPassword(password))
        #expect(try await server.account(email)?.passwordHash != nil)
    }

    @Test func hidesMissingAccount() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        var app = try await NativeApp(on: server)
        try await app.begin(.reset, email)
        try await app.requestChallenge()
        #expect(app.stepName == "code")
        #expect(try await server.subjects(to: email) == ["No Example App account uses this address"])
        #expect(await app.rejection(.code("12345678")) == .wrongCode(attemptsRemaining: 4))
    }

    @Test func disclosesMissingAccountToAllowedClient() async throws {
        let server = try await CompleteServer.withNativeApp(.password, disclosesAccounts: true)
        try await server.addAccount(email)
        var app = try await NativeApp(on: server)
        #expect(await app.startRejection(NativeFlowStart(flow: .reset, email: email)) == .accountHasNoPassword)
        #expect(await app.startRejection(NativeFlowStart(flow: .reset, email: "bob@example.com")) == .accountUnknown)
    }

    @Test func invalidatesEarlierResetAfterSecondOne() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        try await server.addAccount(email, password: "correct horse battery")
        var first = try await verifiedApp(server)
        try await first.submit(.newPassword(password))
        try await first.submit(.awaitCompletion)
        var second = try await verifiedApp(server)
        try await second.submit(.newPassword("orange gorilla bathtub"))
        #expect(await first.tokenRejection(.none) == .gone)
        try await second.submit(.awaitCompletion)
        _ = try await second.redeem(.none)
    }

    @Test func issuesNoTokensForDisabledAccount() async throws {
        let server = try await CompleteServer.withNativeApp(.password)
        try await server.addAccount(email, password: "correct horse battery")
        var app = try await verifiedApp(server)
        try await app.submit(.newPassword(password))
        try await app.submit(.awaitCompletion)
        var account = try #require(try await server.account(email))
        account.disabledAt = server.clock.now
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
        #expect(await app.tokenRejection(.none) == .accountDisabled)
        try await server.store.commit([.account(.delete(account.id))])
        #expect(await app.tokenRejection(.none) == .gone)
    }
}
