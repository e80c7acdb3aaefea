import Gatehouse
import GatehouseTesting
import Testing

/// Second factors on an app's own screens, with the factors of a test device.
@Suite struct NativeSecondFactorTests {
    private static let email = "ada@example.com"
    private static let password = "correct horse battery"

    private let server = TestServer()

    private struct Scenario {
        let device: TestDevice
        let app: GatehouseClient

        /// Signs in with the password, and chooses a factor.
        func challenge(_ kind: SecondFactorKind) async throws -> SecondFactorChallengeStep {
            guard case .secondFactorRequired(let choice) = try await app.signIn(email: email, password: password)
            else { throw AuthError(.unexpectedChallenge, "The server requires no second factor.") }
            return try await choice.choose(try #require(choice.factors.first { $0.kind == kind }))
        }
    }

    private func scenario() async throws -> Scenario {
        try await server.clients.addNative()
        let ada = try await server.users.add(email: Self.email, password: Self.password)
        let device = server.device(of: ada)
        try await ada.enrolAuthenticatorApp(on: device)
        try await ada.addPasskey(on: device)
        return Scenario(device: device, app: GatehouseClient(configuration: device.configuration()))
    }

    @Test func provesEachFactor() async throws {
        let scenario = try await scenario()
        let byApp = try await scenario.challenge(.authenticatorApp).submit(scenario.device.authenticatorApp.code())
        #expect(byApp.session != nil)
        #expect(try await scenario.challenge(.passkey).proveWithPasskey().session != nil)
        let code = try #require(scenario.device.factors.recoveryCodes.first)
        #expect(try await scenario.challenge(.recoveryCode).submit(code).session != nil)
    }

    @Test(arguments: [
        (AuthenticatorAppFault.wrongCode, AuthErrorCode.wrongCode), (.expiredChallenge, .flowExpired),
        (.removedFactor, .flowExpired), (.rateLimit, .rateLimited),
    ])
    func reportsFaultOfAuthenticatorApp(fault: AuthenticatorAppFault, code: AuthErrorCode) async throws {
        let scenario = try await scenario()
        let challenge = try await scenario.challenge(.authenticatorApp)
        scenario.device.authenticatorApp.failNext(with: fault)
        let entered = try await scenario.device.authenticatorApp.code()
        let error = await #expect(throws: AuthError.self) { try await challenge.submit(entered) }
        #expect(error?.code == code)
        #expect(try await scenario.app.session() == nil)
    }

    @Test(arguments: [
        (PasskeyFault.cancelled, AuthErrorCode.cancelled), (.unknownPasskey, .passkeyRejected),
        (.expiredChallenge, .flowExpired), (.removedFactor, .flowExpired), (.rateLimit, .rateLimited),
    ])
    func reportsFaultOfPasskey(fault: PasskeyFault, code: AuthErrorCode) async throws {
        let scenario = try await scenario()
        let challenge = try await scenario.challenge(.passkey)
        scenario.device.passkeys.failNext(with: fault)
        let error = await #expect(throws: AuthError.self) { try await challenge.proveWithPasskey() }
        #expect(error?.code == code)
        #expect(try await scenario.app.session() == nil)
    }

    @Test func submitsCodeAgainAfterNetworkFault() async throws {
        let scenario = try await scenario()
        let challenge = try await scenario.challenge(.authenticatorApp)
        let code = try await scenario.device.authenticatorApp.code()
        scenario.device.network.fail(.authorizationChallenge, with: .tooManyRequests(retryAfter: .seconds(30)))
        let error = await #expect(throws: AuthError.self) { try await challenge.submit(code) }
        #expect(error?.code == .rateLimited)
        scenario.device.network.clearFaults()
        #expect(try await challenge.submit(code).session != nil)
    }

    @Test func signsInWithPasskeyOnly() async throws {
        let scenario = try await scenario()
        #expect(try await scenario.app.signInWithPasskey().session != nil)
    }
}
