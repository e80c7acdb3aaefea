import Foundation
import Gatehouse
import GatehouseTesting
import Testing

@testable import GatehouseUI

/// Sign-ins on the module's screens against the server.
@MainActor @Suite(.timeLimit(.minutes(2))) struct SignInControllerTests {
    private let email = "ada@example.com"
    private let phone = "+819012345678"
    private let password = "correct horse battery"

    private func controller(
        on server: TestServer,
        change: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) -> SignInController {
        var configuration = server.nativeConfiguration()
        change(&configuration)
        return SignInController(
            client: GatehouseClient(configuration: configuration),
            scopes: [.profile, .email],
            identifier: .emailOrPhone
        )
    }

    private func screen(_ controller: SignInController) -> Screen<SignInModel.Action> {
        SignInScreens(model: controller.model, locale: Locale(identifier: "en")).screen
    }

    private func code(_ server: TestServer, to address: String? = nil) async throws -> String {
        try #require(try await server.mailedCode(to: address ?? email))
    }

    private func enter(_ value: String, _ field: String, in controller: SignInController) async {
        controller.set(value, for: field)
        await controller.perform(.submit)
    }

    /// Signs a new user up until the session or the next step after the account was created.
    private func signUp(_ controller: SignInController, on server: TestServer) async throws {
        await controller.perform(.showSignUp)
        await enter(email, SignInModel.address, in: controller)
        await enter(try await code(server), SignInModel.secret, in: controller)
        await enter(password, SignInModel.secret, in: controller)
    }

    /// Signs in until the step after the password.
    private func signIn(_ controller: SignInController) async {
        await enter(email, SignInModel.address, in: controller)
        await enter(password, SignInModel.secret, in: controller)
    }

    // MARK: Sign-up

    @Test func signsUpWithCodePasswordAndAttributes() async throws {
        let server = TestServer()
        try await server.clients.addNative(pages: [
            [NativeAttribute("displayName", label: "Your name")],
            [NativeAttribute("postalCode", pattern: "[0-9]{5}")],
        ])
        let controller = controller(on: server)
        await controller.perform(.showSignUp)
        await enter(email, SignInModel.address, in: controller)
        #expect(screen(controller).title == "Check your email")
        await enter("00000000", SignInModel.secret, in: controller)
        #expect(controller.model.error?.code == .wrongCode)
        await enter(try await code(server), SignInModel.secret, in: controller)
        #expect(controller.model.step == .newPassword)
        await enter("short", SignInModel.secret, in: controller)
        #expect(controller.model.error?.code == .passwordRejected)
        await enter(password, SignInModel.secret, in: controller)
        #expect(screen(controller).fields.map(\.label) == ["Your name"])
        await enter("Ada", "name", in: controller)
        await enter("none", "postal_code", in: controller)
        #expect(screen(controller).fields.map(\.problem) == ["The format isn’t right."])
        await enter("12345", "postal_code", in: controller)
        #expect(controller.model.step == .signedIn)
        let session = try #require(controller.session)
        #expect(session.account.email == email)
        #expect(session.account.name == "Ada")
    }

    @Test func signsUpAndInWithCodesOnly() async throws {
        let server = TestServer()
        try await server.clients.addNative(usesPasswords: false)
        let first = controller(on: server)
        await first.perform(.showSignUp)
        await enter(email, SignInModel.address, in: first)
        await enter(try await code(server), SignInModel.secret, in: first)
        let account = try #require(first.session).account

        server.clock.advance(by: 120)
        let second = controller(on: server)
        await enter(email, SignInModel.address, in: second)
        guard case .code(let prompt) = second.model.step else { throw Unexpected() }
        #expect(prompt.length == 8)
        server.clock.advance(by: 120)
        await second.perform(.resendCode)
        #expect(screen(second).message == .information("We sent you a new code."))
        await enter(try await code(server), SignInModel.secret, in: second)
        #expect(second.session?.account.id == account.id)
    }

    @Test func resumesSignUpOfEarlierProcess() async throws {
        let server = TestServer()
        try await server.clients.addNative()
        let store = MemoryTokenStore()
        let first = controller(on: server) { $0.tokenStore = store }
        await first.resume()
        #expect(first.model.step == .signIn)
        await first.perform(.showSignUp)
        await enter(email, SignInModel.address, in: first)

        let second = controller(on: server) { $0.tokenStore = store }
        await second.resume()
        #expect(screen(second).title == "Check your email")
        // Going back discards the sign-up.
        await second.perform(.showSignIn)
        let third = controller(on: server) { $0.tokenStore = store }
        await third.resume()
        #expect(third.model.step == .signIn)
    }

    @Test func keepsEnteredOrKnownAddress() async throws {
        let server = TestServer()
        try await server.clients.addNative()
        let store = MemoryTokenStore()
        let first = controller(on: server) { $0.tokenStore = store }
        await first.perform(.showSignUp)
        await enter(email, SignInModel.address, in: first)

        let second = controller(on: server) { $0.tokenStore = store }
        second.set("grace@example.com", for: SignInModel.address)
        await second.resume()
        #expect(second.model.step == .signIn)
        #expect(second.model.values[SignInModel.address] == "grace@example.com")
    }

    @Test func keepsCreatedAccountIfOnlySignInFails() async throws {
        let server = TestServer()
        try await server.clients.addNative()
        let network = InProcessTransport(to: server)
        let controller = controller(on: server) { $0.transport = network }
        network.fail(.token, with: .noConnection)
        try await signUp(controller, on: server)
        #expect(controller.model.error?.code == .network)
        #expect(controller.model.step == .accountCreated)
        #expect(screen(controller).title == "Your account was created")
        #expect(controller.session == nil)
        network.clearFaults()
        await controller.perform(.submit)
        #expect(controller.model.error == nil)
        #expect(controller.session?.account.email == email)
    }

    // MARK: Sign-in

    @Test func signsInWithPassword() async throws {
        let server = TestServer()
        try await server.clients.addNative()
        try await server.users.add(email: email, password: password)
        let controller = controller(on: server)
        await enter(email, SignInModel.address, in: controller)
        #expect(controller.model.step == .password)
        await enter("wrong horse battery", SignInModel.secret, in: controller)
        #expect(controller.model.error?.code == .wrongPassword)
        #expect(controller.model.step == .password)
        await enter(password, SignInModel.secret, in: controller)
        #expect(controller.model.step == .signedIn)
        #expect(controller.session?.account.email == email)
    }

    @Test func rejectsInvalidAddress() async throws {
        let server = TestServer()
        try await server.clients.addNative(usesPasswords: false)
        let controller = controller(on: server)
        await enter("ada", SignInModel.address, in: controller)
        #expect(controller.model.error?.code == .invalidUsername)
        #expect(controller.model.step == .signIn)
    }

    @Test func signsInWithPasskey() async throws {
        let server = TestServer()
        try await server.clients.addNative()
        try await server.users.add(email: email, password: password)
        let factors = TestFactors(on: server)
        _ = try await factors.addPasskey(for: email)
        let controller = controller(on: server) { $0.passkeyAuthenticator = factors.passkeys }
        #expect(screen(controller).buttons.map(\.action).contains(.signInWithPasskey))
        factors.passkeys.failNext(with: .cancelled)
        await controller.perform(.signInWithPasskey)
        #expect(controller.model.error == nil)
        #expect(controller.model.step == .signIn)
        await controller.perform(.signInWithPasskey)
        #expect(controller.session?.account.email == email)
    }

    @Test func resetsPassword() async throws {
        let server = TestServer()
        try await server.clients.addNative()
        try await server.users.add(email: email, password: password)
        let first = controller(on: server)
        await enter(email, SignInModel.address, in: first)
        await first.perform(.showReset)
        await enter("00000000", SignInModel.secret, in: first)
        #expect(first.model.error?.code == .wrongCode)
        await enter(try await code(server), SignInModel.secret, in: first)
        #expect(first.model.step == .newPassword)
        await enter("12345678", SignInModel.secret, in: first)
        #expect(first.model.error?.code == .passwordRejected)
        await enter("purple monkey dishwasher", SignInModel.secret, in: first)
        #expect(first.session?.account.email == email)

        let second = controller(on: server)
        await signIn(second)
        #expect(second.model.error?.code == .wrongPassword)
    }

    @Test func keepsResetPasswordIfOnlySignInFails() async throws {
        let server = TestServer()
        try await server.clients.addNative()
        try await server.users.add(email: email, password: password)
        let network = InProcessTransport(to: server)
        let controller = controller(on: server) { $0.transport = network }
        await enter(email, SignInModel.address, in: controller)
        await controller.perform(.showReset)
        await enter(try await code(server), SignInModel.secret, in: controller)
        network.fail(.token, with: .noConnection)
        await enter("purple monkey dishwasher", SignInModel.secret, in: controller)
        #expect(controller.model.error?.code == .network)
        #expect(screen(controller).title == "Your password was changed")
        #expect(screen(controller).buttons.map(\.action) == [.submit, .showSignIn])
        network.clearFaults()
        await controller.perform(.submit)
        #expect(controller.session?.account.email == email)
    }

    @Test func startsAgainWhenFlowHasExpired() async throws {
        let server = TestServer()
        try await server.clients.addNative()
        try await server.users.add(email: email, password: password)
        let controller = controller(on: server)
        await enter(email, SignInModel.address, in: controller)
        server.clock.advance(by: 86_400)
        await enter(password, SignInModel.secret, in: controller)
        #expect(controller.model.error?.code == .flowExpired)
        #expect(controller.model.step == .signIn)
        await signIn(controller)
        #expect(controller.session != nil)
    }

    // MARK: Second factors

    @Test func provesAuthenticatorAppOrRecoveryCode() async throws {
        let server = TestServer()
        try await server.clients.addNative()
        try await server.users.add(email: email, password: password)
        let factors = TestFactors(on: server)
        let recoveryCodes = try await factors.enrolAuthenticatorApp(for: email)
        let first = controller(on: server)
        await signIn(first)
        guard case .factorChoice(let prompts) = first.model.step else { throw Unexpected() }
        let app = try #require(prompts.first { $0.kind == .authenticatorApp })
        await first.perform(.choose(app.id))
        await enter("000000", SignInModel.secret, in: first)
        #expect(first.model.error?.code == .wrongCode)
        await enter(try await factors.authenticatorApp.code(), SignInModel.secret, in: first)
        #expect(first.session?.account.email == email)

        let second = controller(on: server)
        await signIn(second)
        await second.perform(.choose(app.id))
        await second.perform(.showOtherFactors)
        guard case .factorChoice(let others) = second.model.step else { throw Unexpected() }
        let recovery = try #require(others.first { $0.kind == .recoveryCode })
        await second.perform(.choose(recovery.id))
        await enter(try #require(recoveryCodes.first), SignInModel.secret, in: second)
        #expect(second.session?.account.email == email)
    }

    @Test func enrolsFactorAndShowsRecoveryCodes() async throws {
        let server = TestServer(secondFactor: .required, acceptsMessageCodes: true)
        try await server.clients.addNative()
        let controller = controller(on: server)
        try await signUp(controller, on: server)
        guard case .enrolmentChoice(let factors) = controller.model.step else { throw Unexpected() }

        // A phone number that is not valid, then another factor.
        let sms = try #require(factors.first { $0.kind == .smsCode })
        await controller.perform(.choose(sms.id))
        await enter("12", SignInModel.contact, in: controller)
        #expect(controller.model.error?.code == .invalidAddress)
        await controller.perform(.showOtherFactors)
        let app = try #require(factors.first { $0.kind == .authenticatorApp })
        await controller.perform(.choose(app.id))
        let setup = try #require(screen(controller).authenticatorApp)
        let authenticator = TestAuthenticatorApp(on: server)
        try authenticator.add(setup.keyURI)
        await enter(try await authenticator.code(), SignInModel.secret, in: controller)
        #expect(screen(controller).recoveryCodes.count == 10)
        await controller.perform(.submit)
        #expect(controller.session?.account.email == email)
        #expect(screen(controller).recoveryCodes == [])
    }

    @Test func enrolsPhoneNumber() async throws {
        let server = TestServer(secondFactor: .required, acceptsMessageCodes: true)
        try await server.clients.addNative()
        let controller = controller(on: server)
        try await signUp(controller, on: server)
        guard case .enrolmentChoice(let factors) = controller.model.step else { throw Unexpected() }
        await controller.perform(.choose(try #require(factors.first { $0.kind == .smsCode }).id))
        await enter(phone, SignInModel.contact, in: controller)
        #expect(screen(controller).fields.map(\.kind) == [.code(length: 8)])
        await enter(try await code(server, to: phone), SignInModel.secret, in: controller)
        #expect(controller.session?.account.email == email)
    }

    @Test func continuesInBrowserIfServerRequiresIt() async throws {
        let server = TestServer(secondFactor: .required)
        try await server.clients.addNative()
        let controller = controller(on: server) { $0.nativeCapabilities = [] }
        try await signUp(controller, on: server)
        #expect(controller.model.error?.code == .browserRequired)
        #expect(screen(controller).buttons.first?.action == .openBrowser)
        #expect(controller.session == nil)
    }

    struct Unexpected: Error {}
}
