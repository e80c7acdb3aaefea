import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// Native flows of the SDK against the server.
@Suite(.timeLimit(.minutes(2))) struct NativeFlowTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"
    private let server = TestServer(watchedBy: AnswerChecks.check)

    private func code() async throws -> String { try #require(try await server.mailedCode(to: email)) }

    /// The way a client addresses the server: by its issuer, or by a tenant as in Microsoft Entra.
    enum ServerAddress: CaseIterable, Sendable {
        case issuer, tenant
    }

    private func app(_ address: ServerAddress = .issuer) -> GatehouseClient {
        switch address {
        case .issuer: GatehouseClient(configuration: server.nativeConfiguration())
        case .tenant: GatehouseClient(configuration: server.entraConfiguration())
        }
    }

    @Test(arguments: ServerAddress.allCases)
    func signsUpWithCodePasswordAndTwoAttributePages(address: ServerAddress) async throws {
        try await server.clients.addNative(pages: [
            [NativeAttribute("displayName", label: "Your name")],
            [NativeAttribute("postalCode", pattern: "[0-9]{5}"), NativeAttribute("country", isRequired: false)],
        ])
        let app = app(address)
        guard case .codeRequired(let codeStep) = try await app.signUp(email: email) else { throw Unexpected() }
        #expect(codeStep.delivery.channel == .email)
        #expect(codeStep.delivery.codeLength == 8)
        #expect(try await failure { try await codeStep.submit("00000000") }.code == .wrongCode)
        guard case .passwordRequired(let passwordStep) = try await codeStep.submit(code()) else { throw Unexpected() }
        #expect(try await failure { try await passwordStep.submit("short") }.code == .passwordRejected)
        guard case .attributesRequired(let first) = try await passwordStep.submit(password) else { throw Unexpected() }
        let (name, postalCode) =
            switch address {
            case .issuer: ("name", "postal_code")
            case .tenant: ("displayName", "postalCode")
            }
        #expect(first.attributes.map(\.name) == [name])
        #expect(first.attributes.map(\.label) == ["Your name"])
        guard case .attributesRequired(let second) = try await first.submit([name: "Ada"]) else {
            throw Unexpected()
        }
        #expect(second.attributes.map(\.name) == [postalCode])
        let error = try await failure { try await second.submit([postalCode: "none"]) }
        #expect(error.code == .attributesRejected)
        #expect(error.invalidAttributes == [postalCode])
        guard case .completed(let completed) = try await second.submit([postalCode: "12345"]) else {
            throw Unexpected()
        }
        let session = try #require(try await completed.signIn(scopes: [.profile, .email, .address]).session)
        let user = try await session.user()
        #expect(user.name == "Ada")
        #expect(user.email == email)
        #expect(user.claims.address?.postalCode == "12345")
        // A completed sign-up cannot be used again.
        #expect(try await failure { try await completed.signIn() }.code == .flowExpired)
        #expect(try await failure { try await second.submit([postalCode: "12345"]) }.code == .flowExpired)

        // The session stays refreshable after its access token has expired.
        server.clock.advance(by: 7200)
        #expect(try await session.user().id == user.id)
        try await app.signOut()

        let again = try await app.signIn(email: email, password: password)
        guard case .signedIn(let next) = again else { throw Unexpected() }
        #expect(next.account.id == user.id)
    }

    @Test func signsUpWithCodeOnly() async throws {
        try await server.clients.addNative(usesPasswords: false)
        let app = app()
        guard case .codeRequired(let step) = try await app.signUp(email: email),
            case .completed(let completed) = try await step.submit(code())
        else { throw Unexpected() }
        let session = try #require(try await completed.signIn().session)
        server.clock.advance(by: 120)
        guard case .codeRequired(let again) = try await app.signIn(email: email, scopes: [.email]) else {
            throw Unexpected()
        }
        let next = try #require(try await again.submit(code()).session)
        #expect(next.account.id == session.account.id)
        #expect(next.account.email == email)
    }

    @Test func invalidatesPreviousCodeAfterResend() async throws {
        try await server.clients.addNative(usesPasswords: false)
        guard case .codeRequired(let step) = try await app().signUp(email: email) else { throw Unexpected() }
        let first = try await code()
        let early = try await step.resend()
        let lost = try await code()
        #expect(lost != first)
        let again = try await early.resend()
        #expect(try await code() == lost)
        let wait = try #require(again.delivery.resendAt).timeIntervalSince(server.clock.now)
        server.clock.advance(by: wait)
        let next = try await again.resend()
        let second = try await code()
        #expect(first != second)
        #expect(try await failure { try await next.submit(first) }.code == .wrongCode)
        guard case .completed = try await next.submit(second) else { throw Unexpected() }
    }

    @Test func resumesSignUpAfterEachStepFromSavedState() async throws {
        try await server.clients.addNative(pages: [["displayName"], ["city"]])
        var stored = try JSONEncoder().encode(try await app(.tenant).signUp(email: email).saved)
        var session: Session?
        while session == nil {
            let step = try app(.tenant).native.resume(JSONDecoder().decode(SavedSignUp.self, from: stored))
            switch step {
            case .codeRequired(let step): stored = try JSONEncoder().encode(try await step.submit(code()).saved)
            case .passwordRequired(let step): stored = try JSONEncoder().encode(try await step.submit(password).saved)
            case .attributesRequired(let page):
                let values = Dictionary(
                    uniqueKeysWithValues: page.attributes.map { ($0.name, JSONValue.string("Ada")) }
                )
                stored = try JSONEncoder().encode(try await page.submit(values).saved)
            case .completed(let completed): session = try await completed.signIn(scopes: [.profile]).session
            }
        }
        #expect(session?.account.name == "Ada")
    }

    @Test func restoresPendingSignUpFromTokenStore() async throws {
        try await server.clients.addNative(pages: [["displayName"]])
        let store = MemoryTokenStore()
        // A relaunch: a new client that shares only the store.
        func launched() -> GatehouseClient {
            var configuration = server.nativeConfiguration()
            configuration.tokenStore = store
            return GatehouseClient(configuration: configuration)
        }
        #expect(try await launched().pendingSignUp() == nil)
        _ = try await launched().signUp(email: email)
        guard case .codeRequired(let step)? = try await launched().pendingSignUp() else { throw Unexpected() }
        #expect(try await failure { try await step.submit("00000000") }.code == .wrongCode)
        _ = try await step.submit(code())
        guard case .passwordRequired(let step)? = try await launched().pendingSignUp() else { throw Unexpected() }
        _ = try await step.submit(password)
        guard case .attributesRequired(let page)? = try await launched().pendingSignUp() else { throw Unexpected() }
        _ = try await page.submit(["name": "Ada"])
        guard case .completed(let step)? = try await launched().pendingSignUp() else { throw Unexpected() }
        #expect(try await step.signIn(scopes: [.profile]).session?.account.name == "Ada")
        #expect(try await launched().pendingSignUp() == nil)
        #expect(try await launched().session()?.account.name == "Ada")
    }

    @Test func discardsFinishedAndExpiredSignUps() async throws {
        try await server.clients.addNative(usesPasswords: false)
        let app = app()
        _ = try await app.signUp(email: email)
        await app.discardPendingSignUp()
        #expect(try await app.pendingSignUp() == nil)

        guard case .codeRequired(let step) = try await app.signUp(email: "bob@example.com") else { throw Unexpected() }
        #expect(try await app.pendingSignUp() != nil)
        server.clock.advance(by: 1800)
        #expect(try await app.pendingSignUp() == nil)
        server.clock.advance(by: 86_400)
        #expect(try await failure { try await step.submit("00000000") }.code == .flowExpired)
        server.clock.advance(by: -86_400 - 1800)
        #expect(try await app.pendingSignUp() == nil)
    }

    @Test func sendsOneMailWhenChallengeResponseIsLost() async throws {
        try await server.clients.addNative()
        let network = InProcessTransport(to: server)
        let app = GatehouseClient(configuration: server.nativeConfiguration(transport: network))
        network.failNext("/oauth2/authorize-challenge", with: .dropsResponse)
        guard case .codeRequired(let step) = try await app.signUp(email: email) else { throw Unexpected() }
        guard case .passwordRequired = try await step.submit(code()) else { throw Unexpected() }
        // The start twice, and the code.
        #expect(network.paths.filter { $0 == "/oauth2/authorize-challenge" }.count == 3)
    }

    @Test func discardsSignUpWhoseTokenResponseWasLost() async throws {
        try await server.clients.addNative()
        let network = InProcessTransport(to: server)
        let app = GatehouseClient(configuration: server.nativeConfiguration(transport: network))
        guard case .codeRequired(let step) = try await app.signUp(email: email, password: password),
            case .completed(let completed) = try await step.submit(code())
        else { throw Unexpected() }
        network.failNext(.token, with: .dropsResponse)
        #expect(try await failure { try await completed.signIn() }.code == .network)
        guard case .completed(let again)? = try await app.pendingSignUp() else { throw Unexpected() }
        #expect(try await failure { try await again.signIn() }.code == .flowExpired)
        #expect(try await app.pendingSignUp() == nil)
        guard case .signedIn = try await app.signIn(email: email, password: password) else { throw Unexpected() }
    }

    @Test func resetsPasswordAndSignsIn() async throws {
        try await server.clients.addNative()
        let app = app(.tenant)
        guard case .codeRequired(let step) = try await app.signUp(email: email, password: password),
            case .completed(let completed) = try await step.submit(code())
        else { throw Unexpected() }
        let session = try #require(try await completed.signIn().session)
        server.clock.advance(by: 120)
        let reset = try await app.resetPassword(email: email)
        let passwordStep = try await reset.submit(code())
        #expect(try await failure { try await passwordStep.submit("12345678") }.code == .passwordRejected)
        let done = try await passwordStep.submit("purple monkey dishwasher")
        #expect(try await done.signIn().session?.account.id == session.account.id)
        #expect(try await failure { try await app.signIn(email: email, password: password) }.code == .wrongPassword)
        guard case .signedIn = try await app.signIn(email: email, password: "purple monkey dishwasher") else {
            throw Unexpected()
        }
    }

    @Test func disclosesMissingAccountOnlyIfClientAllows() async throws {
        try await server.clients.addNative("quiet")
        try await server.clients.addNative("open", disclosesAccounts: true)
        let concealing = GatehouseClient(configuration: server.nativeConfiguration(clientID: "quiet"))
        let disclosing = GatehouseClient(configuration: server.nativeConfiguration(clientID: "open"))
        let unknown = "unknown@example.com"
        #expect(
            try await failure { try await concealing.signIn(email: unknown, password: password) }.code == .wrongPassword
        )
        _ = try await concealing.resetPassword(email: unknown)
        #expect(
            try await failure { try await disclosing.signIn(email: unknown, password: password) }.code == .userNotFound
        )
        #expect(try await failure { try await disclosing.resetPassword(email: unknown) }.code == .userNotFound)
    }

    @Test func rejectsClientWithoutNativeAuthentication() async throws {
        try await server.clients.addPublic("app")
        let error = try await failure { try await app().signUp(email: email) }
        #expect(error.code == .requestRejected)
        #expect(error.recovery == .fixConfiguration)
        #expect(error.response?.error == "unauthorized_client")
    }

    @Test func returnsAccessTokenForAdditionalScopes() async throws {
        try await server.clients.addNative(usesPasswords: false)
        guard case .codeRequired(let step) = try await app(.tenant).signUp(email: email),
            case .completed(let completed) = try await step.submit(code())
        else { throw Unexpected() }
        let session = try #require(try await completed.signIn().session)
        #expect(!session.scopes.contains(.email))
        let token = try await session.accessToken(for: [.email])
        #expect(token.scopes.contains(.email))
        #expect(try await session.accessToken().value != token.value)
    }

    struct Unexpected: Error {}
}
