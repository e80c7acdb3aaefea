import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// Operations of a logged-in user, and the tokens they send.
struct KiiSessionTests {
    @Test func refreshesRejectedTokenOnce() async throws {
        let app = try KiiApp()
        let login = try await app.logIn("ada")
        app.server.invalidate("ada.a1")
        #expect(try await app.users.read(login.session).userID == "ada")
        #expect(app.server.calls("ada").map(\.token) == ["ada.a1", "ada.a2"])
        app.server.invalidate("ada.a2")
        app.server.next("ada", .wrongToken("", app: "example-app"))
        app.server.next("ada", .wrongToken("", app: "example-app"))
        let error = try await failure { try await app.users.read(login.session) }
        #expect((error.code, error.response?.error) == (.requestRejected, "WRONG_TOKEN"))
        #expect(app.server.calls("ada").count == 4)
        #expect(try app.users.current()?.accessToken == Secret("ada.a3"))
    }

    @Test func doesNotRefreshAfterErrorUnrelatedToToken() async throws {
        let app = try KiiApp()
        let login = try await app.logIn("ada")
        let wrong = try await failure {
            try await app.users.changePassword(login.session, from: Secret("typo"), to: Secret("new"))
        }
        #expect(
            (wrong.code, wrong.response?.error, wrong.response?.httpStatus) == (.wrongPassword, "WRONG_PASSWORD", 401)
        )
        app.server.next("ada", .unauthorized("no scope"))
        #expect(try await failure { try await app.users.read(login.session) }.response?.error == "UNAUTHORIZED")
        #expect(app.server.calls("ada/password").count == 1)
        #expect(app.server.calls("oauth2/token").count == 1)
    }

    @Test func sendsExpiredTokenThatCannotBeRefreshed() async throws {
        let app = try KiiApp()
        let token = app.server.token(of: "ada").access
        let past = app.clock.server.addingTimeInterval(-100)
        let login = try await app.users.logIn(accessToken: token, expiresAt: past)
        #expect(try await app.users.read(login.session).userID == "ada")
        app.server.invalidate(token)
        let error = try await failure { try await app.users.read(login.session) }
        #expect(
            (error.code, error.response?.error, error.response?.httpStatus) == (.requestRejected, "WRONG_TOKEN", 403)
        )
        #expect(app.server.calls("oauth2/token").isEmpty)
        #expect(try app.users.current()?.user.userID == "ada")
    }

    @Test func storesRefreshedTokensBeforeReturning() async throws {
        let app = try KiiApp()
        let login = try await app.logIn("ada")
        app.clock.advance(by: 3301)
        try await app.users.resendVerification(login.session, .email)
        #expect(try app.users.current()?.accessToken == Secret("ada.a2"))
        #expect(try app.users.current()?.refreshToken == Secret("ada.r2"))
    }

    @Test(arguments: [(0, ""), (500, ""), (403, "<html>")])
    func reportsInterruptedRefreshWhenRejectedAfterLostResponse(status: Int, body: String) async throws {
        let (error, app) = try await rejectedRefresh(after: status, body)
        #expect((error.code, error.signedOutReason) == (.signedOut, .interruptedRefresh))
        #expect(try app.users.current() == nil)
    }

    @Test func endsLogInWhenRefreshTokenIsRejected() async throws {
        let (error, app) = try await rejectedRefresh(after: 403, #"{"errorCode":"APP_DISABLED"}"#)
        #expect((error.code, error.response?.error) == (.signedOut, "WRONG_REFRESH_TOKEN"))
        #expect(try app.users.current() == nil)
    }

    /// Returns the error of a log-in whose refresh failed once and whose refresh token is then rejected.
    private func rejectedRefresh(after status: Int, _ body: String) async throws -> (AuthError, KiiApp) {
        let app = try KiiApp()
        let login = try await app.logIn("ada")
        app.clock.advance(by: 3700)
        app.server.next("oauth2/token", status: status, body: body)
        _ = try await failure { try await app.users.read(login.session) }
        #expect(try app.users.current()?.user.userID == "ada")
        app.server.invalidateRefreshToken("ada.r1")
        return (try await failure { try await app.users.read(login.session) }, app)
    }

    @Test func rejectsTokensOfAnotherUser() async throws {
        let app = try KiiApp()
        let login = try await app.logIn("ada")
        app.clock.advance(by: 3700)
        app.server.next("oauth2/token", status: 200, body: #"{"id":"bob","access_token":"b","token_type":"bearer"}"#)
        #expect(try await failure { try await app.users.read(login.session) }.code == .invalidResponse)
        app.server.next("ada", status: 200, body: #"{"userID":"bob"}"#)
        #expect(try await failure { try await app.users.read(login.session) }.code == .invalidResponse)
        #expect(try app.users.current()?.user.displayName == "ada the user")
    }

    @Test func ignoresResponseAfterUserSwitch() async throws {
        let gate = Promise<Void>()
        let requestSent = Promise<Void>()
        let server = FakeKii(clock: TwoClocks()) { call in
            guard call.path == "ada", call.method == .get else { return nil }
            requestSent.resolve(())
            _ = await gate.value
            return nil
        }
        let app = try KiiApp(server: server)
        let ada = try await app.logIn("ada")
        async let late = app.users.read(ada.session)
        _ = await requestSent.value
        try await app.logIn("bob")
        let before = try await app.stored
        gate.resolve(())
        #expect(try await late.userID == "ada")
        #expect(try await app.stored == before)
        #expect(try app.users.current()?.user.displayName == "bob the user")
    }

    @Test func completesUpdateWhenUserCannotBeReadBack() async throws {
        let app = try KiiApp()
        let login = try await app.logIn("ada")
        app.server.next("ada", status: 200, body: #"{"modifiedAt":1}"#)
        app.server.next("ada", status: 0, body: "")
        #expect(try await app.users.update(login.session, KiiUpdateRequest(displayName: .set("Ada"))) == nil)
        app.server.next("ada", status: 0, body: "")
        let lost = try await failure {
            try await app.users.update(login.session, KiiUpdateRequest(displayName: .set("Ada")))
        }
        #expect(lost.code == .network)
    }

    @Test func logsOutDeletedUser() async throws {
        let app = try KiiApp()
        let login = try await app.logIn("ada")
        try await app.users.delete(login.session)
        #expect(app.server.user("ada") == nil)
        #expect(try app.users.current() == nil)
        #expect(try await failure { try await app.users.read(login.session) }.code == .signedOut)
    }

    @Test(arguments: [
        (KiiErrorCode.userNotFound, AuthError.Code.userNotFound), (.userAlreadyExists, .userAlreadyExists),
        (.passwordTooShort, .passwordRejected), (.invalidVerificationCode, .wrongCode), (.pinCodeExpired, .flowExpired),
        (.phoneVerificationCodeExpired, .flowExpired), (.operationNotAllowed, .passwordNotSet),
        (.invalidInputData, .requestRejected), (.invalidAccountStatus, .requestRejected),
        (.appNotFound, .misconfigured),
        (.tooManyRequests, .rateLimited), (.temporarilyUnavailable, .serverUnavailable),
        (.undefinedError, .serverUnavailable),
    ])
    func mapsKiiErrorCodes(code: KiiErrorCode, expected: AuthError.Code) async throws {
        let app = try KiiApp()
        app.server.next("EMAIL:ada%40example.com/password/request-reset", KiiWireError(code, "ada@example.com, you"))
        let error = try await failure {
            try await app.users.requestReset(of: .name(.email, "ada@example.com"), by: .email)
        }
        #expect(
            (error.code, error.response?.error, error.response?.httpStatus) == (
                expected, code.rawValue, code.status.code
            )
        )
        #expect(error.serverText == "ada@example.com, you")
        var printed = "\(error) \(String(reflecting: error)) \(error.localizedDescription)"
        dump(error, to: &printed)
        #expect(!printed.contains("ada@"), "Descriptions contain no addresses.")
    }

    @Test func rejectsOperationsUnsupportedByAdapter() async throws {
        #expect(throws: AuthError.self) { try KiiUsers(of: TestApp().gatehouse) }
        let app = try KiiApp()
        #expect(try await failure { try await app.client.signIn() }.code == .misconfigured)
        #expect(try await failure { try await app.client.signUp(email: "a@example.com") }.code == .misconfigured)
        let login = try await app.logIn("ada")
        #expect(try await app.client.session()?.user().name == "ada the user")
        #expect(try await app.client.signIn(interaction: .never).account.id == "ada")
        #expect(try await app.client.signOut().device == .removed)
        #expect(try await failure { try await app.users.read(login.session) }.code == .signedOut)
    }
}
