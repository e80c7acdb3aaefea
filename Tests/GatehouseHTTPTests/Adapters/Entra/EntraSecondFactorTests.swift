import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// Proofs of a second factor in native sign-ins.
@Suite struct EntraSecondFactorTests {
    typealias Fixture = EntraSecondFactorFixture

    @Test func signsInWithPasswordAndMailedCode() async throws {
        let app = try await Fixture()
        try await app.addAccount(phone: Fixture.phone)
        let demanded = try await app.submitPassword()
        #expect(demanded.status == 400)
        #expect(demanded.summary == "invalid_grant mfa_required 50076")
        let listed = try await app.introspect(demanded.token)
        #expect(Fixture.methods(listed) == ["email email a***a@example.com", "sms sms +81********78"])
        let sent = try await app.challenge(listed.token, "email")
        #expect(sent["challenge_type"] == "oob")
        #expect(sent["challenge_channel"] == "email")
        #expect(sent["challenge_target_label"] == "a***a@example.com")
        #expect(sent["code_length"] == 8)
        let tokens = try await app.prove(sent.token, try await app.entra.code())
        #expect(tokens.summary == "ok")
        #expect(try Fixture.claim("amr", tokens) == ["pwd", "otp", "mfa"])
        #expect(try Fixture.claim("acr", tokens) == "urn:gatehouse:acr:2")
        #expect(try await app.count(.sessionStarted) == 1)
    }

    @Test(arguments: [GrantType.secondFactorOOB, .oob]) func signsInWithTextedCode(_ grantType: GrantType) async throws
    {
        let app = try await Fixture(.code)
        try await app.addAccount(phone: Fixture.phone)
        let demanded = try await app.submitCode()
        #expect(demanded.summary == "invalid_grant mfa_required 50076")
        let listed = try await app.introspect(demanded.token)
        // The mailbox is proven already.
        #expect(Fixture.methods(listed) == ["sms sms +81********78"])
        let sent = try await app.challenge(listed.token, "sms")
        #expect(sent["challenge_channel"] == "sms")
        let code = try await app.entra.code(for: Fixture.phone)
        let tokens = try await app.prove(sent.token, code, grantType: grantType)
        #expect(tokens.summary == "ok")
        #expect(try Fixture.claim("amr", tokens) == ["otp", "sms", "mfa"])
    }

    @Test func permitsChoiceWithoutListing() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        let sent = try await app.challenge(try await app.awaitingFactor(), "email")
        #expect(try await app.prove(sent.token, try await app.entra.code()).summary == "ok")
    }

    @Test func sendsCodeAgainAndToAnotherMethodWithOlderTokens() async throws {
        let app = try await Fixture()
        try await app.addAccount(phone: Fixture.phone)
        let chosen = try await app.introspect(try await app.awaitingFactor()).token
        let first = try await app.challenge(chosen, "email").token
        let firstCode = try await app.entra.code()
        // The list's token chooses again, as an app does that goes back to its list.
        let texted = try await app.challenge(chosen, "sms")
        #expect(texted["challenge_channel"] == "sms")
        let again = try await app.challenge(chosen, "email")
        #expect(again["challenge_channel"] == "email")
        // A token of an earlier code chooses too.
        let last = try await app.challenge(first, "sms")
        #expect(last["challenge_channel"] == "sms")
        #expect(try await app.prove(last.token, firstCode).summary == "invalid_grant invalid_oob_value 50181")
        #expect(try await app.prove(last.token, try await app.entra.code(for: Fixture.phone)).summary == "ok")
    }

    /// A second code is sent at once, further ones after the interval, also if the request has the current token.
    @Test func sendsNoCodeAgainWithinInterval() async throws {
        let app = try await Fixture()
        try await app.addAccount(phone: Fixture.phone)
        var token: String? = try await app.awaitingMailCode()
        let before = try await app.server.mailCount
        for _ in 0..<3 { token = try await app.challenge(token, "email").token }
        #expect(try await app.server.mailCount == before + 1)
        for _ in 0..<3 {
            for method in ["sms", "email"] { token = try await app.challenge(token, method).token }
        }
        #expect(try await app.server.mailCount == before + 2)
        let code = try await app.entra.code()
        app.server.clock.advance(by: 30)
        token = try await app.challenge(token, "email").token
        #expect(try await app.server.mailCount == before + 3)
        #expect(try await app.prove(token, code).summary == "invalid_grant invalid_oob_value 50181")
        #expect(try await app.prove(token, try await app.entra.code()).summary == "ok")
    }

    /// A user who changes the method and returns has no more attempts than before.
    @Test func keepsAttemptsOfMethodThatUserReturnsTo() async throws {
        let app = try await Fixture()
        try await app.addAccount(phone: Fixture.phone)
        var token: String? = try await app.awaitingMailCode()
        let code = try await app.entra.code()
        for _ in 0..<5 { _ = try await app.prove(token, try await app.entra.wrongCode()) }
        for method in ["sms", "email"] { token = try await app.challenge(token, method).token }
        #expect(try await app.prove(token, code).summary == "invalid_grant invalid_oob_value 50181")
    }

    @Test func replacesCodeThatIsSentAgain() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        let first = try await app.awaitingMailCode()
        let firstCode = try await app.entra.code()
        app.server.clock.advance(by: 60)
        let second = try await app.challenge(first, "email").token
        let secondCode = try await app.entra.code()
        #expect(firstCode != secondCode)
        #expect(try await app.prove(second, firstCode).summary == "invalid_grant invalid_oob_value 50181")
        // The token of the first message remains valid for the code of the second.
        #expect(try await app.prove(first, secondCode).summary == "ok")
    }

    @Test func keepsTokenAfterWrongCode() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        let token = try await app.awaitingMailCode()
        for wrong in ["12", try await app.entra.wrongCode(), "no code"] {
            #expect(try await app.prove(token, wrong).summary == "invalid_grant invalid_oob_value 50181")
        }
        #expect(try await app.entra.token(token, .secondFactorOOB).summary == "invalid_request 90100")
        #expect(try await app.prove(token, try await app.entra.code()).summary == "ok")
    }

    @Test func requiresNewCodeAfterTooManyWrongOnes() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        var token: String? = try await app.awaitingMailCode()
        let code = try await app.entra.code()
        for _ in 0..<5 { _ = try await app.prove(token, try await app.entra.wrongCode()) }
        #expect(try await app.prove(token, code).summary == "invalid_grant invalid_oob_value 50181")
        app.server.clock.advance(by: 60)
        token = try await app.challenge(token, "email").token
        #expect(try await app.prove(token, try await app.entra.code()).summary == "ok")
    }

    @Test func rejectsExpiredCode() async throws {
        var lifetimes = Lifetimes()
        lifetimes.mailCode = 60
        let web = try await ServerFixture(factors: Fixture.factors(), lifetimes: lifetimes)
        let entra = try await EntraFixture(.password, on: web)
        try await entra.addAccount()
        let initiated = try await entra.post(
            "/oauth2/v2.0/initiate",
            [.username: EntraFixture.email, .challengeType: "oob password redirect", .capabilities: "mfa_required"]
        )
        let waiting = try await entra.challenge("oauth2", initiated.token).token
        let demanded = try await entra.token(waiting, .password, with: [.password: EntraFixture.password])
        let form: [ParameterName: String?] = [
            .continuationToken: demanded.token, .challengeType: "oob redirect", .id: "email",
        ]
        let sent = try await entra.post("/oauth2/v2.0/challenge", form)
        let code = try await entra.code()
        web.server.clock.advance(by: 61)
        let late = try await entra.token(sent.token, .secondFactorOOB, with: [.oob: code])
        #expect(late.summary == "invalid_grant invalid_oob_value 50181")
    }

    @Test func acceptsCodeOnce() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        let token = try await app.awaitingMailCode()
        let code = try await app.entra.code()
        #expect(try await app.prove(token, code).summary == "ok")
        #expect(try await app.prove(token, code).summary == "invalid_grant 55200")
        // A code proves one sign-in only.
        let other = try await app.awaitingMailCode()
        #expect(try await app.prove(other, code).summary == "invalid_grant invalid_oob_value 50181")
    }

    @Test func acceptsCodeOnceAmongConcurrentRequests() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        let token = try await app.awaitingMailCode()
        let code = try await app.entra.code()
        let summaries = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await app.prove(token, code).summary } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(summaries.count { $0 == "ok" } == 1)
        #expect(summaries.count { $0.hasPrefix("invalid_grant 5") } == 49)
        #expect(try await app.count(.sessionStarted) == 1)
    }

    @Test func requiresCapability() async throws {
        for capabilities in [nil, "registration_required", "unknown"] {
            var app = try await Fixture()
            app.capabilities = capabilities
            try await app.addAccount()
            let redirected = try await app.submitPassword()
            #expect(redirected.status == 200)
            #expect(redirected["challenge_type"] == "redirect")
            #expect(redirected.token == nil)
            #expect(redirected["redirect_reason"]?.string?.contains("mfa_required") == true)
            #expect(try await app.count(.sessionStarted) == 0)
        }
    }

    @Test func ignoresCapabilityUnlessRequired() async throws {
        let app = try await Fixture(factors: Fixture.factors(.whenEnrolled))
        try await app.addAccount()
        #expect(try await app.submitPassword().summary == "ok")
    }

    /// The first factor again, no factor, or the code of the first step do not replace the second one.
    @Test func rejectsSignInThatSkipsSecondFactor() async throws {
        let app = try await Fixture()
        try await app.addAccount(phone: Fixture.phone)
        let waiting = try await app.signInWaiting()
        let values: [ParameterName: String?] = [.password: EntraFixture.password]
        let demanded = try await app.entra.token(waiting, .password, with: values)
        let sent = try await app.challenge(demanded.token, "email").token
        for token in [waiting, demanded.token, sent] {
            #expect(try await app.entra.token(token, .password, with: values).error?.numbers == [55_200])
            #expect(try await app.entra.token(token, .continuationToken).error != nil)
        }
        // Before a code was sent there is none to submit.
        for grantType in [GrantType.oob, .secondFactorOOB] {
            #expect(try await app.prove(demanded.token, "12345678", grantType: grantType).error?.numbers == [55_200])
        }
        #expect(try await app.entra.challenge("oauth2", waiting).error?.numbers == [55_200])
        #expect(try await app.count(.sessionStarted) == 0)
        #expect(try await app.prove(sent, try await app.entra.code()).summary == "ok")
    }

    @Test func rejectsCodeOfFirstFactorAsSecond() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount(phone: Fixture.phone)
        let waiting = try await app.signInWaiting()
        let code = try await app.entra.code()
        let demanded = try await app.entra.token(waiting, .oob, with: [.oob: code])
        let sent = try await app.challenge(demanded.token, "sms").token
        for grantType in [GrantType.oob, .secondFactorOOB] {
            #expect(try await app.prove(waiting, code, grantType: grantType).error?.numbers == [55_200])
            #expect(try await app.prove(sent, code, grantType: grantType).summary.hasSuffix("invalid_oob_value 50181"))
        }
        #expect(try await app.challenge(sent, "email").error?.numbers == [55_200])
        #expect(try await app.count(.sessionStarted) == 0)
    }

    @Test func rejectsUnknownMethods() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        let token = try await app.awaitingFactor()
        for method in ["sms", "passkey", "authenticator-app", "recovery-code", "mail-code", "person-1", nil] {
            let refused = try await app.challenge(token, method)
            #expect(refused.status == 400 && refused.token == nil, "\(method ?? "none"): \(refused.summary)")
        }
        #expect(try await app.challenge(token, "email").summary == "ok")
    }

    @Test func rejectsTokenOfAnotherClient() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        try await app.entra.addOtherClient()
        let token = try await app.awaitingMailCode()
        let code = try await app.entra.code()
        let values: [ParameterName: String?] = [.clientID: "other-app", .oob: code]
        #expect(try await app.entra.token(token, .secondFactorOOB, with: values).summary == "invalid_grant 55200")
        let form: [ParameterName: String?] = [.clientID: "other-app", .continuationToken: token]
        #expect(try await app.entra.post("/oauth2/v2.0/introspect", form).summary == "invalid_request 55200")
        #expect(try await app.prove(token, code).summary == "ok")
    }

    @Test func redirectsUserOfFactorsThatProtocolLacks() async throws {
        let app = try await Fixture(factors: Fixture.factors(.whenEnrolled))
        try await app.addAccount()
        try await app.entra.addAuthenticatorApp()
        let redirected = try await app.submitPassword()
        #expect(redirected.status == 200)
        #expect(redirected["challenge_type"] == "redirect")
        #expect(redirected.token == nil)
        #expect(try await app.count(.sessionStarted) == 0)
    }

    @Test func requiresRegistrationAfterSignUp() async throws {
        let app = try await Fixture(.code)
        let email = EntraFixture.email
        let form: [ParameterName: String?] = [
            .username: email, .challengeType: "oob redirect", .capabilities: app.capabilities,
        ]
        let start = try await app.entra.post("/signup/v1.0/start", form)
        let waiting = try await app.entra.challenge("signup", start.token).token
        let done = try await app.entra.resume(waiting, code: try await app.entra.code())
        #expect(done.summary == "ok")
        #expect(try await app.entra.hasAccount())
        let demanded = try await app.entra.token(done.token, .continuationToken)
        #expect(demanded.summary == "invalid_grant registration_required 50072")
        #expect(try await app.count(.sessionStarted) == 0)
        let sent = try await app.register(demanded.token, Fixture.phone, by: "sms")
        let code = try await app.entra.code(for: Fixture.phone)
        let registered = try await app.finishRegistration(sent.token, code)
        #expect(try await app.entra.token(registered.token, .continuationToken).summary == "ok")
        // The next sign-in proves what was registered.
        let next = try await app.submitCode()
        #expect(next.summary == "invalid_grant mfa_required 50076")
        let texted = try await app.challenge(next.token, "sms").token
        #expect(try await app.prove(texted, try await app.entra.code(for: Fixture.phone)).summary == "ok")
    }

    @Test func requiresSecondFactorAfterReset() async throws {
        let app = try await Fixture()
        try await app.addAccount(phone: Fixture.phone)
        let form: [ParameterName: String?] = [
            .username: EntraFixture.email, .challengeType: "oob redirect", .capabilities: app.capabilities,
        ]
        let start = try await app.entra.post("/resetpassword/v1.0/start", form)
        let waiting = try await app.entra.challenge("resetpassword", start.token).token
        let verified = try await app.entra.resetResume(waiting, code: try await app.entra.code())
        let accepted = try await app.entra.resetSubmit(verified.token, password: EntraFixture.otherPassword)
        #expect(accepted.summary == "ok")
        let polled = try await app.entra.resetPoll(accepted.token)
        #expect(polled["status"] == "succeeded")
        let demanded = try await app.entra.token(polled.token, .continuationToken)
        #expect(demanded.summary == "invalid_grant mfa_required 50076")
        let listed = try await app.introspect(demanded.token)
        #expect(Fixture.methods(listed) == ["sms sms +81********78"])
        let sent = try await app.challenge(listed.token, "sms").token
        #expect(try await app.entra.token(sent, .continuationToken).error != nil)
        #expect(try await app.prove(sent, try await app.entra.code(for: Fixture.phone)).summary == "ok")
    }

    @Test func changesNothingWithoutCapabilityAfterSignUpAndReset() async throws {
        let app = try await Fixture()
        try await app.addAccount(phone: Fixture.phone)
        let hash = try await app.account.passwordHash
        let verified = try await app.entra.resetResume(
            try await app.entra.resetWaitingForCode(),
            code: try await app.entra.code()
        )
        let redirected = try await app.entra.resetSubmit(verified.token, password: EntraFixture.otherPassword)
        #expect(redirected["challenge_type"] == "redirect")
        #expect(try await app.account.passwordHash == hash)

        let email = "grace@example.com"
        let start = try await app.entra.signUp(email, password: EntraFixture.password)
        let waiting = try await app.entra.challenge("signup", start.token).token
        let signedUp = try await app.entra.resume(waiting, code: try await app.entra.code(for: email))
        #expect(signedUp["challenge_type"] == "redirect")
        #expect(try await !app.entra.hasAccount(email))
    }

    @Test func countsAttemptsTogetherWithOtherFactors() async throws {
        var limits = RateLimits()
        limits.codeFailuresPerAccount = RateLimits.Rate(3, per: 600)
        let app = try await Fixture(limits: limits)
        try await app.addAccount(phone: Fixture.phone)
        let mailed = try await app.awaitingMailCode()
        let wrong = try await app.entra.wrongCode()
        for _ in 0..<2 { #expect(try await app.prove(mailed, wrong).summary.contains("invalid_oob_value")) }
        let texted = try await app.challenge(try await app.awaitingFactor(), "sms").token
        #expect(try await app.prove(texted, "1").summary.contains("invalid_oob_value"))
        let locked = try await app.prove(texted, try await app.entra.code(for: Fixture.phone))
        #expect(locked.summary == "invalid_grant 50053")
        #expect(locked.response.fields[.retryAfter] == "600")
        #expect(try await app.count(.sessionStarted) == 0)
    }

    @Test func rejectsFlowAfterChangeOfCredentials() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        let token = try await app.awaitingMailCode()
        let code = try await app.entra.code()
        var account = try await app.account
        account.invalidateProofs()
        account.revision += 1
        try await app.server.store.commit([.account(.update(account))])
        #expect(try await app.prove(token, code).error?.numbers == [55_200])
        #expect(try await app.challenge(token, "email").error?.numbers == [55_200])
    }

    @Test func rejectsListBeforeFirstFactor() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        let waiting = try await app.signInWaiting()
        #expect(try await app.introspect(waiting).summary == "invalid_request 55200")
        #expect(try await app.registrable(waiting).summary == "invalid_request 55200")
        #expect(try await app.register(waiting, Fixture.phone, by: "sms").summary == "invalid_request 55200")
        #expect(try await app.challenge(waiting, "email").error?.numbers == [55_200])
        #expect(try await app.server.mailCount == 0)
    }
}

extension EntraFixture {
    /// Adds another native app, `other-app`.
    func addOtherClient() async throws {
        let client = try #require(try await server.store.client(Self.clientID))
        try await server.add(
            Client(
                id: "other-app",
                name: "Other App",
                secretHash: nil,
                tokenEndpointAuthMethod: .none,
                redirectURIs: [],
                grantTypes: client.grantTypes,
                scopes: client.scopes,
                requiresPKCE: true,
                idTokenAlgorithm: .rs256,
                native: client.native,
                createdAt: client.createdAt
            )
        )
    }

    /// Enrols an authenticator app for the account.
    func addAuthenticatorApp() async throws {
        var account = try #require(try await server.store.account("person-1"))
        account.requiresSecondFactor = true
        account.revision += 1
        let credential = Credential(
            id: "credential-1",
            accountID: account.id,
            factor: .authenticatorApp,
            name: "Phone",
            createdAt: server.clock.now,
            state: Data("{}".utf8)
        )
        try await server.store.commit([.account(.update(account)), .credential(.insert(credential))])
    }
}
