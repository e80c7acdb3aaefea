import Foundation
import GatehouseHTTP
import GatehouseServer
import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

/// The registration of an address as a second factor in native sign-ins.
@Suite struct EntraRegistrationTests {
    typealias Fixture = EntraSecondFactorFixture

    @Test func registersPhoneNumber() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        let listed = try await app.registrable(try await app.awaitingRegistration())
        // Codes to the proven mailbox add nothing.
        #expect(Fixture.methods(listed) == ["sms sms"])
        let sent = try await app.register(listed.token, "+81 90-1234-5678", by: "sms")
        #expect(sent["challenge_type"] == "oob")
        #expect(sent["challenge_channel"] == "sms")
        #expect(sent["challenge_target"]?.string == Fixture.phone)
        #expect(sent["code_length"] == 8)
        let registered = try await app.finishRegistration(sent.token, try await app.entra.code(for: Fixture.phone))
        #expect(registered.summary == "ok")
        #expect(try await app.count(.sessionStarted) == 0)
        let tokens = try await app.entra.token(registered.token, .continuationToken)
        #expect(tokens.summary == "ok")
        #expect(try Fixture.claim("amr", tokens) == ["otp", "sms", "mfa"])
        #expect(try Fixture.claim("acr", tokens) == "urn:gatehouse:acr:2")

        let account = try await app.account
        #expect(account.identifiers.map(\.value) == [EntraFixture.email, Fixture.phone])
        #expect(account.identifiers.allSatisfy { $0.verifiedAt != nil })
        #expect(account.requiresSecondFactor)
        #expect(try await app.count(.addressVerified) == 1)
        #expect(try await app.count(.sessionStarted) == 1)
        let subjects = try await app.server.mailbox.messages(to: EntraFixture.email).map(\.subject)
        #expect(subjects.contains("A new address was added to your Example App account"))
    }

    @Test func registersEmailAddressOfUserWithoutAddress() async throws {
        let app = try await Fixture(.password)
        let name = AccountIdentifier(kind: .username, value: "ada", spelling: "Ada", verifiedAt: nil)
        try await app.addAccount(email: nil, names: [name])
        let demanded = try await app.submitPassword("ada")
        #expect(demanded.summary == "invalid_grant registration_required 50072")
        let listed = try await app.registrable(demanded.token)
        #expect(Fixture.methods(listed) == ["email email", "sms sms"])
        let sent = try await app.register(listed.token, "Ada@Example.com", by: "email")
        #expect(sent["challenge_target"] == "ada@example.com")
        let registered = try await app.finishRegistration(sent.token, try await app.entra.code())
        let tokens = try await app.entra.token(registered.token, .continuationToken)
        #expect(try Fixture.claim("amr", tokens) == ["pwd", "otp", "mfa"])
        #expect(try await app.account.email?.value == "ada@example.com")
        #expect(try await app.submitPassword().summary == "invalid_grant mfa_required 50076")
    }

    @Test func derivesMethodFromAddressWithoutChannel() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        let sent = try await app.register(try await app.awaitingRegistration(), Fixture.phone, by: nil)
        #expect(sent["challenge_channel"] == "sms")
    }

    @Test(
        arguments: [
            ("no number", "sms"), ("", "sms"), ("+1", "sms"), ("ada@example.com", "sms"), ("+819012345678", "fax"),
            ("+819012345678", "email"),
            // Of the first factor, and another one of its kind.
            ("ada@example.com", "email"), ("other@example.com", "email"), ("ada@example.com", nil),
        ] as [(String, String?)]
    ) func rejectsAddress(_ target: String, _ channel: String?) async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        let token = try await app.awaitingRegistration()
        let mails = try await app.server.mailCount
        let refused = try await app.register(token, target, by: channel)
        #expect(refused.summary == "invalid_request 901001")
        #expect(try await app.server.mailCount == mails)
        // The token remains valid.
        #expect(try await app.register(token, Fixture.phone, by: "sms").summary == "ok")
    }

    @Test func respondsAlikeForAddressOfAnotherAccount() async throws {
        var responses: [[String]] = []
        for isTaken in [false, true] {
            let app = try await Fixture(.code)
            try await app.addAccount()
            if isTaken { try await app.entra.addOwner(of: Fixture.phone) }
            let token = try await app.awaitingRegistration()
            let sent = try await app.register(token, Fixture.phone, by: "sms")
            var observed = [sent.summary] + (sent.json.object ?? [:]).keys.sorted()
            for _ in 0..<6 { observed.append(try await app.finishRegistration(sent.token, "10000001").summary) }
            observed.append(try await app.register(sent.token, Fixture.phone, by: "sms").summary)
            responses.append(observed)
            let messages = try await app.server.mailbox.messages(to: Fixture.phone)
            #expect(messages.count == 2)
            #expect(messages.allSatisfy { $0.text.contains("already have one") == isTaken })
            #expect((try await app.server.mailedCode(to: Fixture.phone) == nil) == isTaken)
        }
        #expect(responses[0] == responses[1])
    }

    @Test func rejectsAddressAddedByAnotherAccountMeanwhile() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        let sent = try await app.register(try await app.awaitingRegistration(), Fixture.phone, by: "sms")
        let code = try await app.entra.code(for: Fixture.phone)
        try await app.entra.addOwner(of: Fixture.phone)
        #expect(try await app.finishRegistration(sent.token, code).summary == "invalid_request 901001")
        #expect(try await app.account.identifiers.count == 1)
        let other = try await app.register(sent.token, Fixture.otherPhone, by: "sms")
        let otherCode = try await app.entra.code(for: Fixture.otherPhone)
        #expect(try await app.finishRegistration(other.token, otherCode).summary == "ok")
    }

    @Test func sendsCodeAgainAndToAnotherAddressWithOlderTokens() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        let listed = try await app.registrable(try await app.awaitingRegistration()).token
        let first = try await app.register(listed, Fixture.phone, by: "sms").token
        let firstCode = try await app.entra.code(for: Fixture.phone)
        let second = try await app.register(listed, Fixture.otherPhone, by: "sms")
        #expect(second["challenge_target"]?.string == Fixture.otherPhone)
        let rejected = try await app.finishRegistration(second.token, firstCode)
        #expect(rejected.summary == "invalid_grant invalid_oob_value 50181")
        let again = try await app.register(first, Fixture.otherPhone, by: "sms").token
        let code = try await app.entra.code(for: Fixture.otherPhone)
        #expect(try await app.finishRegistration(again, code).summary == "ok")
        #expect(try await app.account.identifiers.map(\.value) == [EntraFixture.email, Fixture.otherPhone])
    }

    /// The first code is sent again at once, further ones after the interval.
    @Test func sendsNoCodeAgainWithinInterval() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        var token = try await app.register(try await app.awaitingRegistration(), Fixture.phone, by: "sms").token
        let before = try await app.server.mailCount
        for _ in 0..<3 { token = try await app.register(token, Fixture.phone, by: "sms").token }
        #expect(try await app.server.mailCount == before + 1)
        let code = try await app.entra.code(for: Fixture.phone)
        #expect(try await app.finishRegistration(token, code).summary == "ok")
    }

    @Test func requiresNewCodeAfterTooManyWrongOnes() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        var token = try await app.register(try await app.awaitingRegistration(), Fixture.phone, by: "sms").token
        let code = try await app.entra.code(for: Fixture.phone)
        for _ in 0..<5 {
            #expect(try await app.finishRegistration(token, "1").summary == "invalid_grant invalid_oob_value 50181")
        }
        #expect(try await app.finishRegistration(token, code).summary == "invalid_grant invalid_oob_value 50181")
        #expect(try await app.account.identifiers.count == 1)
        token = try await app.register(token, Fixture.phone, by: "sms").token
        let newCode = try await app.entra.code(for: Fixture.phone)
        #expect(try await app.finishRegistration(token, newCode).summary == "ok")
    }

    @Test func countsMessagesOfAccountToAllAddresses() async throws {
        var limits = RateLimits()
        limits.mailsPerRecipient = RateLimits.Rate(3, per: 600)
        let app = try await Fixture(.code, limits: limits)
        try await app.addAccount()
        let token = try await app.awaitingRegistration()
        for number in 0..<3 {
            #expect(try await app.register(token, "+81901234567\(number)", by: "sms").summary == "ok")
        }
        #expect(try await app.register(token, Fixture.otherPhone, by: "sms").summary == "invalid_request 701014")
    }

    @Test func countsAttemptsTogetherWithOtherFactors() async throws {
        var limits = RateLimits()
        limits.codeFailuresPerAccount = RateLimits.Rate(3, per: 600)
        let app = try await Fixture(.code, limits: limits)
        try await app.addAccount()
        let token = try await app.register(try await app.awaitingRegistration(), Fixture.phone, by: "sms").token
        for _ in 0..<3 { #expect(try await app.finishRegistration(token, "1").summary.contains("invalid_oob_value")) }
        let code = try await app.entra.code(for: Fixture.phone)
        #expect(try await app.finishRegistration(token, code).summary == "invalid_grant 50053")
        #expect(try await app.account.identifiers.count == 1)
    }

    @Test func acceptsCodeOnceAmongConcurrentRequests() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        let token = try await app.register(try await app.awaitingRegistration(), Fixture.phone, by: "sms").token
        let code = try await app.entra.code(for: Fixture.phone)
        let summaries = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await app.finishRegistration(token, code).summary } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(summaries.count { $0 == "ok" } == 1)
        #expect(try await app.count(.addressVerified) == 1)
        #expect(try await app.account.identifiers.count == 2)
    }

    @Test func requiresCapability() async throws {
        for capabilities in [nil, "mfa_required"] {
            var app = try await Fixture(.code)
            app.capabilities = capabilities
            try await app.addAccount()
            let redirected = try await app.submitCode()
            #expect(redirected.status == 200)
            #expect(redirected["challenge_type"] == "redirect")
            #expect(redirected["redirect_reason"]?.string?.contains("registration_required") == true)
            #expect(redirected.token == nil)
        }
    }

    @Test func redirectsIfNothingCanBeRegistered() async throws {
        let app = try await Fixture(.code, factors: Fixture.factors(sms: false))
        try await app.addAccount()
        let redirected = try await app.submitCode()
        #expect(redirected["challenge_type"] == "redirect")
        #expect(redirected.token == nil)
    }

    /// The server requires registration only of users without a second factor.
    @Test func rejectsRegistrationByUserWithSecondFactor() async throws {
        let app = try await Fixture()
        try await app.addAccount()
        let token = try await app.awaitingFactor()
        #expect(try await app.registrable(token).summary == "invalid_request 55200")
        #expect(try await app.register(token, Fixture.phone, by: "sms").summary == "invalid_request 55200")
        #expect(try await app.account.identifiers.count == 1)
    }

    @Test func rejectsRegistrationThatIsOutdated() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        let token = try await app.register(try await app.awaitingRegistration(), Fixture.phone, by: "sms").token
        let code = try await app.entra.code(for: Fixture.phone)
        var account = try await app.account
        account.invalidateProofs()
        account.revision += 1
        try await app.server.store.commit([.account(.update(account))])
        #expect(try await app.finishRegistration(token, code).summary == "invalid_request 55200")
        #expect(try await app.account.identifiers.count == 1)
    }

    @Test func rejectsSignInThatSkipsRegistration() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        let demanded = try await app.awaitingRegistration()
        let sent = try await app.register(demanded, Fixture.phone, by: "sms").token
        let code = try await app.entra.code(for: Fixture.phone)
        for token in [demanded, sent] {
            #expect(try await app.entra.token(token, .continuationToken).error != nil)
            #expect(try await app.introspect(token).summary == "invalid_request 55200")
            #expect(try await app.challenge(token, "sms").error?.numbers == [55_200])
            #expect(try await app.prove(token, code).error?.numbers == [55_200])
        }
        // No address is verified in advance.
        let form: [ParameterName: String?] = [.continuationToken: sent, .grantType: "continuation_token"]
        #expect(try await app.entra.post("/register/v1.0/continue", form).summary == "invalid_request 55200")
        #expect(try await app.count(.sessionStarted) == 0)
        #expect(try await app.finishRegistration(sent, code).summary == "ok")
        #expect(try await app.finishRegistration(sent, code).summary == "invalid_request 55200")
    }

    @Test func rejectsTokenOfAnotherClient() async throws {
        let app = try await Fixture(.code)
        try await app.addAccount()
        try await app.entra.addOtherClient()
        let token = try await app.awaitingRegistration()
        let form: [ParameterName: String?] = [
            .clientID: "other-app", .continuationToken: token, .challengeType: "oob", .challengeTarget: Fixture.phone,
        ]
        #expect(try await app.entra.post("/register/v1.0/challenge", form).summary == "invalid_request 55200")
        #expect(try await app.entra.post("/register/v1.0/introspect", form).summary == "invalid_request 55200")
    }
}

extension EntraFixture {
    /// Adds another account with a verified phone number.
    func addOwner(of phone: String) async throws {
        let account = Account(
            id: "person-2",
            identifiers: [AccountIdentifier(kind: .phone, value: phone, verifiedAt: server.clock.now)],
            passwordHash: nil,
            attributes: [:],
            createdAt: server.clock.now,
            updatedAt: server.clock.now
        )
        try await server.store.commit([.account(.insert(account))])
    }
}
