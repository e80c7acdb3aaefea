import Foundation
import Gatehouse
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import MSAL
import Testing

/// Complete flows of version 2 on a Gatehouse server, driven by the view model of an app.
@Suite(.timeLimit(.minutes(3))) @MainActor struct FlowViewModelTests {
    private static let phone = "+819012345678"

    private func wrong(_ code: String) -> String { code == "00000000" ? "11111111" : "00000000" }

    private func signUpWithPassword(_ world: GatehouseWorld) async throws -> FlowViewModel {
        let model = FlowViewModel(world.app)
        await model.perform { $0.signUp(GatehouseWorld.email) }
        #expect(model.screen == .code)
        let code = try await world.code()
        await model.perform { $0.enter(code) }
        #expect(model.screen == .password)
        await model.perform { $0.enter(GatehouseWorld.password) }
        return model
    }

    @Test func signsUpAndInWithCode() async throws {
        let world = try await GatehouseWorld()
        let model = FlowViewModel(world.app)
        await model.perform { $0.signUp(GatehouseWorld.email) }
        #expect(model.message == "8 digits by email")
        let first = try await world.code()
        await model.perform { $0.enter(wrong(first)) }
        #expect(model.message == "Check the code")
        await model.perform { $0.resend() }
        #expect(model.screen == .code)
        let second = try await world.code()
        #expect(second != first)
        await model.perform { $0.enter(second) }
        #expect(model.screen == .home)
        #expect(model.message == GatehouseWorld.email)
        #expect(model.scenario == .signUp)

        world.server.clock.advance(by: 301)
        await model.perform { $0.signIn(GatehouseWorld.email) }
        #expect(model.screen == .code)
        let code = try await world.code()
        await model.perform { $0.enter(wrong(code)) }
        #expect(model.message == "Check the code")
        await model.perform { $0.resend() }
        let resent = try await world.code()
        await model.perform { $0.enter(resent) }
        #expect(model.screen == .home)
        #expect(model.scenario == .signIn)
    }

    @Test func signsUpWithPasswordAndAttributes() async throws {
        let world = try await GatehouseWorld(
            .password,
            attributes: [
                .init(name: "country", isRequired: true, pattern: "[A-Z]{2}"),
                .init(name: "locality", isRequired: true, page: 2),
            ]
        )
        let model = FlowViewModel(world.app)
        await model.perform { $0.signUp(GatehouseWorld.email) }
        let code = try await world.code()
        await model.perform { $0.enter(code) }
        #expect(model.screen == .password)
        await model.perform { $0.enter("short") }
        #expect(model.message == "Choose another password")
        await model.perform { $0.enter(GatehouseWorld.password) }
        #expect(model.screen == .attributes)
        #expect(model.message == "country")
        await model.perform { $0.enter(["country": "Ireland"]) }
        #expect(model.screen == .attributes)
        #expect(model.message.hasPrefix("Invalid attributes: country."))
        await model.perform { $0.enter(["country": "IE"]) }
        #expect(model.message == "city")
        await model.perform { $0.enter(["city": "Dublin"]) }
        #expect(model.screen == .home)
        #expect(try await world.account()?.attributes["locality"]?.string == "Dublin")
    }

    @Test func signsInWithPassword() async throws {
        let world = try await GatehouseWorld(.password)
        let model = try await signUpWithPassword(world)
        #expect(model.screen == .home)
        await model.perform { $0.signIn(GatehouseWorld.email) }
        #expect(model.screen == .password)
        await model.perform { $0.enter(GatehouseWorld.otherPassword) }
        #expect(model.message == "Choose another password")
        await model.perform { $0.enter(GatehouseWorld.password) }
        #expect(model.screen == .home)
    }

    @Test func signsInWithPasswordOfVersion1Parameters() async throws {
        let world = try await GatehouseWorld(.password)
        _ = try await signUpWithPassword(world)
        func signIn(_ password: String) async -> FlowCall {
            await FlowCall.from {
                let parameters = MSALNativeAuthSignInParameters(username: GatehouseWorld.email)
                parameters.password = password
                world.app.signInV2(parameters: parameters, delegate: $0)
            }
        }
        let refused = await signIn(GatehouseWorld.otherPassword)
        #expect(refused.flags == ["isInvalidPassword"])
        #expect(refused.error?.errorCodes == [50_126])
        #expect(await signIn(GatehouseWorld.password).account?.account.username == GatehouseWorld.email)
    }

    @Test func resetsPassword() async throws {
        let world = try await GatehouseWorld(.password)
        let model = try await signUpWithPassword(world)
        world.server.clock.advance(by: 301)
        await model.perform { $0.resetPassword(GatehouseWorld.email) }
        #expect(model.screen == .code)
        let code = try await world.code()
        await model.perform { $0.enter(wrong(code)) }
        #expect(model.message == "Check the code")
        await model.perform { $0.enter(code) }
        #expect(model.screen == .newPassword)
        await model.perform { $0.enter("short") }
        #expect(model.message == "Choose another password")
        await model.perform { $0.enter(GatehouseWorld.otherPassword) }
        #expect(model.screen == .home)
        #expect(model.scenario == .passwordReset)
        await model.perform { $0.signIn(GatehouseWorld.email) }
        await model.perform { $0.enter(GatehouseWorld.password) }
        #expect(model.message == "Choose another password")
        await model.perform { $0.enter(GatehouseWorld.otherPassword) }
        #expect(model.screen == .home)
    }

    @Test func reportsAccountsOnlyIfServerDisclosesThem() async throws {
        let open = try await GatehouseWorld(disclosesAccounts: true)
        let model = FlowViewModel(open.app)
        await model.perform { $0.signIn(GatehouseWorld.email) }
        #expect(model.message == "No account")
        _ = try await open.signUpAndIn()
        await model.perform { $0.signUp(GatehouseWorld.email) }
        #expect(model.message == "You have an account")

        let discreet = try await GatehouseWorld()
        let other = FlowViewModel(discreet.app)
        await other.perform { $0.signIn(GatehouseWorld.email) }
        #expect(other.screen == .code)
        _ = try await discreet.signUpAndIn()
        discreet.server.clock.advance(by: 301)
        await other.perform { $0.signUp(GatehouseWorld.email) }
        #expect(other.screen == .code)
        let code = try await discreet.code()
        await other.perform { $0.enter(code) }
        #expect(other.message == "You have an account")
    }
}

/// Second factors, for an application without capabilities of version 1.
extension FlowViewModelTests {
    private func worldWithSecondFactor() async throws -> GatehouseWorld {
        try await GatehouseWorld(
            .password,
            factors: FactorSettings(secondFactor: .required, acceptsMailCodes: true, acceptsSMSCodes: true)
        )
    }

    private func smsCode(_ world: GatehouseWorld) async throws -> String {
        try #require(try await world.server.mailedCode(to: Self.phone))
    }

    private func smsMethod(_ model: FlowViewModel) throws -> MSALAuthMethod {
        try #require(model.methods.first { $0.channelTargetType.isSMSType })
    }

    /// Registers a phone number after a sign-up.
    private func signUpAndRegister(_ world: GatehouseWorld) async throws -> FlowViewModel {
        let model = try await signUpWithPassword(world)
        #expect(model.screen == .registration)
        let method = try smsMethod(model)
        #expect(method.challengeType == "sms")
        await model.perform { $0.register(method, contact: "12") }
        #expect(model.message == "Check the address")
        await model.perform { $0.register(method, contact: Self.phone) }
        #expect(model.screen == .registrationCode)
        #expect(model.message.hasSuffix("by sms"))
        let first = try await smsCode(world)
        await model.perform { $0.enter(wrong(first)) }
        #expect(model.message == "Check the code")
        await model.perform { $0.resend() }
        #expect(model.screen == .registrationCode)
        let second = try await smsCode(world)
        await model.perform { $0.enter(second) }
        #expect(model.screen == .home)
        #expect(model.scenario == .signUp)
        return model
    }

    private func proveSecondFactor(_ model: FlowViewModel, _ world: GatehouseWorld) async throws {
        #expect(model.screen == .methods)
        let method = try smsMethod(model)
        #expect(method.loginHint?.contains("*") == true)
        await model.perform { $0.choose(method) }
        #expect(model.screen == .challenge)
        let first = try await smsCode(world)
        await model.perform { $0.enter(wrong(first)) }
        #expect(model.message == "Check the code")
        await model.perform { $0.resend() }
        #expect(model.screen == .challenge)
        let second = try await smsCode(world)
        await model.perform { $0.enter(second) }
        #expect(model.screen == .home)
        #expect(model.message == GatehouseWorld.email)
    }

    @Test func signsInWithSecondFactor() async throws {
        let world = try await worldWithSecondFactor()
        let model = try await signUpAndRegister(world)
        world.server.clock.advance(by: 301)
        await model.perform { $0.signIn(GatehouseWorld.email) }
        await model.perform { $0.enter(GatehouseWorld.password) }
        try await proveSecondFactor(model, world)
        #expect(model.scenario == .signIn)
    }

    @Test func requiresSecondFactorAfterReset() async throws {
        let world = try await worldWithSecondFactor()
        let model = try await signUpAndRegister(world)
        world.server.clock.advance(by: 301)
        await model.perform { $0.resetPassword(GatehouseWorld.email) }
        let code = try await world.code()
        await model.perform { $0.enter(code) }
        await model.perform { $0.enter(GatehouseWorld.otherPassword) }
        try await proveSecondFactor(model, world)
        #expect(model.scenario == .passwordReset)
    }
}
