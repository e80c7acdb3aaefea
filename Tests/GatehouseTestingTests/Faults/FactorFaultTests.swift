import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// The results of faults of second factors and passkeys.
@Suite struct FactorFaultTests {
    private let server = TestServer()

    private struct Scenario {
        let ada: ScriptedUser
        let device: TestDevice

        func signIn() async throws -> Session {
            try await GatehouseClient(configuration: device.configuration()).signIn()
        }
    }

    private func scenario(usesPasskey: Bool = false) async throws -> Scenario {
        try await server.clients.addPublic("app")
        var ada = try await server.users.add(email: "ada@example.com", password: "correct horse battery")
        ada.usesPasskey = usesPasskey
        let device = server.device(of: ada)
        if usesPasskey { try await ada.addPasskey(on: device) } else { try await ada.enrolAuthenticatorApp(on: device) }
        return Scenario(ada: ada, device: device)
    }

    @Test(arguments: AuthenticatorAppFault.allCases)
    func endsHostedSignInWithoutSession(after fault: AuthenticatorAppFault) async throws {
        let scenario = try await scenario()
        scenario.device.authenticatorApp.failNext(with: fault)
        let error = await #expect(throws: AuthError.self) { try await scenario.signIn() }
        #expect(error?.code == .cancelled)
        #expect(try await GatehouseClient(configuration: scenario.device.configuration()).session() == nil)
    }

    @Test(arguments: [AuthenticatorAppFault.wrongCode, .expiredChallenge])
    func signsInAgain(after fault: AuthenticatorAppFault) async throws {
        let scenario = try await scenario()
        scenario.device.authenticatorApp.failNext(with: fault)
        await #expect(throws: AuthError.self) { try await scenario.signIn() }
        #expect(try await SignInClaims(of: try await scenario.signIn()).amr.contains("otp"))
    }

    @Test func acceptsNoCodeUntilRateLimitEnds() async throws {
        let scenario = try await scenario()
        scenario.device.authenticatorApp.failNext(with: .rateLimit)
        await #expect(throws: AuthError.self) { try await scenario.signIn() }
        await #expect(throws: AuthError.self) { try await scenario.signIn() }
        server.clock.advance(by: 24 * 3_600)
        #expect(try await SignInClaims(of: try await scenario.signIn()).amr.contains("otp"))
    }

    @Test func signsInWithPasswordAfterFactorsAreRemoved() async throws {
        let scenario = try await scenario()
        scenario.device.authenticatorApp.failNext(with: .removedFactor)
        await #expect(throws: AuthError.self) { try await scenario.signIn() }
        #expect(try await SignInClaims(of: try await scenario.signIn()).amr == ["pwd"])
        await #expect(throws: TestServerError.self) { try await server.users.removeFactors(of: "ada@example.com") }
    }

    @Test(arguments: PasskeyFault.allCases.filter { $0 != .rateLimit })
    func endsHostedPasskeySignInWithoutSession(after fault: PasskeyFault) async throws {
        let scenario = try await scenario(usesPasskey: true)
        scenario.device.passkeys.failNext(with: fault)
        let error = await #expect(throws: AuthError.self) { try await scenario.signIn() }
        #expect(error?.code == .cancelled)
        #expect(try await GatehouseClient(configuration: scenario.device.configuration()).session() == nil)
        #expect(scenario.device.passkeys.passkeys.count == 1)
    }

    @Test func limitsPasskeyAsSecondFactor() async throws {
        var scenario = try await scenario(usesPasskey: true)
        try await server.users.setSecondFactor(true, of: "ada@example.com")
        var ada = scenario.ada
        ada.usesPasskey = false
        let device = server.device(of: ada, factors: scenario.device.factors)
        scenario = Scenario(ada: ada, device: device)
        device.passkeys.failNext(with: .rateLimit)
        await #expect(throws: AuthError.self) { try await scenario.signIn() }
        server.clock.advance(by: 24 * 3_600)
        #expect(try await SignInClaims(of: try await scenario.signIn()).amr.contains("swk"))
    }

    @Test func appliesFaultsInOrderAndOnce() async throws {
        let scenario = try await scenario(usesPasskey: true)
        let passkeys = scenario.device.passkeys
        passkeys.failNext(with: .cancelled)
        passkeys.failNext(with: .unknownPasskey)
        passkeys.failNext(with: .cancelled)
        await #expect(throws: AuthError.self) { try await scenario.signIn() }
        await #expect(throws: AuthError.self) { try await scenario.signIn() }
        passkeys.clearFaults()
        #expect(try await SignInClaims(of: try await scenario.signIn()).amr.contains("swk"))
        #expect(passkeys.requestCount == 4)
    }

    @Test func addsNoPasskeyIfUserCancels() async throws {
        let scenario = try await scenario()
        scenario.device.passkeys.failNext(with: .unknownPasskey)
        scenario.device.passkeys.failNext(with: .cancelled)
        let error = await #expect(throws: AuthError.self) { try await scenario.ada.addPasskey(on: scenario.device) }
        #expect(error?.code == .cancelled)
        #expect(scenario.device.passkeys.passkeys == [])
    }
}
