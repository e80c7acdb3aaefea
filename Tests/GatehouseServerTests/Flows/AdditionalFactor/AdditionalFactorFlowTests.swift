import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import Testing

/// Sign-ins with a second factor.
@Suite struct AdditionalFactorFlowTests {
    private let email = "ada@example.com"
    private let password = "correct horse battery"
    private let required = AuthenticationRequirement.requiring(.multiFactor)

    private func server(
        isEnrolled: Bool = true,
        factor: TestKeyFactor = TestKeyFactor(),
        limits: RateLimits = RateLimits(),
        policy: AuthenticationPolicy = AuthenticationPolicy(),
        client: (inout Client) -> Void = { _ in }
    ) async throws -> CompleteServer {
        let server = try await CompleteServer.with(
            limits: limits,
            additionalFactors: [factor],
            policy: policy,
            client: client
        )
        try await server.addAccount(email, password: password, attributes: isEnrolled ? TestKeyFactor.enrolled : [:])
        return server
    }

    /// Submits the password.
    private func signIn(_ driver: inout BrowserDriver) async throws {
        try await driver.submit(.signInByPassword(email: email))
        try await driver.submit(.password(password))
    }

    /// Returns the details of the failed sign-ins, oldest first.
    private func failures(on server: CompleteServer) async throws -> [String?] {
        let events = try await server.store.events(of: nil, before: nil, limit: 100)
        return events.reversed().filter { $0.kind == .signInFailed }.map(\.detail)
    }

    private func authentication(of driver: BrowserDriver) async throws -> Authentication {
        guard case .code(let code)? = driver.response?.outcome else { throw FlowError.failed }
        let id = AuthorizationCode.ID(OpaqueToken.hash(of: code.reveal()))
        return try #require(try await driver.server.store.code(id)).authentication
    }

    @Test func issuesSessionAndCodeAfterSecondFactorOnly() async throws {
        let server = try await server()
        var driver = try await BrowserDriver(on: server, authentication: required)
        let provenAt = server.clock.now
        try await signIn(&driver)
        #expect(driver.step.name == "additionalFactor")
        #expect(driver.browser.session == nil && driver.outcome == nil)
        #expect(try await !server.auditKinds().contains(.signedIn))
        #expect(try await server.auditKinds().last == .signInIncomplete)
        #expect(try await failures(on: server) == [])

        #expect(await driver.rejection(.factor("wrong key")) == .factorRejected(TestKeyFactor.name))
        #expect(try await failures(on: server) == ["test-key"])
        #expect(driver.browser.session == nil && driver.outcome == nil)
        #expect(driver.step.additionalFactor?.challenge == ["rejected": 1])
        #expect(try await server.store.counter(TestKeyFactor.counter, at: server.clock.now)?.count == 1)

        server.clock.advance(by: 30)
        try await driver.submit(.factor(TestKeyFactor.proof))
        #expect(driver.hasCode)
        #expect(try await server.store.counter(TestKeyFactor.counter, at: server.clock.now) == nil)
        let authentication = try await authentication(of: driver)
        #expect(authentication.amr == [.password, .hardwareKey, .multiFactor])
        #expect(authentication.acr == .multiFactor)
        #expect(authentication.authenticatedAt == provenAt + 30)
        #expect(authentication.factors.map(\.provenAt) == [provenAt, provenAt + 30])
        #expect(driver.browser.session?.authentication == authentication)
        let events = try await server.store.events(of: nil, before: nil, limit: 10)
        #expect(events.filter { $0.kind == .signedIn }.map(\.detail) == ["password test-key"])
        #expect(try await failures(on: server).count == 1)
    }

    @Test func acceptsMailedCodeAsFirstFactor() async throws {
        let server = try await server()
        var driver = try await BrowserDriver(on: server, authentication: required)
        try await driver.submit(.signInByCode(email: email))
        try await driver.submitMailedCode(to: email)
        #expect(driver.step.name == "additionalFactor")
        try await driver.submit(.factor(TestKeyFactor.proof))
        #expect(try await authentication(of: driver).amr == [.oneTimeCode, .hardwareKey, .multiFactor])
    }

    @Test func requestsSecondFactorIfServerRequiresIt() async throws {
        let server = try await server(policy: AuthenticationPolicy(secondFactor: .required))
        var driver = try await BrowserDriver(on: server)
        try await signIn(&driver)
        #expect(driver.step.name == "additionalFactor")
        try await driver.submit(.factor(TestKeyFactor.proof))
        #expect(driver.hasCode)
    }

    @Test func rejectsAccountWithoutFactorThatRequestRequires() async throws {
        let server = try await server(isEnrolled: false)
        var driver = try await BrowserDriver(on: server, authentication: required)
        try await signIn(&driver)
        #expect(driver.error == .unmetAuthenticationRequirements)
        #expect(driver.browser.session == nil)
        #expect(try await !server.auditKinds().contains(.signedIn))
    }

    @Test func requestsEnrolmentIfServerRequiresSecondFactor() async throws {
        let server = try await server(isEnrolled: false, policy: AuthenticationPolicy(secondFactor: .required))
        var driver = try await BrowserDriver(on: server)
        try await signIn(&driver)
        #expect(driver.step.name == "enrolFactor")
        #expect(driver.browser.session == nil && driver.outcome == nil)
        #expect(try await server.auditKinds().last == .signInIncomplete)
    }

    @Test func prefersSecondFactorOfAccountThatHasIt() async throws {
        for isEnrolled in [true, false] {
            let server = try await server(isEnrolled: isEnrolled)
            var driver = try await BrowserDriver(on: server, authentication: .preferring(.multiFactor))
            try await signIn(&driver)
            #expect(driver.step.name == (isEnrolled ? "additionalFactor" : "finished"))
            #expect(driver.hasCode == !isEnrolled)
        }
    }

    @Test func rejectsNativeAndKiiSignInIfServerRequiresSecondFactor() async throws {
        let server = try await server(policy: AuthenticationPolicy(secondFactor: .required)) { client in
            client.native = NativeAuthenticationSettings(method: .password, disclosesAccounts: false)
        }
        var app = try await NativeApp(on: server)
        try await app.begin(.signIn, email)
        try await app.requestChallenge()
        #expect(await app.tokenRejection(.password(password)) == .additionalFactorRequired)
        let kii = try await KiiApp(on: server, id: "kii")
        let error = await #expect(throws: OAuthError.self) { try await kii.signIn(email, password) }
        #expect(error?.code == .invalidGrant)
        #expect(try await !server.auditKinds().contains(.sessionStarted))
        #expect(try await failures(on: server) == ["insufficient: password", "insufficient: password"])
    }

    @Test func changesNothingInNativeFlowThatCannotComplete() async throws {
        let server = try await server(policy: AuthenticationPolicy(secondFactor: .required)) { client in
            client.native = NativeAuthenticationSettings(method: .password, disclosesAccounts: false)
        }
        let before = try #require(try await server.account(email))
        var app = try await NativeApp(on: server)
        try await app.begin(.signUp, "grace@example.com", password: password)
        try await app.requestChallenge()
        let code = try await server.code(to: "grace@example.com")
        #expect(await app.rejection(.code(code)) == .additionalFactorRequired)
        #expect(try await server.account("grace@example.com") == nil)

        try await app.begin(.reset, email)
        try await app.requestChallenge()
        try await app.submitMailedCode(to: email)
        #expect(await app.rejection(.newPassword("purple monkey dishwasher")) == .additionalFactorRequired)
        #expect(try await server.account(email) == before)
    }

    @Test func rejectsProofAfterChangeOfCredentials() async throws {
        let server = try await server()
        var driver = try await BrowserDriver(on: server, authentication: required)
        try await signIn(&driver)
        var account = try #require(try await server.account(email))
        account.passwordHash = try await server.identity.hasher.hash(Password("purple monkey dishwasher"))
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
        #expect(await driver.rejection(.factor(TestKeyFactor.proof)) == .gone)
        #expect(driver.browser.session == nil)
    }

    @Test func rejectsDisabledAccount() async throws {
        let server = try await server()
        var driver = try await BrowserDriver(on: server, authentication: required)
        try await signIn(&driver)
        var account = try #require(try await server.account(email))
        account.disabledAt = server.clock.now
        account.revision += 1
        try await server.store.commit([.account(.update(account))])
        #expect(await driver.rejection(.factor(TestKeyFactor.proof)) == .accountDisabled)
    }

    @Test func listsClassesThatFactorsReach() async throws {
        let server = try await server()
        let classes: [ACR] = [.singleFactor, .multiFactor, .phishingResistant, .hardwareProtected]
        #expect(server.identity.discovery.metadata.acrValuesSupported == classes)
        let strict = try await CompleteServer.with(policy: AuthenticationPolicy(secondFactor: .required))
        #expect(strict.identity.discovery.metadata.acrValuesSupported == Array(classes.dropFirst()))
    }
}

/// Limits of the attempts at a second factor.
extension AdditionalFactorFlowTests {
    private func limits(perAccount count: Int) -> RateLimits {
        var limits = RateLimits()
        limits.codeFailuresPerAccount = RateLimits.Rate(count, per: 600)
        return limits
    }

    @Test func countsAttemptsOfAccountInAllFlows() async throws {
        let server = try await server(limits: limits(perAccount: 3))
        var first = try await BrowserDriver(on: server, authentication: required)
        try await signIn(&first)
        #expect(await first.rejection(.factor("wrong key")) == .factorRejected(TestKeyFactor.name))
        #expect(await first.rejection(.factor("wrong key")) == .factorRejected(TestKeyFactor.name))
        var second = try await BrowserDriver(on: server, authentication: required, address: "198.51.100.8")
        try await signIn(&second)
        // An input that is not verified is no attempt.
        #expect(await second.rejection(.factor(1)) == .notPossible)
        #expect(await second.rejection(.factor("wrong key")) == .factorRejected(TestKeyFactor.name))
        #expect(await second.rejection(.factor(TestKeyFactor.proof)) == .limited(retryAfter: 600))
        #expect(second.browser.session == nil)
        server.clock.advance(by: 601)
        try await second.submit(.factor(TestKeyFactor.proof))
        #expect(second.hasCode)
    }

    @Test func resetsAttemptsAfterProof() async throws {
        let server = try await server(limits: limits(perAccount: 2))
        for _ in 0..<3 {
            var driver = try await BrowserDriver(on: server, authentication: required)
            try await signIn(&driver)
            #expect(await driver.rejection(.factor("wrong key")) == .factorRejected(TestKeyFactor.name))
            try await driver.submit(.factor(TestKeyFactor.proof))
            #expect(driver.hasCode)
        }
    }

    @Test func countsAttemptsOfNetworkAddress() async throws {
        var limits = RateLimits()
        limits.failuresPerAddress = RateLimits.Rate(2, per: 600)
        let server = try await server(limits: limits)
        var driver = try await BrowserDriver(on: server, authentication: required)
        try await signIn(&driver)
        #expect(await driver.rejection(.factor("wrong key")) == .factorRejected(TestKeyFactor.name))
        // A proof is not counted, and does not reset the failures.
        try await driver.submit(.factor(TestKeyFactor.proof))
        var next = try await BrowserDriver(on: server, authentication: required)
        try await signIn(&next)
        #expect(await next.rejection(.factor("wrong key")) == .factorRejected(TestKeyFactor.name))
        #expect(await next.rejection(.factor(TestKeyFactor.proof)) == .limited(retryAfter: 600))
    }

    @Test func reportsLimitOfFactorItself() async throws {
        let server = try await server(factor: TestKeyFactor(rejectionLimit: 1))
        var driver = try await BrowserDriver(on: server, authentication: required)
        try await signIn(&driver)
        #expect(await driver.rejection(.factor("wrong key")) == .factorRejected(TestKeyFactor.name))
        #expect(await driver.rejection(.factor("wrong key")) == .limited(retryAfter: 60))
    }

    @Test func reportsLimitOfChallenges() async throws {
        let server = try await server(factor: TestKeyFactor(challengeLimit: 1)) {
            $0.redirectURIs = [ServerHarness.redirectURI]
        }
        var driver = try await BrowserDriver(on: server)
        try await signIn(&driver)
        // `prompt=none` starts no challenge, neither before nor after the limit.
        for _ in 0..<2 {
            guard case .respond(let silent) = try await authorize(driver, prompt: "none"),
                case .error(let error) = silent.outcome
            else {
                Issue.record("The request was not rejected.")
                return
            }
            #expect(error.code == .loginRequired)
            _ = try? await authorize(driver)
            let challenges = try await server.store.counter(TestKeyFactor.challengeCounter, at: server.clock.now)
            #expect(challenges?.count == 1)
        }
        let signedIn = driver
        let error = await #expect(throws: AuthorizationError.self) { _ = try await authorize(signedIn) }
        guard case .redirect(let response)? = error, case .error(let limited) = response.outcome else {
            Issue.record("The error is not sent to the client.")
            return
        }
        #expect(limited.code == .temporarilyUnavailable && limited.retryAfter == .seconds(60))

        var next = try await BrowserDriver(on: server, authentication: required)
        try await next.submit(.signInByPassword(email: email))
        #expect(await next.rejection(.password(password)) == .limited(retryAfter: 60))
        #expect(next.step.name == "password")
    }
}

/// Requests for a second factor after a sign-in with one.
extension AdditionalFactorFlowTests {
    private func authorize(_ driver: BrowserDriver, prompt: String? = nil) async throws -> AuthorizationDecision {
        let entry = ClaimsRequest.Entry(essential: true, value: "urn:gatehouse:acr:2")
        var parameters = Parameters([
            .clientID: driver.flow.client.id.rawValue, .redirectURI: driver.flow.client.redirectURIs.first,
            .responseType: ResponseType.code.rawValue, .scope: Scope.openid.rawValue,
            .claims: ClaimsRequest(idToken: [.acr: entry]).encoded,
            .codeChallenge: String(repeating: "A", count: 43), .codeChallengeMethod: "S256",
        ])
        parameters.append(.prompt, prompt)
        return try await driver.server.identity.authorization.authorize(
            parameters,
            browser: driver.browser,
            context: driver.context,
            acceptLanguage: nil
        )
    }

    @Test func extendsExistingSignIn() async throws {
        let server = try await server { $0.redirectURIs = [ServerHarness.redirectURI] }
        var driver = try await BrowserDriver(on: server)
        try await signIn(&driver)
        let before = try #require(driver.browser.session)
        #expect(before.authentication.acr == .singleFactor)

        guard case .respond(let silent) = try await authorize(driver, prompt: "none"),
            case .error(let error) = silent.outcome
        else {
            Issue.record("The request was not rejected.")
            return
        }
        #expect(error.code == .loginRequired)

        server.clock.advance(by: 100)
        guard case .interact(let flow) = try await authorize(driver) else {
            Issue.record("The request does not lead to a page.")
            return
        }
        #expect(flow.step.name == "additionalFactor")
        driver.resume(flow)
        try await driver.submit(.factor(TestKeyFactor.proof))
        #expect(driver.hasCode)
        let after = try #require(driver.browser.session)
        #expect(after.id == before.id && after.secretHash != before.secretHash)
        #expect(after.authentication == before.authentication.adding([TestKeyFactor.proven(at: server.clock.now)]))
        #expect(after.authentication.authenticatedAt == before.authentication.authenticatedAt + 100)

        guard case .respond(let again) = try await authorize(driver), case .code = again.outcome else {
            Issue.record("The extended sign-in does not suffice.")
            return
        }
    }

    @Test func restartsIfUserSignedOut() async throws {
        let server = try await server()
        var driver = try await BrowserDriver(on: server)
        try await signIn(&driver)
        guard case .interact(let flow) = try await authorize(driver) else {
            Issue.record("The request does not lead to a page.")
            return
        }
        driver.resume(flow)
        driver.browser = BrowserContext(binding: driver.browser.binding)
        try await driver.submit(.factor(TestKeyFactor.proof))
        #expect(driver.step.mode == .signIn)
        #expect(!driver.hasCode && driver.browser.session == nil)
    }
}
