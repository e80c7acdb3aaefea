import Foundation
import GatehouseConcurrency
import GatehouseTesting
import MSAL
import Testing

/// The order, retention and isolation of calls and their delegates.
@Suite(.timeLimit(.minutes(3))) struct NativeAuthCallTests {
    @Test @MainActor func returnsBeforeCallingDelegate() async throws {
        let stubbed = try StubbedApp()
        let parameters = MSALNativeAuthSignUpParameters(username: "")
        var order: [String] = []
        await withCheckedContinuation { continuation in
            stubbed.app.signUp(
                parameters: parameters,
                delegate: RecordingDelegate { _ in
                    order.append("called")
                    continuation.resume()
                }
            )
            order.append("returned")
        }
        #expect(order == ["returned", "called"])
    }

    @Test func retainsDelegateUntilCalled() async throws {
        let stubbed = try StubbedApp()
        weak var delegate: RecordingDelegate?
        await withCheckedContinuation { continuation in
            let listener = RecordingDelegate { _ in continuation.resume() }
            delegate = listener
            let parameters = MSALNativeAuthSignUpParameters(username: CallSite.email)
            stubbed.app.signUp(parameters: parameters, delegate: listener)
        }
        for _ in 0..<1000 where delegate != nil { await Task.yield() }
        #expect(delegate == nil)
    }

    @Test func completesConcurrentCallsOnce() async throws {
        let stubbed = try StubbedApp()
        let app = stubbed.app
        let ids = (0..<50).map { _ in UUID() }
        for id in ids { stubbed.api.queue(.userAlreadyExists, at: .signUpStart, for: id) }
        let received = await withTaskGroup(of: DelegateCall.self) { group in
            for id in ids {
                group.addTask {
                    let parameters = MSALNativeAuthSignUpParameters(username: CallSite.email)
                    parameters.correlationId = id
                    return await CallSite.PreparedCall(parameters) { app.signUp(parameters: $0, delegate: $1) }
                        .perform()
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(received.compactMap { $0.error?.correlationId }) == Set(ids))
        #expect(received.allSatisfy { $0.method == "onSignUpStartError" && $0.isOnMainActor })
    }

    @Test func copiesParametersAtCall() async throws {
        let stubbed = try StubbedApp()
        let parameters = MSALNativeAuthSignUpParameters(username: CallSite.email)
        nonisolated(unsafe) let shared = parameters
        _ = await DelegateCall.from {
            unsafe stubbed.app.signUp(parameters: shared, delegate: $0)
            unsafe shared.username = "bob@example.com"
        }
        #expect(stubbed.request(at: .signUpStart)?.parameters["username"] == CallSite.email)
    }

    @Test func usesAppCorrelationIDInEveryStep() async throws {
        let stubbed = try StubbedApp()
        let id = UUID()
        let parameters = MSALNativeAuthSignUpParameters(username: CallSite.email)
        parameters.correlationId = id
        nonisolated(unsafe) let shared = parameters
        let start = await DelegateCall.from { unsafe stubbed.app.signUp(parameters: shared, delegate: $0) }
        let state: SignUpCodeRequiredState = try #require(start.state())
        stubbed.api.queue(.invalidCode, at: .signUpContinue)
        let received = await DelegateCall.from { state.submitCode(code: "1", delegate: $0) }
        #expect(received.error?.correlationId == id)
        #expect(stubbed.api.requests.map(\.correlationID) == [id, id, id])
    }

    @Test func sendsCorrelationIDWithTokenRequest() async throws {
        let stubbed = try StubbedApp()
        let state = try await CallSite.accessToken.prepare(stubbed).state
        let account = try #require(state as? MSALNativeAuthUserAccountResult)
        stubbed.api.queue(.invalidScope, at: .signInToken)
        let id = UUID()
        let received = await DelegateCall.from {
            let parameters = MSALNativeAuthGetAccessTokenParameters()
            parameters.forceRefresh = true
            parameters.correlationId = id
            account.getAccessToken(parameters: parameters, delegate: $0)
        }
        #expect(received.error?.correlationId == id)
        #expect(stubbed.request(at: .signInToken)?.correlationID == id)
    }

    @Test func allowsRetryAfterWrongCode() async throws {
        let stubbed = try StubbedApp()
        let prepared = try await CallSite.signUpCode.prepare(stubbed)
        stubbed.api.queue(.invalidCode, .invalidCode, at: .signUpContinue)
        #expect(await prepared.perform().flags == ["isInvalidCode"])
        #expect(await prepared.perform().flags == ["isInvalidCode"])
        #expect(await prepared.perform().method == "onSignUpCompleted")
        let tokens = stubbed.api.requests.filter { $0.endpoint == .signUpContinue }.map {
            $0.parameters["continuation_token"]
        }
        #expect(Set(tokens).count == 1)
    }

    @Test func sendsSignUpParameters() async throws {
        let stubbed = try StubbedApp()
        let parameters = MSALNativeAuthSignUpParameters(username: CallSite.email)
        parameters.password = "correct horse"
        parameters.attributes = ["city": "Redmond", "age": 7, "isMember": true, "tags": ["a", "b"]]
        nonisolated(unsafe) let shared = parameters
        _ = await DelegateCall.from { unsafe stubbed.app.signUp(parameters: shared, delegate: $0) }
        let sent = try #require(stubbed.request(at: .signUpStart)).parameters
        #expect(sent["client_id"] == "app")
        #expect(sent["username"] == CallSite.email)
        #expect(sent["password"] == "correct horse")
        #expect(sent["challenge_type"] == "oob password redirect")
        #expect(sent["attributes"] == #"{"age":7,"city":"Redmond","isMember":true,"tags":["a","b"]}"#)
        #expect(sent["capabilities"] == nil)
    }

    @Test func sendsScopesAndClaimsToTokenEndpoint() async throws {
        let stubbed = try StubbedApp()
        stubbed.api.queue(.passwordRequired, at: .signInChallenge)
        let parameters = MSALNativeAuthSignInParameters(username: CallSite.email)
        parameters.password = "correct horse"
        parameters.scopes = ["orders.read", "profile", "orders.read"]
        let claims = MSALClaimsRequest()
        try claims.requestClaim(MSALIndividualClaimRequest(name: "acrs"), for: .accessToken)
        parameters.claimsRequest = claims
        nonisolated(unsafe) let shared = parameters
        let received = await DelegateCall.from { unsafe stubbed.app.signIn(parameters: shared, delegate: $0) }
        #expect(received.method == "onSignInCompleted")
        let sent = try #require(stubbed.request(at: .signInToken)).parameters
        #expect(sent["scope"] == "orders.read profile openid offline_access")
        #expect(sent["claims"] == #"{"access_token":{"acrs":null}}"#)
    }
}
