import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// Second factors and their enrolment with Entra's protocol.
struct NativeSecondFactorTests {
    private let app = NativeTestApp()
    private var api: StubNativeAuthServer { app.api }

    /// Signs in with a password, scopes and claims, to which the server responds with a requirement.
    private func signIn(_ requirement: StubResponse) async throws -> SignInStep {
        api.queue(.passwordRequired, at: .signInChallenge)
        api.queue(requirement, at: .signInToken)
        return try await app.gatehouse.native.startSignIn(
            NativeTestApp.email,
            password: "correct horse",
            for: AccessTokenRequest(scopes: [.email], claims: "{}"),
            correlationID: nil
        )
    }

    private func secondFactor() async throws -> SecondFactorStep {
        guard case .secondFactorRequired(let step) = try await signIn(.mfaRequired) else {
            throw NativeTestApp.UnexpectedStep()
        }
        return step
    }

    private func enrolment() async throws -> FactorEnrolmentStep {
        guard case .enrolmentRequired(let step) = try await signIn(.registrationRequired) else {
            throw NativeTestApp.UnexpectedStep()
        }
        return step
    }

    private func enrolmentChallenge(
        _ contact: String = NativeTestApp.email
    ) async throws -> FactorEnrolmentChallengeStep {
        let step = try await enrolment()
        guard case .challenge(let challenge) = try await step.enrol(step.factors[0], contact: contact) else {
            throw NativeTestApp.UnexpectedStep()
        }
        return challenge
    }

    /// Checks the last token request: the scopes and claims are those of the start.
    private func expectTokens(_ grantType: String, code: String?, token: String) throws {
        let request = try #require(app.calls(.signInToken).last).parameters
        #expect(request["grant_type"] == grantType)
        #expect(request["oob"] == code)
        #expect(request["continuation_token"] == token)
        #expect(request["scope"] == "email openid profile offline_access")
        #expect(request["claims"] == "{}")
        #expect(Set(api.requests.map(\.correlationID)).count == 1)
    }

    @Test func signsInWithSecondFactor() async throws {
        let step = try await secondFactor()
        #expect(step.factors.map(\.id) == ["method-1", "method-2"])
        #expect(step.factors.map(\.kind) == [.mailCode, .smsCode])
        #expect(step.factors.map(\.hint) == ["a***@e***.com", "+1********6"])
        #expect(
            app.calls(.signInIntrospect).map(\.parameters) == [["client_id": "app", "continuation_token": "token-3"]]
        )
        api.queue(.codeSent(channel: "sms", to: "+1********6", length: 6, interval: 45), at: .signInChallenge)
        let challenge = try await step.choose(step.factors[1])
        #expect(challenge.factor == step.factors[1])
        #expect(challenge.factors == step.factors)
        #expect(challenge.delivery?.channel == .sms)
        #expect(challenge.delivery?.sentTo == "+1********6")
        #expect(challenge.delivery?.resendAt == api.clock.now.addingTimeInterval(45))
        let request = try #require(app.calls(.signInChallenge).last).parameters
        #expect(request["id"] == "method-2")
        #expect(request["continuation_token"] == "token-4")
        #expect(request["challenge_type"] == "oob password redirect")
        let session = try #require(try await challenge.submit("123456").session)
        #expect(session.account.name == "Ada")
        #expect(try await app.gatehouse.session()?.account.info == session.account.info)
        try expectTokens("mfa_oob", code: "123456", token: "token-5")
    }

    @Test func keepsChallengeUsableAfterWrongCode() async throws {
        let step = try await secondFactor()
        let challenge = try await step.choose(step.factors[0])
        api.queue(.invalidCode, at: .signInToken)
        let error = try await failure { try await challenge.submit("00000000") }
        #expect(error.code == .wrongCode)
        #expect(!error.isPastStep)
        #expect(try await challenge.submit("12345678").session != nil)
        #expect(app.tokens(.signInToken) == ["token-2", "token-5", "token-5"])
    }

    @Test func choosesFactorAgain() async throws {
        let step = try await secondFactor()
        let first = try await step.choose(step.factors[0])
        let second = try await first.choose(step.factors[1])
        let third = try await step.choose(step.factors[0])
        #expect(app.tokens(.signInChallenge) == ["token-1", "token-4", "token-5", "token-4"])
        #expect(app.calls(.signInChallenge).map { $0.parameters["id"] } == [nil, "method-1", "method-2", "method-1"])
        #expect(second.factor.id == "method-2")
        try await third.submit("12345678")
        try expectTokens("mfa_oob", code: "12345678", token: "token-7")
    }

    @Test func reportsBlockedFactor() async throws {
        let step = try await secondFactor()
        api.queue(.contactBlocked, at: .signInChallenge)
        let error = try await failure { try await step.choose(step.factors[1]) }
        #expect(error.code == .factorBlocked)
        #expect(error.response?.errorNumbers == [550_024])
        #expect(try await step.choose(step.factors[0]).submit("12345678").session != nil)
    }

    @Test func rejectsPasswordAsSecondFactor() async throws {
        let step = try await secondFactor()
        api.queue(.passwordRequired, at: .signInChallenge)
        #expect(try await failure { try await step.choose(step.factors[0]) }.code == .unexpectedChallenge)
    }

    @Test func enrolsFactor() async throws {
        let step = try await enrolment()
        #expect(step.factors.map(\.id) == ["email", "sms"])
        #expect(step.factors.map(\.kind) == [.mailCode, .smsCode])
        #expect(step.factors.map(\.hint) == ["ada@example.com", nil])
        #expect(
            app.calls(.registerIntrospect).map(\.parameters) == [["client_id": "app", "continuation_token": "token-3"]]
        )
        api.queue(.registrationCodeSent(channel: "sms", to: "+15550100", length: 6), at: .registerChallenge)
        guard case .challenge(let challenge) = try await step.enrol(step.factors[1], contact: "+15550100") else {
            throw NativeTestApp.UnexpectedStep()
        }
        #expect(challenge.factor == step.factors[1])
        #expect(challenge.delivery?.sentTo == "+15550100")
        #expect(challenge.delivery?.codeLength == 6)
        #expect(challenge.authenticatorApp == nil)
        #expect(
            app.calls(.registerChallenge).map(\.parameters) == [
                [
                    "client_id": "app", "continuation_token": "token-4", "challenge_type": "oob",
                    "challenge_target": "+15550100", "challenge_channel": "sms",
                ]
            ]
        )
        #expect(try await challenge.submit("123456").session?.account.name == "Ada")
        #expect(
            app.calls(.registerContinue).map(\.parameters) == [
                ["client_id": "app", "continuation_token": "token-5", "grant_type": "oob", "oob": "123456"]
            ]
        )
        try expectTokens("continuation_token", code: nil, token: "token-6")
    }

    @Test func enrolsVerifiedContactWithoutCode() async throws {
        let step = try await enrolment()
        api.queue(.preverified, at: .registerChallenge)
        guard case .step(let next) = try await step.enrol(step.factors[0], contact: NativeTestApp.email) else {
            throw NativeTestApp.UnexpectedStep()
        }
        #expect(next.session?.account.name == "Ada")
        #expect(
            app.calls(.registerContinue).map(\.parameters) == [
                ["client_id": "app", "continuation_token": "token-5", "grant_type": "continuation_token"]
            ]
        )
        try expectTokens("continuation_token", code: nil, token: "token-6")
    }

    @Test(arguments: [
        (StubResponse.invalidContact, AuthError.Code.invalidAddress), (.contactBlocked, .factorBlocked),
        (.tooManyCodes, .rateLimited),
    ])
    func keepsEnrolmentUsableAfterRejectedContact(response: StubResponse, code: AuthError.Code) async throws {
        let step = try await enrolment()
        api.queue(response, at: .registerChallenge)
        #expect(try await failure { try await step.enrol(step.factors[0], contact: "b@example.com") }.code == code)
        guard case .challenge(let challenge) = try await step.enrol(step.factors[0], contact: NativeTestApp.email)
        else { throw NativeTestApp.UnexpectedStep() }
        api.queue(response, at: .registerChallenge)
        let factor = challenge.factor
        #expect(try await failure { try await challenge.enrol(factor, contact: "b@example.com") }.code == code)
        #expect(try await challenge.submit("12345678").session != nil)
        #expect(app.tokens(.registerChallenge) == ["token-4", "token-4", "token-6"])
    }

    @Test func keepsEnrolmentUsableAfterWrongCode() async throws {
        let challenge = try await enrolmentChallenge()
        api.queue(.invalidCode, at: .registerContinue)
        let error = try await failure { try await challenge.submit("00000000") }
        #expect(error.code == .wrongCode)
        #expect(!error.isPastStep)
        #expect(try await challenge.submit("12345678").session != nil)
        #expect(app.tokens(.registerContinue) == ["token-5", "token-5"])
    }

    @Test func requiresSecondFactorAfterOtherFlows() async throws {
        let signedUp = try await app.signUpCompleted()
        api.queue(.mfaRequired, at: .signInToken)
        guard case .secondFactorRequired(let step) = try await signedUp.signIn(scopes: [.email]) else {
            throw NativeTestApp.UnexpectedStep()
        }
        #expect(try await step.choose(step.factors[0]).submit("12345678").session != nil)
        #expect(app.calls(.signInToken).last?.parameters["scope"] == "email openid profile offline_access")

        let password = try await app.gatehouse.resetPassword(email: NativeTestApp.email).submit("12345678")
        let changed = try await password.submit("correct horse")
        api.queue(.registrationRequired, at: .signInToken)
        guard case .enrolmentRequired = try await changed.signIn() else { throw NativeTestApp.UnexpectedStep() }
    }

    @Test func requiresSecondFactorAfterCodeAndAfterEnrolment() async throws {
        let code = try await app.signInCode()
        api.queue(.registrationRequired, .mfaRequired, at: .signInToken)
        guard case .enrolmentRequired(let enrolment) = try await code.submit("12345678"),
            case .challenge(let challenge) = try await enrolment.enrol(enrolment.factors[0], contact: "b@example.com"),
            case .secondFactorRequired(let step) = try await challenge.submit("12345678")
        else { throw NativeTestApp.UnexpectedStep() }
        #expect(try await step.choose(step.factors[0]).submit("12345678").session != nil)
    }

    @Test func marksErrorsAfterAcceptedInput() async throws {
        let password = try await app.signInPassword()
        api.queue(.invalidPassword, .mfaRequired, .registrationRequired, at: .signInToken)
        api.queue(.expiredToken, at: .signInIntrospect)
        api.queue(.redirect(reason: "Because."), at: .registerIntrospect)
        var errors: [AuthError] = []
        for _ in 1...3 { errors.append(try await failure { try await password.submit("correct horse") }) }
        #expect(errors.map(\.code) == [.wrongPassword, .flowExpired, .browserRequired])
        #expect(errors.map(\.isPastStep) == [false, true, true])

        let challenge = try await enrolmentChallenge()
        api.queue(.invalidGrant, at: .signInToken)
        #expect(try await failure { try await challenge.submit("12345678") }.isPastStep)
    }

    @Test(arguments: [
        #"{"continuation_token":"t","methods":[]}"#,
        #"{"continuation_token":"t","methods":[{"id":"1","challenge_type":"voice","challenge_channel":"phone"}]}"#,
    ])
    func rejectsListWithoutUsableFactor(body: String) async throws {
        api.queue(.raw(200, body), at: .signInIntrospect)
        #expect(try await failure { try await signIn(.mfaRequired) }.code == .unexpectedChallenge)
    }

    @Test func keepsFactorsOfOtherChannels() async throws {
        api.queue(.methods(of: [.init(id: "1", channel: "WhatsApp", hint: nil), .email]), at: .signInIntrospect)
        let step = try await secondFactor()
        #expect(step.factors.map(\.kind) == [SecondFactorKind(rawValue: "whatsapp"), .mailCode])
    }

    @Test func sendsCapabilitiesOfConfiguration() async throws {
        for (capabilities, sent) in [
            ([], nil), (.secondFactor, "mfa_required"), (.enrolment, "registration_required"),
        ] as [(NativeCapabilities, String?)] {
            let app = NativeTestApp { $0.nativeCapabilities = capabilities }
            _ = try await app.signInCode()
            _ = try await app.signUpCode()
            _ = try await app.gatehouse.resetPassword(email: NativeTestApp.email)
            let starts = [NativeEndpoint.signInInitiate, .signUpStart, .resetStart].flatMap(app.calls)
            #expect(starts.map { $0.parameters["capabilities"] } == [sent, sent, sent])
        }
    }

    @Test func sendsNoEmptyValues() async throws {
        let step = try await enrolment()
        let enrolled = try await enrolmentChallenge()
        let challenge = try await {
            let step = try await secondFactor()
            return try await step.choose(step.factors[0])
        }()
        let count = api.requests.count
        #expect(try await failure { try await challenge.submit("") }.code == .wrongCode)
        #expect(try await failure { try await enrolled.submit("") }.code == .wrongCode)
        #expect(try await failure { try await step.enrol(step.factors[0], contact: "") }.code == .invalidAddress)
        #expect(try await failure { try await step.enrol(step.factors[0]) }.code == .invalidAddress)
        #expect(api.requests.count == count)
    }

    @Test func doesNotRedeemCodeWhenStoreIsNotWritable() async throws {
        let store = MemoryTokenStore()
        let app = NativeTestApp { $0.tokenStore = store }
        app.api.queue(.registrationRequired, at: .signInToken)
        guard case .enrolmentRequired(let step) = try await app.signInCode().submit("12345678"),
            case .challenge(let challenge) = try await step.enrol(step.factors[0], contact: NativeTestApp.email)
        else { throw NativeTestApp.UnexpectedStep() }
        store.failSaves(with: TokenStoreError(.unavailable, "disk full"))
        #expect(try await failure { try await challenge.submit("12345678") }.code == .storeUnavailable)
        #expect(app.calls(.registerContinue).isEmpty)
    }
}
