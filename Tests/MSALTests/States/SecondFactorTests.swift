import Foundation
import GatehouseTesting
import MSAL
import Testing

/// Second factors beyond single transitions, which ``TransitionTests`` and ``ErrorTableTests`` cover.
@Suite(.timeLimit(.minutes(3))) struct SecondFactorTests {
    @Test @MainActor func signsInWithViewModelOfApp() async throws {
        let stubbed = try StubbedApp { $0.capabilities = [.mfaRequired, .registrationRequired] }
        let model = SecondFactorViewModel(stubbed.app)
        stubbed.api.queue(.passwordRequired, at: .signInChallenge)
        await model.perform { $0.signIn(CallSite.email) }
        #expect(model.screen == .password)
        stubbed.api.queue(.mfaRequired, .invalidCode, at: .signInToken)
        await model.perform { $0.enter("correct horse") }
        #expect(model.screen == .methods)
        #expect(model.message == "email: a***@e***.com, sms: +1********6")
        stubbed.api.queue(.contactBlocked, at: .signInChallenge)
        await model.perform { $0.choose($0.methods[0]) }
        #expect(model.screen == .methods)
        #expect(model.message.contains("blocked"))
        stubbed.api.queue(.codeSent(channel: "sms", to: "+1********6", length: 6), at: .signInChallenge)
        await model.perform { $0.choose($0.methods[1]) }
        #expect(model.screen == .challenge)
        #expect(model.message == "6 digits to +1********6 by SMS")
        await model.perform { $0.enter("000000") }
        #expect(model.message == "Try again")
        await model.perform { $0.enter("123456") }
        #expect(model.screen == .home)
        #expect(model.message == CallSite.email)
        #expect(
            stubbed.request(at: .signInInitiate)?.parameters["capabilities"] == "mfa_required registration_required"
        )
    }

    @Test @MainActor func registersMethodWithViewModelOfApp() async throws {
        let stubbed = try StubbedApp()
        let model = SecondFactorViewModel(stubbed.app)
        await model.perform { $0.signIn(CallSite.email) }
        #expect(model.screen == .code)
        stubbed.api.queue(.registrationRequired, at: .signInToken)
        await model.perform { $0.enter("12345678") }
        #expect(model.screen == .registration)
        #expect(model.message == "oob email, oob sms")
        stubbed.api.queue(.invalidContact, at: .registerChallenge)
        await model.perform { $0.register($0.methods[0], contact: "not an address") }
        #expect(model.message == "Check the address")
        await model.perform { $0.register($0.methods[0], contact: CallSite.email) }
        #expect(model.screen == .registrationCode)
        #expect(model.message == "8 digits to ada@example.com")
        stubbed.api.queue(.invalidCode, at: .registerContinue)
        await model.perform { $0.enter("00000000") }
        #expect(model.message == "Try again")
        await model.perform { $0.enter("12345678") }
        #expect(model.screen == .home)
    }

    @Test func keepsScopesAndClaims() async throws {
        for response in [StubResponse.mfaRequired, .registrationRequired] {
            let stubbed = try StubbedApp()
            let parameters = MSALNativeAuthSignInParameters(username: CallSite.email)
            parameters.scopes = ["orders.read"]
            let claims = MSALClaimsRequest()
            try claims.requestClaim(MSALIndividualClaimRequest(name: "acrs"), for: .accessToken)
            parameters.claimsRequest = claims
            nonisolated(unsafe) let shared = parameters
            let start = await DelegateCall.from { unsafe stubbed.app.signIn(parameters: shared, delegate: $0) }
            let code: SignInCodeRequiredState = try #require(start.state())
            stubbed.api.queue(response, at: .signInToken)
            let second = await DelegateCall.from { code.submitCode(code: "12345678", delegate: $0) }
            let method = try #require(second.authMethods.first)
            let completed: DelegateCall
            if let state: AwaitingMFAState = second.state() {
                let sent = await DelegateCall.from { state.requestChallenge(authMethod: method, delegate: $0) }
                let challenge: MFARequiredState = try #require(sent.state())
                completed = await DelegateCall.from { challenge.submitChallenge(challenge: "1", delegate: $0) }
            } else {
                stubbed.api.queue(.preverified, at: .registerChallenge)
                let state: RegisterStrongAuthState = try #require(second.state())
                completed = await DelegateCall.from {
                    let parameters = MSALNativeAuthChallengeAuthMethodParameters(
                        authMethod: method,
                        verificationContact: CallSite.email
                    )
                    state.challengeAuthMethod(parameters: parameters, delegate: $0)
                }
            }
            #expect(completed.method == "onSignInCompleted")
            let request = try #require(stubbed.request(at: .signInToken)).parameters
            #expect(request["scope"] == "orders.read openid profile offline_access")
            #expect(request["claims"]?.contains("acrs") == true)
        }
    }

    @Test func exposesMethodsAndDeliveries() async throws {
        let stubbed = try StubbedApp()
        let awaiting = try #require(try await CallSite.mfaRequest.prepare(stubbed).state as? AwaitingMFAState)
        #expect(awaiting.authMethods.map(\.id) == ["method-1", "method-2"])
        #expect(awaiting.authMethods.map(\.challengeType) == ["oob", "oob"])
        #expect(awaiting.authMethods.map(\.channelTargetType.value) == ["email", "sms"])
        #expect(awaiting.authMethods.map(\.loginHint) == ["a***@e***.com", "+1********6"])
        let required = try #require(try await CallSite.mfaSubmit.prepare(stubbed).state as? MFARequiredState)
        #expect(required.codeDelivery?.sentTo == "a***@e***.com")
        #expect(required.codeDelivery?.resendInterval == 300)
        #expect(required.authMethods.count == 2)
        let registering = try #require(
            try await CallSite.registerSubmit.prepare(stubbed).state as? RegisterStrongAuthVerificationRequiredState
        )
        #expect(registering.codeDelivery?.sentTo == CallSite.email)
        #expect(registering.authMethods.map(\.id) == ["email", "sms"])
        #expect(registering.authMethods.map(\.loginHint) == [CallSite.email, nil])
    }

    @Test func continuesWithStateOfError() async throws {
        let stubbed = try StubbedApp()
        let request = try await CallSite.mfaRequest.prepare(stubbed)
        stubbed.api.queue(.contactBlocked, at: .signInChallenge)
        let state: MFARequiredState = try #require(await request.perform().state())
        let early = await DelegateCall.from { state.submitChallenge(challenge: "12345678", delegate: $0) }
        #expect(early.method == "onMFASubmitChallengeError")
        #expect(early.flags == [])
        #expect(early.state === state)
        let method = state.authMethods[1]
        let sent = await DelegateCall.from { state.requestChallenge(authMethod: method, delegate: $0) }
        #expect(sent.method == "onMFARequestChallengeVerificationRequired")
        #expect(stubbed.request(at: .signInChallenge)?.parameters["id"] == "method-2")
    }

    @Test func rejectsMethodOfAnotherSignIn() async throws {
        let stubbed = try StubbedApp()
        let registering = try #require(
            try await CallSite.registerChallenge.prepare(stubbed).state as? RegisterStrongAuthState
        )
        let state = try #require(try await CallSite.mfaSubmit.prepare(stubbed).state as? MFARequiredState)
        let count = stubbed.api.requests.count
        let received = await DelegateCall.from { delegate in
            registering.authMethods.first.map { state.requestChallenge(authMethod: $0, delegate: delegate) }
        }
        #expect(received.method == "onMFARequestChallengeError")
        #expect(received.flags == [])
        #expect(received.state === state)
        #expect(stubbed.api.requests.count == count)
    }

    @Test func reportsInvalidContactByAnyErrorNumber() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.registerChallenge.prepare(stubbed)
        let body = #"{"error":"invalid_request","error_description":"no","error_codes":[55000,901001]}"#
        stubbed.api.queue(.raw(400, body), at: .registerChallenge)
        #expect(await prepared.perform().flags == ["isInvalidInput"])
    }

    @available(*, deprecated)
    @Test @MainActor func servesAppsOfVersions16To24() async throws {
        let stubbed = try StubbedApp()
        let state = try #require(
            try await CallSite.signInPassword.prepare(stubbed).state as? SignInPasswordRequiredState
        )
        stubbed.api.queue(.mfaRequired, at: .signInToken)
        let (reports, continuation) = AsyncStream.makeStream(of: String.self)
        var iterator = reports.makeAsyncIterator()
        let screen = SecondFactorVersion1Screen { continuation.yield($0) }
        state.submitPassword(password: "correct horse", delegate: screen)
        #expect(await iterator.next() == #"choose: ["method-1", "method-2"]"#)
        screen.choose(1)
        #expect(await iterator.next() == "sent to a***@e***.com")
        #expect(stubbed.request(at: .signInChallenge)?.parameters["id"] == "method-2")
        // The only method needs no choice.
        stubbed.api.queue(.mfaRequired, at: .signInToken)
        stubbed.api.queue(.methods(of: [.sms]), at: .signInIntrospect)
        state.submitPassword(password: "correct horse", delegate: screen)
        #expect(await iterator.next() == "sent to a***@e***.com")
    }

    @Test func restoresStates() async throws {
        let stubbed = try StubbedApp()
        func resumed(_ saved: MSALNativeAuthSavedState) throws -> MSALNativeAuthResumedState {
            let data = try JSONEncoder().encode(saved)
            return try stubbed.app.resume(JSONDecoder().decode(MSALNativeAuthSavedState.self, from: data))
        }
        let awaiting = try #require(try await CallSite.mfaRequest.prepare(stubbed).state as? AwaitingMFAState)
        guard case .awaitingMFA(let state) = try resumed(awaiting.saved) else { throw Unexpected() }
        let method = state.authMethods[0]
        let sent = await DelegateCall.from { state.requestChallenge(authMethod: method, delegate: $0) }
        let required: MFARequiredState = try #require(sent.state())
        guard case .mfaRequired(let state) = try resumed(required.saved) else { throw Unexpected() }
        let done = await DelegateCall.from { state.submitChallenge(challenge: "12345678", delegate: $0) }
        #expect(done.method == "onSignInCompleted")

        let register = try #require(
            try await CallSite.registerChallenge.prepare(stubbed).state as? RegisterStrongAuthState
        )
        guard case .strongAuthMethodRegistration(let state) = try resumed(register.saved) else { throw Unexpected() }
        #expect(state.authMethods.map(\.id) == ["email", "sms"])
        let code = try #require(
            try await CallSite.registerSubmit.prepare(stubbed).state as? RegisterStrongAuthVerificationRequiredState
        )
        guard case .strongAuthVerificationRequired(let state) = try resumed(code.saved) else { throw Unexpected() }
        let last = await DelegateCall.from { state.submitChallenge(challenge: "12345678", delegate: $0) }
        #expect(last.method == "onSignInCompleted")
    }

    struct Unexpected: Error {}
}
