import Foundation
import GatehouseTesting
import MSAL
import Synchronization
import Testing

/// How calls come and go.
@Suite(.timeLimit(.minutes(3))) struct CallTests {
    @Test @MainActor func aCallReturnsBeforeItsDelegateHearsAnything() async throws {
        let canned = try Canned()
        let parameters = MSALNativeAuthSignUpParameters(username: "")
        var order: [String] = []
        await withCheckedContinuation { continuation in
            canned.app.signUp(
                parameters: parameters,
                delegate: Listener { _ in
                    order.append("heard")
                    continuation.resume()
                }
            )
            order.append("returned")
        }
        #expect(order == ["returned", "heard"])
    }

    @Test func aDelegateThatNobodyElseKeepsIsKeptAndThenLetGo() async throws {
        let canned = try Canned()
        weak var delegate: Listener?
        await withCheckedContinuation { continuation in
            let listener = Listener { _ in continuation.resume() }
            delegate = listener
            let parameters = MSALNativeAuthSignUpParameters(username: Place.email)
            canned.app.signUp(parameters: parameters, delegate: listener)
        }
        for _ in 0..<1000 where delegate != nil { await Task.yield() }
        #expect(delegate == nil)
    }

    @Test func eachOfManyCallsIsAnsweredOnce() async throws {
        let canned = try Canned()
        let app = canned.app
        let ids = (0..<50).map { _ in UUID() }
        for id in ids { canned.api.queue(.userAlreadyExists, at: .signUpStart, for: id) }
        let heard = await withTaskGroup(of: Heard.self) { group in
            for id in ids {
                group.addTask {
                    let parameters = MSALNativeAuthSignUpParameters(username: Place.email)
                    parameters.correlationId = id
                    return await Place.Stage(parameters) { app.signUp(parameters: $0, delegate: $1) }.heard()
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(heard.compactMap { $0.error?.correlationId }) == Set(ids))
        #expect(heard.allSatisfy { $0.method == "onSignUpStartError" && $0.isOnMainActor })
    }

    @Test func parametersAreReadWhenTheyAreHandedIn() async throws {
        let canned = try Canned()
        let parameters = MSALNativeAuthSignUpParameters(username: Place.email)
        nonisolated(unsafe) let shared = parameters
        _ = await Heard.of {
            unsafe canned.app.signUp(parameters: shared, delegate: $0)
            unsafe shared.username = "bob@example.com"
        }
        #expect(canned.request(at: .signUpStart)?.parameters["username"] == Place.email)
    }

    @Test func theCorrelationOfAnAppIsThatOfEveryStep() async throws {
        let canned = try Canned()
        let id = UUID()
        let parameters = MSALNativeAuthSignUpParameters(username: Place.email)
        parameters.correlationId = id
        nonisolated(unsafe) let shared = parameters
        let start = await Heard.of { unsafe canned.app.signUp(parameters: shared, delegate: $0) }
        let state: SignUpCodeRequiredState = try #require(start.state())
        canned.api.queue(.invalidCode, at: .signUpContinue)
        let heard = await Heard.of { state.submitCode(code: "1", delegate: $0) }
        #expect(heard.error?.correlationId == id)
        #expect(canned.api.requests.map(\.correlationID) == [id, id, id])
    }

    @Test func theCorrelationOfACallForATokenIsSent() async throws {
        let canned = try Canned()
        let state = try await Place.accessToken.reach(canned).state
        let account = try #require(state as? MSALNativeAuthUserAccountResult)
        canned.api.queue(.invalidScope, at: .signInToken)
        let id = UUID()
        let heard = await Heard.of {
            let parameters = MSALNativeAuthGetAccessTokenParameters()
            parameters.forceRefresh = true
            parameters.correlationId = id
            account.getAccessToken(parameters: parameters, delegate: $0)
        }
        #expect(heard.error?.correlationId == id)
        #expect(canned.request(at: .signInToken)?.correlationID == id)
    }

    @Test func aStateCanBeUsedAgainAfterAMistake() async throws {
        let canned = try Canned()
        let stage = try await Place.signUpCode.reach(canned)
        canned.api.queue(.invalidCode, .invalidCode, at: .signUpContinue)
        #expect(await stage.heard().flags == ["isInvalidCode"])
        #expect(await stage.heard().flags == ["isInvalidCode"])
        #expect(await stage.heard().method == "onSignUpCompleted")
        let tokens = canned.api.requests.filter { $0.endpoint == .signUpContinue }.map {
            $0.parameters["continuation_token"]
        }
        #expect(Set(tokens).count == 1)
    }

    @Test func whatAnAppSaysIsSent() async throws {
        let canned = try Canned()
        let parameters = MSALNativeAuthSignUpParameters(username: Place.email)
        parameters.password = "correct horse"
        parameters.attributes = ["city": "Redmond", "age": 7, "isMember": true, "tags": ["a", "b"]]
        nonisolated(unsafe) let shared = parameters
        _ = await Heard.of { unsafe canned.app.signUp(parameters: shared, delegate: $0) }
        let sent = try #require(canned.request(at: .signUpStart)).parameters
        #expect(sent["client_id"] == "app")
        #expect(sent["username"] == Place.email)
        #expect(sent["password"] == "correct horse")
        #expect(sent["challenge_type"] == "oob password redirect")
        #expect(sent["attributes"] == #"{"age":7,"city":"Redmond","isMember":true,"tags":["a","b"]}"#)
        #expect(sent["capabilities"] == nil)
    }

    @Test func scopesAndClaimsReachTheTokenEndpoint() async throws {
        let canned = try Canned()
        canned.api.queue(.passwordWanted, at: .signInChallenge)
        let parameters = MSALNativeAuthSignInParameters(username: Place.email)
        parameters.password = "correct horse"
        parameters.scopes = ["orders.read", "profile", "orders.read"]
        let claims = MSALClaimsRequest()
        try claims.requestClaim(MSALIndividualClaimRequest(name: "acrs"), for: .accessToken)
        parameters.claimsRequest = claims
        nonisolated(unsafe) let shared = parameters
        let heard = await Heard.of { unsafe canned.app.signIn(parameters: shared, delegate: $0) }
        #expect(heard.method == "onSignInCompleted")
        let sent = try #require(canned.request(at: .signInToken)).parameters
        #expect(sent["scope"] == "orders.read profile openid offline_access")
        #expect(sent["claims"] == #"{"access_token":{"acrs":null}}"#)
    }
}
