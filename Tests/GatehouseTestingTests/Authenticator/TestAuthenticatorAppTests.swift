import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// The authenticator app of a test device.
@Suite struct TestAuthenticatorAppTests {
    /// The secret of RFC 6238, appendix B, in Base32.
    private static let secret = "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ"

    private func app(at time: TimeInterval) -> (TestAuthenticatorApp, TestClock) {
        let server = TestServer(clock: TestClock(Date(timeIntervalSince1970: time)))
        return (TestAuthenticatorApp(on: server), server.clock)
    }

    // The last six digits of the appendix's codes.
    @Test(arguments: [
        (59.0, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
    ])
    func showsCodesOfStandard(time: TimeInterval, code: String) async throws {
        let (app, clock) = app(at: time)
        try app.add(secret: Self.secret, account: "ada")
        #expect(try await app.code() == code)
        #expect(clock.now == Date(timeIntervalSince1970: time))
    }

    @Test func waitsForNextCode() async throws {
        let (app, clock) = app(at: 1_111_111_109)
        try app.add(secret: Self.secret, account: "ada")
        #expect(try await app.code() == "081804")
        #expect(try await app.code(of: "ada") == "050471")
        #expect(clock.now == Date(timeIntervalSince1970: 1_111_111_110))
    }

    @Test func readsKeyURI() async throws {
        let (app, _) = app(at: 59)
        let secret = Self.secret.filter { $0 != " " }
        try app.add("otpauth://totp/Example%20App:ada%40example.com?secret=\(secret)&issuer=Example%20App")
        #expect(app.accounts == ["ada@example.com"])
        #expect(try await app.code(of: "ada@example.com") == "287082")
        try app.add("otpauth://totp/bob?secret=\(secret)")
        #expect(app.accounts == ["ada@example.com", "bob"])
        app.remove("ada@example.com")
        await #expect(throws: TestServerError.self) { try await app.code(of: "ada@example.com") }
    }

    @Test(arguments: [
        "", "https://example.com", "otpauth://hotp/ada?secret=GEZDGNBV", "otpauth://totp/ada?secret=GEZDGNBV",
    ])
    func rejectsOtherURI(uri: String) {
        let (app, _) = app(at: 59)
        #expect(throws: TestServerError.self) { try app.add(uri) }
        #expect(app.accounts == [])
    }

    @Test func enrolsInAppAfterWrongCode() async throws {
        let server = TestServer()
        try await server.clients.addPublic("app")
        let ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        let device = server.device(of: ada)
        let session = try await GatehouseClient(configuration: device.configuration()).signIn(scopes: [.account])
        let enrolment = try await session.account.enrolAuthenticatorApp()
        try device.authenticatorApp.add(enrolment.setup.keyURI)
        #expect(device.authenticatorApp.accounts == ["ada@example.com"])
        device.authenticatorApp.failNext(with: .wrongCode)
        let error = await #expect(throws: AuthError.self) {
            try await enrolment.confirm(code: device.authenticatorApp.code())
        }
        #expect(error?.code == .wrongCode)
        #expect(try await enrolment.confirm(code: device.authenticatorApp.code()).recoveryCodes.count == 10)
        // The account API requires the second factor from now on, with a code that was not used.
        #expect(try await session.account.credentials().remainingRecoveryCodes == 10)
        #expect(try await session.account.newRecoveryCodes().count == 10)
    }
}
