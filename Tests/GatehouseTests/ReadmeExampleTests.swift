import Foundation
import GatehouseWire
import Testing

@testable import Gatehouse

/// The examples of the README and the documentation, which must compile with no other import.
struct ReadmeExampleTests {
    private func example(_ url: URL) async throws(AuthError) {
        let gatehouse = GatehouseClient(issuer: url, clientID: "example-app")
        let session = try await gatehouse.signIn(scopes: [.profile, .email])
        let user = try await session.user()
        print("Hello, \(user.name ?? user.id)")
        let token = try await session.accessToken()
        print("Valid until \(token.expiresAt) for \(token.scopes)")
        try await gatehouse.signOut()
        for await state in gatehouse.states { print(state) }
    }

    private func others(_ gatehouse: GatehouseClient, _ session: Session) async throws(AuthError) {
        try await gatehouse.signIn(scopes: [.profile, "orders"], interaction: .never)
        if let stored = try await gatehouse.session() { print(stored.account) }
        try await gatehouse.signInWithDeviceCode { prompt in print(prompt.userCode, prompt.verificationURI) }
        let user = try await session.user()
        print(
            user.claims.givenName ?? "",
            user.claims[ClaimName(rawValue: "tier")]?.string ?? "",
            user.claims.address ?? ""
        )
        print(try await session.accessToken().authorizationHeader, try await gatehouse.signOut().server)
    }

    private func afterARelaunch(_ gatehouse: GatehouseClient, _ url: URL) async throws(AuthError) {
        if !gatehouse.handle(url), let session = try await gatehouse.completeSignIn(from: url) {
            print(session.account.info)
        }
        if let step = try await gatehouse.pendingSignUp() { print(step) }
        await gatehouse.waitForPendingWork()
    }

    private func account(
        _ gatehouse: GatehouseClient,
        _ session: Session,
        enteredCode: String
    ) async throws(AuthError) {
        let details = try await session.account.details()
        try await session.account.update([.givenName: "Ada"], of: details)
        let step = try await session.account.addEmail("ada@example.org")
        let address = try await step.verify(code: enteredCode)
        try await session.account.makePrimary(address)
        for try await device in session.account.sessions() {
            print(device.clientName ?? "Browser", device.lastUsedAt.date)
        }
        try await session.account.endOthers()
        print(try await session.account.delete(), try await gatehouse.openAccountPage())
    }

    private func ownScreens(
        _ gatehouse: GatehouseClient,
        ask: (String) -> String,
        fill: ([RequiredAttribute]) -> [String: JSONValue]
    ) async throws(AuthError) -> Session? {
        var step = try await gatehouse.signUp(email: "ada@example.com")
        while true {
            switch step {
            case .codeRequired(let code): step = try await code.submit(ask("Code sent to \(code.delivery.sentTo)"))
            case .passwordRequired(let password): step = try await password.submit(ask("Password"))
            case .attributesRequired(let page): step = try await page.submit(fill(page.attributes))
            case .completed(let account): return try await account.signIn(scopes: [.profile]).session
            }
        }
    }

    private func secondFactor(
        _ password: SignInPasswordStep,
        ask: (String) -> String
    ) async throws(AuthError) -> Session? {
        switch try await password.submit(ask("Password")) {
        case .signedIn(let session): return session
        case .secondFactorRequired(let choice):
            let challenge = try await choice.choose(choice.factors[0])
            return try await challenge.submit(ask("Code sent to \(challenge.factor.hint ?? "you")")).session
        case .enrolmentRequired(let choice):
            switch try await choice.enrol(choice.factors[0], contact: ask("Email address")) {
            case .challenge(let challenge): return try await challenge.submit(ask("Code")).session
            case .step(let step): return step.session
            }
        default: return nil
        }
    }

    @Test(arguments: [
        ("com.example.app", "com.example.app:/callback"), ("com.Example-Inc.App", "com.example-inc.app:/callback"),
    ])
    func derivesRedirectURIFromBundleIdentifier(identifier: String, expected: String) {
        #expect(GatehouseClient.Configuration.redirectURI(ofBundle: identifier)?.absoluteString == expected)
    }

    @Test(arguments: [nil, "", "tool", "com.example app", "1.example", "com_x.example"])
    func returnsNoRedirectURIForInvalidBundleIdentifier(identifier: String?) {
        #expect(GatehouseClient.Configuration.redirectURI(ofBundle: identifier) == nil)
    }

    @Test func createsConfigurationWithSameInitializerOnEveryPlatform() throws {
        let url = try #require(URL(string: "https://id.example.com"))
        #expect(GatehouseClient.Configuration(issuer: url, clientID: "example-app").expirationLeeway == .seconds(60))
    }

    /// Returns the names of all users, as shown in `Errors.md`.
    private func names(_ sessions: [Session]) async throws -> [String] {
        try await withThrowingTaskGroup(of: User.self) { group in
            for session in sessions { group.addTask { try await session.user() } }
            return try await group.reduce(into: []) { $0.append($1.name ?? $1.id) }
        }
    }

    /// Returns the result of each request, as shown in `Errors.md`.
    private func users(_ sessions: [Session]) async -> [Result<User, AuthError>] {
        await withTaskGroup(of: Result<User, AuthError>.self) { group in
            for session in sessions {
                group.addTask {
                    do throws(AuthError) { return .success(try await session.user()) } catch { return .failure(error) }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func catchesTypedErrorsOfTaskGroups() async throws {
        let app = try TestApp()
        let session = try await app.gatehouse.signIn()
        #expect(try await names([session]) == ["Name of person-1"])
        app.server.failNext(UserInfoEndpoint.path, times: 2)
        do {
            _ = try await names([session])
            Issue.record("no error")
        } catch let error as AuthError {
            #expect(error.code == .network)
        }
        let outcome = try #require(await users([session]).first)
        #expect(throws: AuthError.self) { try outcome.get() }
    }
}
