import AnswerSchemas
import Foundation
import Gatehouse
import GatehouseTesting
import Testing

/// Our client's native flows against our server, on the app's own screens.
@Suite(.timeLimit(.minutes(2))) struct SignsUpInTheAppTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"
    private let server = TestServer(watchedBy: EntraSchemas.check)

    private func code() async throws -> String { try #require(try await server.mailedCode(to: email)) }

    /// Where a client finds the server: by its issuer, or by a tenant as Entra has them.
    enum Place: CaseIterable, Sendable {
        case issuer, tenant
    }

    private func app(_ place: Place = .issuer) -> GatehouseClient {
        switch place {
        case .issuer: GatehouseClient(server.nativeConfiguration())
        case .tenant: GatehouseClient(server.entraConfiguration())
        }
    }

    @Test(arguments: Place.allCases)
    func withACodeAPasswordAndTwoPagesOfData(place: Place) async throws {
        try await server.addNativeApp(pages: [
            [NativeAttribute("displayName", label: "Your name")],
            [NativeAttribute("postalCode", pattern: "[0-9]{5}"), NativeAttribute("country", isRequired: false)],
        ])
        let app = app(place)
        guard case .codeRequired(let codeStep) = try await app.signUp(email: email) else { throw Unexpected() }
        #expect(codeStep.delivery.channel == .email)
        #expect(codeStep.delivery.codeLength == 8)
        #expect(try await failure { try await codeStep.submit("00000000") }.code == .wrongCode)
        guard case .passwordRequired(let passwordStep) = try await codeStep.submit(code()) else { throw Unexpected() }
        #expect(try await failure { try await passwordStep.submit("short") }.code == .passwordRefused)
        guard case .attributesRequired(let first) = try await passwordStep.submit(password) else { throw Unexpected() }
        #expect(first.attributes.map(\.name) == ["displayName"])
        #expect(first.attributes.map(\.label) == ["Your name"])
        guard case .attributesRequired(let second) = try await first.submit(["displayName": "Ada"]) else {
            throw Unexpected()
        }
        #expect(second.attributes.map(\.name) == ["postalCode"])
        let refusal = try await failure { try await second.submit(["postalCode": "none"]) }
        #expect(refusal.code == .attributesRefused)
        #expect(refusal.attributeNames == ["postalCode"])
        guard case .completed(let completed) = try await second.submit(["postalCode": "12345"]) else {
            throw Unexpected()
        }
        let session = try await completed.signIn(scopes: [.profile, .email, .address])
        let user = try await session.user()
        #expect(user.name == "Ada")
        #expect(user.email == email)
        #expect(user.claims.address?.postalCode == "12345")
        // Once is enough: what made the account and the session is spent.
        #expect(try await failure { try await completed.signIn() }.code == .expired)
        #expect(try await failure { try await second.submit(["postalCode": "12345"]) }.code == .expired)

        // The session lives on as any other, also after its access token has expired.
        server.clock.advance(by: 7200)
        #expect(try await session.user().id == user.id)
        try await app.signOut()

        let again = try await app.signIn(email: email, password: password)
        guard case .signedIn(let next) = again else { throw Unexpected() }
        #expect(next.account.id == user.id)
    }

    @Test func withACodeAlone() async throws {
        try await server.addNativeApp(usesPasswords: false)
        let app = app()
        guard case .codeRequired(let step) = try await app.signUp(email: email),
            case .completed(let completed) = try await step.submit(code())
        else { throw Unexpected() }
        let session = try await completed.signIn()
        server.clock.advance(by: 120)
        guard case .codeRequired(let again) = try await app.signIn(email: email, scopes: [.email]) else {
            throw Unexpected()
        }
        let next = try await again.submit(code())
        #expect(next.account.id == session.account.id)
        #expect(next.account.email == email)
    }

    @Test func anotherCodeTakesThePlaceOfTheFirst() async throws {
        try await server.addNativeApp(usesPasswords: false)
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

    @Test func theProcessIsKilledBetweenEachTwoSteps() async throws {
        try await server.addNativeApp(pages: [["displayName"], ["city"]])
        var stored = try JSONEncoder().encode(try await app().signUp(email: email).saved)
        var session: Session?
        while session == nil {
            let step = try app().resume(JSONDecoder().decode(SavedSignUp.self, from: stored))
            switch step {
            case .codeRequired(let step): stored = try JSONEncoder().encode(try await step.submit(code()).saved)
            case .passwordRequired(let step): stored = try JSONEncoder().encode(try await step.submit(password).saved)
            case .attributesRequired(let page):
                let values = Dictionary(
                    uniqueKeysWithValues: page.attributes.map { ($0.name, JSONValue.string("Ada")) }
                )
                stored = try JSONEncoder().encode(try await page.submit(values).saved)
            case .completed(let completed): session = try await completed.signIn(scopes: [.profile])
            }
        }
        #expect(session?.account.name == "Ada")
    }

    @Test func theClientItselfKeepsTheStepWhenTheProcessIsKilled() async throws {
        try await server.addNativeApp(pages: [["displayName"]])
        let store = MemoryTokenStore()
        // A process that begins, and nothing but the store that outlives it.
        func launched() -> GatehouseClient {
            var configuration = server.nativeConfiguration()
            configuration.tokenStore = store
            return GatehouseClient(configuration)
        }
        #expect(try await launched().unfinishedSignUp() == nil)
        _ = try await launched().signUp(email: email)
        guard case .codeRequired(let step)? = try await launched().unfinishedSignUp() else { throw Unexpected() }
        #expect(try await failure { try await step.submit("00000000") }.code == .wrongCode)
        _ = try await step.submit(code())
        guard case .passwordRequired(let step)? = try await launched().unfinishedSignUp() else { throw Unexpected() }
        _ = try await step.submit(password)
        guard case .attributesRequired(let page)? = try await launched().unfinishedSignUp() else { throw Unexpected() }
        _ = try await page.submit(["displayName": "Ada"])
        guard case .completed(let step)? = try await launched().unfinishedSignUp() else { throw Unexpected() }
        #expect(try await step.signIn(scopes: [.profile]).account.name == "Ada")
        #expect(try await launched().unfinishedSignUp() == nil)
        #expect(try await launched().session()?.account.name == "Ada")
    }

    @Test func aSignUpThatIsOverIsNotKept() async throws {
        try await server.addNativeApp(usesPasswords: false)
        let app = app()
        _ = try await app.signUp(email: email)
        await app.abandonSignUp()
        #expect(try await app.unfinishedSignUp() == nil)

        guard case .codeRequired(let step) = try await app.signUp(email: "bob@example.com") else { throw Unexpected() }
        #expect(try await app.unfinishedSignUp() != nil)
        server.clock.advance(by: 1800)
        #expect(try await app.unfinishedSignUp() == nil)
        server.clock.advance(by: 86_400)
        #expect(try await failure { try await step.submit("00000000") }.code == .expired)
        server.clock.advance(by: -86_400 - 1800)
        #expect(try await app.unfinishedSignUp() == nil)
    }

    @Test func aLostAnswerToTheFirstChallengeCostsNoSecondMail() async throws {
        try await server.addNativeApp()
        let network = InProcessTransport(to: server)
        let app = GatehouseClient(server.nativeConfiguration(transport: network))
        network.failNext("/default/signup/v1.0/challenge", with: .losesAnswer)
        guard case .codeRequired(let step) = try await app.signUp(email: email) else { throw Unexpected() }
        guard case .passwordRequired = try await step.submit(code()) else { throw Unexpected() }
        #expect(network.paths.filter { $0.hasSuffix("/signup/v1.0/challenge") }.count == 3)
    }

    @Test func aSignUpWhoseLastAnswerWasLostIsOverOnceTheServerSaysSo() async throws {
        try await server.addNativeApp()
        let network = InProcessTransport(to: server)
        let app = GatehouseClient(server.nativeConfiguration(transport: network))
        guard case .codeRequired(let step) = try await app.signUp(email: email, password: password),
            case .completed(let completed) = try await step.submit(code())
        else { throw Unexpected() }
        network.failNext("/default/oauth2/v2.0/token", with: .losesAnswer)
        #expect(try await failure { try await completed.signIn() }.code == .network)
        guard case .completed(let again)? = try await app.unfinishedSignUp() else { throw Unexpected() }
        #expect(try await failure { try await again.signIn() }.code == .expired)
        #expect(try await app.unfinishedSignUp() == nil)
        guard case .signedIn = try await app.signIn(email: email, password: password) else { throw Unexpected() }
    }

    @Test func theOldPasswordIsReplacedAndThePersonSignedIn() async throws {
        try await server.addNativeApp()
        let app = app(.tenant)
        guard case .codeRequired(let step) = try await app.signUp(email: email, password: password),
            case .completed(let completed) = try await step.submit(code())
        else { throw Unexpected() }
        let session = try await completed.signIn()
        server.clock.advance(by: 120)
        let reset = try await app.resetPassword(email: email)
        let chosen = try await reset.submit(code())
        #expect(try await failure { try await chosen.submit("12345678") }.code == .passwordRefused)
        let done = try await chosen.submit("purple monkey dishwasher")
        #expect(try await done.signIn().account.id == session.account.id)
        #expect(try await failure { try await app.signIn(email: email, password: password) }.code == .wrongPassword)
        guard case .signedIn = try await app.signIn(email: email, password: "purple monkey dishwasher") else {
            throw Unexpected()
        }
    }

    @Test func aStrangerIsToldNothingUnlessTheAppIsToReveal() async throws {
        try await server.addNativeApp("quiet")
        try await server.addNativeApp("open", revealsAccounts: true)
        let quiet = GatehouseClient(server.nativeConfiguration(clientID: "quiet"))
        let open = GatehouseClient(server.nativeConfiguration(clientID: "open"))
        let stranger = "stranger@example.com"
        #expect(
            try await failure { try await quiet.signIn(email: stranger, password: password) }.code == .wrongPassword
        )
        _ = try await quiet.resetPassword(email: stranger)
        #expect(try await failure { try await open.signIn(email: stranger, password: password) }.code == .userNotFound)
        #expect(try await failure { try await open.resetPassword(email: stranger) }.code == .userNotFound)
    }

    @Test func anAppThatIsNotRegisteredForItIsTold() async throws {
        try await server.addPublicClient("app")
        let error = try await failure { try await app().signUp(email: email) }
        #expect(error.code == .refused)
        #expect(error.recovery == .fixConfiguration)
        #expect(error.suberror == "nativeauthapi_disabled")
    }

    @Test func anAccessTokenForOtherScopesIsHadWithoutThePerson() async throws {
        try await server.addNativeApp(usesPasswords: false)
        guard case .codeRequired(let step) = try await app(.tenant).signUp(email: email),
            case .completed(let completed) = try await step.submit(code())
        else { throw Unexpected() }
        let session = try await completed.signIn()
        #expect(!session.scopes.contains(.email))
        let token = try await session.accessToken(for: [.email])
        #expect(token.scopes.contains(.email))
        #expect(try await session.accessToken().value != token.value)
    }

    struct Unexpected: Error {}
}
