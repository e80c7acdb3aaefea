import Foundation
import Gatehouse
import GatehouseTesting
import Testing

@testable import GatehouseUI

/// The account view against the server.
@MainActor @Suite(.timeLimit(.minutes(2))) struct AccountControllerTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"
    private let server = TestServer()
    private let english = Locale(identifier: "en_US")

    /// Returns the controller of a user who has signed in with a password.
    private func controller(
        change: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) async throws -> AccountController {
        try await server.clients.addNative(pages: [[NativeAttribute("displayName", isRequired: false)]])
        try await server.users.add(email: email, password: password)
        var configuration = server.nativeConfiguration()
        configuration.userAgent = nil
        change(&configuration)
        let client = GatehouseClient(configuration: configuration)
        let controller = AccountController(client: client, session: try await signIn(client))
        await controller.perform(.reload)
        #expect(controller.model.error == nil)
        return controller
    }

    private func signIn(
        _ client: GatehouseClient,
        email: String? = nil,
        scopes: ScopeSet = [.email, .account],
        with app: TestAuthenticatorApp? = nil
    ) async throws -> Session {
        let controller = SignInController(client: client, scopes: scopes)
        controller.set(email ?? self.email, for: SignInModel.address)
        await controller.perform(.submit)
        controller.set(password, for: SignInModel.secret)
        await controller.perform(.submit)
        if let app, case .factorChoice(let factors) = controller.model.step {
            await controller.perform(.choose(try #require(factors.first { $0.kind == .authenticatorApp }).id))
            controller.set(try await app.code(), for: SignInModel.secret)
            await controller.perform(.submit)
        }
        return try #require(controller.session)
    }

    private func sections(_ controller: AccountController) -> [AccountSection] {
        AccountSections(model: controller.model, locale: english).sections
    }

    private func rows(_ id: AccountSection.ID, _ controller: AccountController) -> [AccountRow] {
        sections(controller).first { $0.id == id }?.rows ?? []
    }

    private func form(_ controller: AccountController) -> Screen<AccountModel.Action>? {
        AccountForms(model: controller.model, locale: english).screen
    }

    private func message(_ controller: AccountController) -> String? {
        AccountSections(model: controller.model, locale: english).message?.text
    }

    private func enter(_ value: String, in controller: AccountController) async {
        controller.set(value, for: AccountModel.value)
        await controller.perform(.submit)
    }

    // MARK: Content

    @Test func showsAccount() async throws {
        let controller = try await controller()
        #expect(sections(controller).map(\.id) == [.details, .addresses, .security, .sessions, .apps, .end])
        #expect(rows(.addresses, controller).map(\.title) == [email])
        #expect(rows(.addresses, controller).map(\.detail) == ["Primary"])
        #expect(rows(.security, controller).map(\.title) == ["Password", "Two-step sign-in"])
        #expect(rows(.security, controller).first?.detail == "Set")
        #expect(rows(.sessions, controller).map(\.detail) == ["This app on this device"])
        #expect(rows(.details, controller).last?.detail?.contains("2027") == true)
        let german = AccountSections(model: controller.model, locale: Locale(identifier: "de_DE")).sections
        #expect(
            german.map(\.title) == [
                "Persönliche Angaben", "E-Mail und Telefon", "Anmeldung und Sicherheit", "Sitzungen", "Verbundene Apps",
                nil,
            ]
        )
    }

    @Test func managesAccountOfNativeAppWithoutRequestingScope() async throws {
        let client = try await controller().client
        let controller = AccountController(client: client, session: try await signIn(client, scopes: []))
        await controller.perform(.reload)
        #expect(controller.model.error == nil)
        #expect(controller.model.content != nil)
    }

    @Test func reportsMissingAccountScope() async throws {
        try await server.clients.addPublic("web")
        let user = try await server.users.add(email: email, password: password)
        let client = GatehouseClient(configuration: server.device(of: user).configuration(clientID: "web"))
        let controller = AccountController(client: client, session: try await client.signIn(scopes: [.email]))
        await controller.perform(.reload)
        #expect(controller.model.error?.code == .insufficientScope)
        let sections = AccountSections(model: controller.model, locale: english)
        #expect(sections.messageButton?.title == "Open account page")
        #expect(sections.sections == [])
    }

    // MARK: Details and addresses

    @Test func changesAttribute() async throws {
        let controller = try await controller()
        let row = try #require(rows(.details, controller).first { $0.buttons.contains { $0.title == "Change" } })
        await controller.perform(try #require(row.buttons.first).action)
        #expect(form(controller)?.title == row.title)
        await enter("Ada", in: controller)
        #expect(message(controller) == "Your changes were saved.")
        #expect(form(controller) == nil)
        #expect(rows(.details, controller).first { $0.id == row.id }?.detail == "Ada")
    }

    @Test func addsVerifiesAndRemovesAddress() async throws {
        let controller = try await controller()
        await controller.perform(.addEmail)
        await controller.perform(.submit)
        #expect(form(controller)?.fields.first?.problem == "Fill in this field.")
        await enter("ada@example.org", in: controller)
        #expect(form(controller)?.intro == "Enter the code we emailed to ada@example.org.")
        await enter("00000000", in: controller)
        #expect(controller.model.error?.code == .wrongCode)
        await enter(try #require(try await server.mailedCode(to: "ada@example.org")), in: controller)
        #expect(message(controller) == "The address was confirmed.")
        let address = try #require(
            controller.model.content?.addresses.addresses.first { $0.value == "ada@example.org" }
        )
        await controller.perform(.makePrimary(address))
        #expect(rows(.addresses, controller).first { $0.id == address.id }?.detail == "Primary")

        let old = try #require(controller.model.content?.addresses.addresses.first { $0.value == email })
        await controller.perform(.removeAddress(old))
        #expect(form(controller)?.buttons.map(\.role) == [.destructive, .cancel])
        await controller.perform(.submit)
        #expect(rows(.addresses, controller).map(\.title) == ["ada@example.org"])
    }

    // MARK: Security

    @Test func changesPassword() async throws {
        let controller = try await controller()
        await controller.perform(.setPassword)
        #expect(form(controller)?.title == "Change your password")
        await enter("12345678", in: controller)
        #expect(controller.model.error?.code == .passwordRejected)
        #expect(form(controller) != nil)
        await enter("purple monkey dishwasher", in: controller)
        #expect(message(controller) == "Your password was changed. You’re signed out everywhere else.")
        #expect(form(controller) == nil)
    }

    @Test func addsAuthenticatorAppWithRecoveryCodes() async throws {
        let controller = try await controller()
        await controller.perform(.addAuthenticatorApp)
        let setup = try #require(form(controller)?.authenticatorApp)
        let app = TestAuthenticatorApp(on: server)
        try app.add(setup.keyURI)
        await enter("000000", in: controller)
        #expect(controller.model.error?.code == .wrongCode)
        await enter(try await app.code(), in: controller)
        #expect(form(controller)?.recoveryCodes.count == 10)
        await controller.perform(.submit)
        #expect(form(controller) == nil)
        let titles = rows(.security, controller).map(\.title)
        #expect(titles.suffix(2) == ["Two-step sign-in", "Recovery codes"])
        #expect(rows(.security, controller).last?.detail == "10 codes left")

        #expect(titles.contains("Authenticator app"))

        // The sign-in of this session did not prove the second factor.
        let credential = try #require(controller.model.content?.credentials.items.first)
        await controller.perform(.rename(credential))
        await enter("Work phone", in: controller)
        #expect(controller.model.needsSignIn)
        await controller.signedInAgain(try await signIn(controller.client, with: app))
        #expect(controller.model.content?.credentials.items.map(\.name) == ["Work phone"])
    }

    @Test func addsPasskeyIfDeviceCanCreateOne() async throws {
        let phone = TestPasskeyAuthenticator(on: server)
        let controller = try await controller { $0.passkeyAuthenticator = phone }
        #expect(sections(controller)[2].buttons.map(\.action) == [.addPasskey, .addAuthenticatorApp])
        phone.failNext(with: .cancelled)
        await controller.perform(.addPasskey)
        #expect(message(controller) == nil)
        await controller.perform(.addPasskey)
        #expect(message(controller) == "The passkey was added.")
        #expect(controller.model.content?.credentials.items.map(\.kind) == [.passkey])
    }

    @Test func repeatsRequestAfterNewSignIn() async throws {
        let controller = try await controller()
        server.clock.advance(by: 86_400)
        await controller.perform(.setPassword)
        await enter("purple monkey dishwasher", in: controller)
        #expect(controller.model.needsSignIn)
        #expect(message(controller) == nil)
        await controller.signedInAgain(try await signIn(controller.client))
        #expect(!controller.model.needsSignIn)
        #expect(message(controller) == "Your password was changed. You’re signed out everywhere else.")
    }

    @Test func keepsFormIfUserDoesNotSignInAgain() async throws {
        let controller = try await controller()
        server.clock.advance(by: 86_400)
        await controller.perform(.addEmail)
        await enter("ada@example.org", in: controller)
        #expect(controller.model.needsSignIn)
        await controller.perform(.cancelSignIn)
        #expect(!controller.model.needsSignIn)
        #expect(form(controller)?.title == "Add an email address")
        #expect(controller.model.values[AccountModel.value] == "ada@example.org")
        await controller.perform(.dismiss)
        #expect(form(controller) == nil)
    }

    @Test func restoresAccountIfAnotherOneSignsInAgain() async throws {
        let controller = try await controller()
        let client = controller.client
        try await server.users.add(email: "grace@example.com", password: password)
        server.clock.advance(by: 86_400)
        await controller.perform(.addEmail)
        await enter("ada@example.org", in: controller)
        #expect(controller.model.needsSignIn)
        let other = try await signIn(client, email: "grace@example.com")
        #expect(try await client.session()?.id == other.id)
        await controller.signedInAgain(other)
        #expect(try await client.session()?.account.id == controller.session.account.id)
        #expect(controller.session.account.id != other.account.id)
        #expect(!controller.model.needsSignIn)
        #expect(controller.model.error == .differentUser)
        #expect(form(controller)?.title == "Add an email address")
    }

    @Test func reportsEndIfAnotherAccountHasReplacedSession() async throws {
        let controller = try await controller()
        try await server.users.add(email: "grace@example.com", password: password)
        server.clock.advance(by: 86_400)
        await controller.perform(.addEmail)
        await enter("ada@example.org", in: controller)
        let other = try await signIn(controller.client, email: "grace@example.com")
        try await controller.client.signOut(controller.session.account.info)
        await controller.signedInAgain(other)
        #expect(controller.model.isSignedOut)
        #expect(controller.model.error?.code == .signedOut)
    }

    @Test func keepsEnrolmentWhileFormIsOpen() async throws {
        let controller = try await controller()
        await controller.perform(.addAuthenticatorApp)
        let setup = try #require(form(controller)?.authenticatorApp)
        let app = TestAuthenticatorApp(on: server)
        try app.add(setup.keyURI)
        await controller.perform(.submit)
        await controller.perform(.cancelSignIn)
        #expect(form(controller)?.authenticatorApp == setup)
        await enter(try await app.code(), in: controller)
        #expect(form(controller)?.recoveryCodes.count == 10)
    }

    // MARK: Sessions

    @Test func adoptsNewSessionOfSameAccount() async throws {
        let controller = try await controller()
        try await controller.client.signOut()
        await controller.perform(.reload)
        #expect(controller.model.isSignedOut)
        let next = try await signIn(controller.client)
        await controller.adopt(next)
        #expect(controller.session.id == next.id)
        #expect(!controller.model.isSignedOut)
        #expect(controller.model.error == nil)
    }

    @Test func repeatsRequestWithReplacedSession() async throws {
        let controller = try await controller()
        let next = try await signIn(controller.client)
        #expect(controller.session.id != next.id)
        await controller.perform(.reload)
        #expect(controller.session.id == next.id)
        #expect(!controller.model.isSignedOut)
        #expect(controller.model.error == nil)
    }

    @Test func endsOtherSessions() async throws {
        let controller = try await controller()
        let other = GatehouseClient(configuration: server.nativeConfiguration())
        let session = try await signIn(other)
        await controller.perform(.reload)
        #expect(rows(.sessions, controller).count == 2)
        await controller.perform(.endOthers)
        await controller.perform(.submit)
        #expect(rows(.sessions, controller).count == 1)
        #expect(message(controller) == "You’re signed out everywhere else.")
        server.clock.advance(by: 7200)
        await #expect(throws: AuthError.self) { try await session.accessToken() }
    }

    @Test func withdrawsAccessOfApp() async throws {
        let controller = try await controller()
        try await server.clients.addPublic("web")
        let user = ScriptedUser(email: email, password: password)
        let web = GatehouseClient(configuration: server.configuration(clientID: "web", user: user))
        try await web.signIn(scopes: [.email])
        await controller.perform(.reload)
        let app = try #require(controller.model.content?.apps.first { $0.clientID == "web" })
        await controller.perform(.withdraw(app))
        #expect(form(controller)?.intro?.contains(app.name) == true)
        await controller.perform(.submit)
        #expect(message(controller) == "The app’s access was withdrawn.")
        #expect(rows(.apps, controller).contains { $0.id == "web" } == false)
        #expect(!controller.model.isSignedOut)
    }

    @Test func signsOutAfterConfirmation() async throws {
        let controller = try await controller()
        await controller.perform(.signOut)
        #expect(form(controller)?.title == "Sign out?")
        #expect(try await controller.client.session() != nil)
        await controller.perform(.submit)
        #expect(controller.model.isSignedOut)
        #expect(try await controller.client.session() == nil)
    }

    @Test func deletesAccountAfterConfirmation() async throws {
        let controller = try await controller()
        await controller.perform(.delete)
        await controller.perform(.dismiss)
        #expect(!controller.model.isSignedOut)
        await controller.perform(.delete)
        await controller.perform(.submit)
        #expect(controller.model.isSignedOut)
        #expect(try await controller.client.session() == nil)
    }
}
