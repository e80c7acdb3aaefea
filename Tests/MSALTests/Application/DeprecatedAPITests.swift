import Foundation
import GatehouseTesting
import MSAL
import Testing

/// The calls of versions 1.3 to 1.9.
protocol DeprecatedAPI: Sendable {
    func signUp(_ delegate: any SignUpStartDelegate)
    func signUpWithAllParameters(_ delegate: any SignUpStartDelegate, _ correlationId: UUID)
    func signIn(_ delegate: any SignInStartDelegate)
    func signInWithAllParameters(_ delegate: any SignInStartDelegate, _ correlationId: UUID)
    func resetPassword(_ delegate: any ResetPasswordStartDelegate)
    func signIn(after state: SignInAfterSignUpState, _ delegate: any SignInAfterSignUpDelegate)
    func signIn(after state: SignInAfterResetPasswordState, _ delegate: any SignInAfterResetPasswordDelegate)
    func getAccessToken(_ account: MSALNativeAuthUserAccountResult, _ delegate: any CredentialsDelegate)
    func make(_ config: MSALPublicClientApplicationConfig) throws -> MSALNativeAuthPublicClientApplication
    func make(_ tenantSubdomain: String) throws -> MSALNativeAuthPublicClientApplication
    func getAccessToken(
        _ account: MSALNativeAuthUserAccountResult,
        scopes: [String],
        _ delegate: any CredentialsDelegate
    )
}

struct DeprecatedAPICalls: DeprecatedAPI {
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
        app.signUp(username: CallSite.email, delegate: delegate)
    }

    @available(*, deprecated)
    func signUpWithAllParameters(_ delegate: any SignUpStartDelegate, _ correlationId: UUID) {
        app.signUp(
            username: CallSite.email,
            password: "correct horse",
            attributes: ["city": "Redmond"],
            correlationId: correlationId,
            delegate: delegate
        )
    }

    @available(*, deprecated)
    func signIn(_ delegate: any SignInStartDelegate) {
        app.signIn(username: CallSite.email, delegate: delegate)
    }

    @available(*, deprecated)
    func signInWithAllParameters(_ delegate: any SignInStartDelegate, _ correlationId: UUID) {
        app.signIn(
            username: CallSite.email,
            password: "correct horse",
            scopes: ["orders.read"],
            correlationId: correlationId,
            delegate: delegate
        )
    }

    @available(*, deprecated)
    func resetPassword(_ delegate: any ResetPasswordStartDelegate) {
        app.resetPassword(username: CallSite.email, delegate: delegate)
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
        scopes: [String],
        _ delegate: any CredentialsDelegate
    ) {
        account.getAccessToken(scopes: scopes, forceRefresh: true, delegate: delegate)
    }
}

@Suite(.timeLimit(.minutes(3))) struct DeprecatedAPITests {
    private func calls(_ stubbed: StubbedApp) -> any DeprecatedAPI { DeprecatedAPICalls(app: stubbed.app) }

    @Test func createsApplicationWithDeprecatedInitializers() throws {
        let calls = calls(try StubbedApp())
        let vendorApp = try calls.make("example")
        #expect(vendorApp.authority.url.absoluteString == "https://example.ciamlogin.com/example.onmicrosoft.com")
        #expect(vendorApp.redirectUri == "com.example.app:/callback")
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

    @Test func acceptsCallsWithoutOptionalParameters() async throws {
        let stubbed = try StubbedApp()
        let calls = calls(stubbed)
        #expect(await DelegateCall.from { calls.signUp($0) }.method == "onSignUpCodeRequired")
        #expect(await DelegateCall.from { calls.signIn($0) }.method == "onSignInCodeRequired")
        #expect(await DelegateCall.from { calls.resetPassword($0) }.method == "onResetPasswordCodeRequired")
    }

    @Test func sendsEveryParameter() async throws {
        let stubbed = try StubbedApp()
        let calls = calls(stubbed)
        let id = UUID()
        #expect(await DelegateCall.from { calls.signUpWithAllParameters($0, id) }.method == "onSignUpCodeRequired")
        let start = try #require(stubbed.request(at: .signUpStart))
        #expect(start.parameters["password"] == "correct horse")
        #expect(start.parameters["attributes"] == #"{"city":"Redmond"}"#)
        #expect(start.correlationID == id)
        stubbed.api.queue(.passwordRequired, at: .signInChallenge)
        #expect(await DelegateCall.from { calls.signInWithAllParameters($0, id) }.method == "onSignInCompleted")
        let token = try #require(stubbed.request(at: .signInToken))
        #expect(token.parameters["password"] == "correct horse")
        #expect(token.parameters["scope"]?.contains("orders.read") == true)
        #expect(token.correlationID == id)
    }

    @Test func signsInAfterSignUpAndReset() async throws {
        let stubbed = try StubbedApp()
        let calls = calls(stubbed)
        let signUp = try #require(
            try await CallSite.signInAfterSignUp.prepare(stubbed).state as? SignInAfterSignUpState
        )
        #expect(await DelegateCall.from { calls.signIn(after: signUp, $0) }.method == "onSignInCompleted")
        let reset = try #require(
            try await CallSite.signInAfterReset.prepare(stubbed).state as? SignInAfterResetPasswordState
        )
        #expect(await DelegateCall.from { calls.signIn(after: reset, $0) }.method == "onSignInCompleted")
    }

    @Test func returnsAccessTokensWithAndWithoutScopes() async throws {
        let stubbed = try StubbedApp()
        let calls = calls(stubbed)
        let account = try #require(
            try await CallSite.accessToken.prepare(stubbed).state as? MSALNativeAuthUserAccountResult
        )
        #expect(await DelegateCall.from { calls.getAccessToken(account, $0) }.tokens?.accessToken.isEmpty == false)
        let received = await DelegateCall.from { calls.getAccessToken(account, scopes: ["orders.read"], $0) }
        #expect(received.tokens?.scopes.contains("orders.read") == true)
        let count = stubbed.api.requests.count
        let empty = await DelegateCall.from { calls.getAccessToken(account, scopes: [], $0) }
        #expect(empty.flags == ["isInvalidScope"])
        #expect(empty.error?.errorDescription == "Invalid scope")
        #expect(stubbed.api.requests.count == count)
    }
}
