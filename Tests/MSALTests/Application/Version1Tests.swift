import Foundation
import GatehouseTesting
import MSAL
import Testing

/// The calls of versions 1.3 to 1.9.
protocol Version1: Sendable {
    func signUp(_ delegate: any SignUpStartDelegate)
    func signUpWithEverything(_ delegate: any SignUpStartDelegate, _ correlationId: UUID)
    func signIn(_ delegate: any SignInStartDelegate)
    func signInWithEverything(_ delegate: any SignInStartDelegate, _ correlationId: UUID)
    func resetPassword(_ delegate: any ResetPasswordStartDelegate)
    func signIn(after state: SignInAfterSignUpState, _ delegate: any SignInAfterSignUpDelegate)
    func signIn(after state: SignInAfterResetPasswordState, _ delegate: any SignInAfterResetPasswordDelegate)
    func getAccessToken(_ account: MSALNativeAuthUserAccountResult, _ delegate: any CredentialsDelegate)
    func make(_ config: MSALPublicClientApplicationConfig) throws -> MSALNativeAuthPublicClientApplication
    func make(_ tenantSubdomain: String) throws -> MSALNativeAuthPublicClientApplication
    func getAccessToken(
        _ account: MSALNativeAuthUserAccountResult,
        _ scopes: [String],
        _ delegate: any CredentialsDelegate
    )
}

struct Version1Calls: Version1 {
    let app: MSALNativeAuthPublicClientApplication

    @available(*, deprecated)
    func make(_ config: MSALPublicClientApplicationConfig) throws -> MSALNativeAuthPublicClientApplication {
        try MSALNativeAuthPublicClientApplication(configuration: config, challengeTypes: [.OOB])
    }

    @available(*, deprecated)
    func make(_ tenantSubdomain: String) throws -> MSALNativeAuthPublicClientApplication {
        try MSALNativeAuthPublicClientApplication(
            clientId: "app",
            tenantSubdomain: tenantSubdomain,
            challengeTypes: [.OOB, .password],
            redirectUri: "com.example.app:/callback"
        )
    }

    @available(*, deprecated)
    func signUp(_ delegate: any SignUpStartDelegate) {
        app.signUp(username: Place.email, delegate: delegate)
    }

    @available(*, deprecated)
    func signUpWithEverything(_ delegate: any SignUpStartDelegate, _ correlationId: UUID) {
        app.signUp(
            username: Place.email,
            password: "correct horse",
            attributes: ["city": "Redmond"],
            correlationId: correlationId,
            delegate: delegate
        )
    }

    @available(*, deprecated)
    func signIn(_ delegate: any SignInStartDelegate) {
        app.signIn(username: Place.email, delegate: delegate)
    }

    @available(*, deprecated)
    func signInWithEverything(_ delegate: any SignInStartDelegate, _ correlationId: UUID) {
        app.signIn(
            username: Place.email,
            password: "correct horse",
            scopes: ["orders.read"],
            correlationId: correlationId,
            delegate: delegate
        )
    }

    @available(*, deprecated)
    func resetPassword(_ delegate: any ResetPasswordStartDelegate) {
        app.resetPassword(username: Place.email, delegate: delegate)
    }

    @available(*, deprecated)
    func signIn(after state: SignInAfterSignUpState, _ delegate: any SignInAfterSignUpDelegate) {
        state.signIn(delegate: delegate)
    }

    @available(*, deprecated)
    func signIn(after state: SignInAfterResetPasswordState, _ delegate: any SignInAfterResetPasswordDelegate) {
        state.signIn(scopes: ["orders.read"], delegate: delegate)
    }

    @available(*, deprecated)
    func getAccessToken(_ account: MSALNativeAuthUserAccountResult, _ delegate: any CredentialsDelegate) {
        account.getAccessToken(delegate: delegate)
    }

    @available(*, deprecated)
    func getAccessToken(
        _ account: MSALNativeAuthUserAccountResult,
        _ scopes: [String],
        _ delegate: any CredentialsDelegate
    ) {
        account.getAccessToken(scopes: scopes, forceRefresh: true, delegate: delegate)
    }
}

@Suite(.timeLimit(.minutes(3))) struct Version1Tests {
    private func calls(_ canned: Canned) -> any Version1 { Version1Calls(app: canned.app) }

    @Test func anApplicationIsMadeAsOlderVersionsMakeIt() throws {
        let calls = calls(try Canned())
        let theirs = try calls.make("example")
        #expect(theirs.authority.url.absoluteString == "https://example.ciamlogin.com/example.onmicrosoft.com")
        #expect(theirs.redirectUri == "com.example.app:/callback")
        let url = try #require(URL(string: "https://login.example.com/default"))
        let config = MSALPublicClientApplicationConfig(
            clientId: "app",
            redirectUri: nil,
            authority: try MSALCIAMAuthority(url: url)
        )
        let own = try calls.make(config)
        #expect(own.authority.url == url)
        #expect(own.clientId == "app")
    }

    @Test func theShortestCallsDoWhatTheLongOnesDo() async throws {
        let canned = try Canned()
        let calls = calls(canned)
        #expect(await Heard.of { calls.signUp($0) }.method == "onSignUpCodeRequired")
        #expect(await Heard.of { calls.signIn($0) }.method == "onSignInCodeRequired")
        #expect(await Heard.of { calls.resetPassword($0) }.method == "onResetPasswordCodeRequired")
    }

    @Test func everyValueIsSent() async throws {
        let canned = try Canned()
        let calls = calls(canned)
        let id = UUID()
        #expect(await Heard.of { calls.signUpWithEverything($0, id) }.method == "onSignUpCodeRequired")
        let start = try #require(canned.request(at: .signUpStart))
        #expect(start.parameters["password"] == "correct horse")
        #expect(start.parameters["attributes"] == #"{"city":"Redmond"}"#)
        #expect(start.correlationID == id)
        canned.api.queue(.passwordWanted, at: .signInChallenge)
        #expect(await Heard.of { calls.signInWithEverything($0, id) }.method == "onSignInCompleted")
        let token = try #require(canned.request(at: .signInToken))
        #expect(token.parameters["password"] == "correct horse")
        #expect(token.parameters["scope"]?.contains("orders.read") == true)
        #expect(token.correlationID == id)
    }

    @Test func theEndsOfOtherFlowsSignIn() async throws {
        let canned = try Canned()
        let calls = calls(canned)
        let signUp = try #require(try await Place.signInAfterSignUp.reach(canned).state as? SignInAfterSignUpState)
        #expect(await Heard.of { calls.signIn(after: signUp, $0) }.method == "onSignInCompleted")
        let reset = try #require(try await Place.signInAfterReset.reach(canned).state as? SignInAfterResetPasswordState)
        #expect(await Heard.of { calls.signIn(after: reset, $0) }.method == "onSignInCompleted")
    }

    @Test func accessTokensComeForNoScopesAndForSome() async throws {
        let canned = try Canned()
        let calls = calls(canned)
        let account = try #require(
            try await Place.accessToken.reach(canned).state as? MSALNativeAuthUserAccountResult
        )
        #expect(await Heard.of { calls.getAccessToken(account, $0) }.tokens?.accessToken.isEmpty == false)
        let heard = await Heard.of { calls.getAccessToken(account, ["orders.read"], $0) }
        #expect(heard.tokens?.scopes.contains("orders.read") == true)
        let count = canned.api.requests.count
        let empty = await Heard.of { calls.getAccessToken(account, [], $0) }
        #expect(empty.flags == ["isInvalidScope"])
        #expect(empty.error?.errorDescription == "Invalid scope")
        #expect(canned.api.requests.count == count)
    }
}
