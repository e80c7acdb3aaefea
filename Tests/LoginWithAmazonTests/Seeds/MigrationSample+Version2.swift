import Foundation
import LoginWithAmazon

@available(*, deprecated)
final class SignInDelegate: NSObject, AIAuthenticationDelegate {
    private let screen: Screen

    init(screen: Screen) {
        self.screen = screen
    }

    func requestDidSucceed(_ apiResult: APIResult!) {
        AIMobileLib.getProfile(AMZNGetProfileDelegate(screen: screen))
    }

    func requestDidFail(_ errorResponse: APIError!) {
        switch errorResponse.error.code {
        case kAIErrorUserInterrupted, kAIAccessDenied:
            // The user closed the page or denied the request.
            screen.show(.signInButton)
        default:
            screen.show(.alert(errorResponse.error.message))
        }
    }
}

@available(*, deprecated)
final class CodeDelegate: NSObject, AIAuthenticationDelegate {
    private let screen: Screen

    init(screen: Screen) {
        self.screen = screen
    }

    func requestDidSucceed(_ apiResult: APIResult!) {
        if apiResult.api == .getAuthorizationCode, let code = apiResult.result as? String, !code.isEmpty {
            screen.show(.code(clientID: AIMobileLib.getClientId(), redirectURI: AIMobileLib.getRedirectUri()))
        } else {
            screen.show(.signInButton)
        }
    }

    func requestDidFail(_ errorResponse: APIError!) {
        screen.show(.signInButton)
    }
}

@available(*, deprecated)
final class ScopeDataDelegate: NSObject, AIAuthenticationDelegate {
    private let screen: Screen

    init(screen: Screen) {
        self.screen = screen
    }

    func requestDidSucceed(_ apiResult: APIResult!) {
        screen.show(.signedIn)
    }

    func requestDidFail(_ errorResponse: APIError!) {
        screen.show(.signInButton)
    }
}

struct MigrationFromVersion2: MigrationForm {
    @available(*, deprecated)
    func signIn(_ screen: Screen) {
        AIMobileLib.authorizeUser(
            forScopes: ["profile", "postal_code"],
            delegate: SignInDelegate(screen: screen)
        )
    }

    @available(*, deprecated)
    func showProfile(_ screen: Screen) {
        AIMobileLib.getProfile(AMZNGetProfileDelegate(screen: screen))
    }

    @available(*, deprecated)
    func checkSignedIn(_ screen: Screen) {
        AIMobileLib.getAccessToken(
            forScopes: ["profile", "postal_code"],
            withOverrideParams: nil,
            delegate: AMZNGetAccessTokenDelegate(screen: screen)
        )
    }

    @available(*, deprecated)
    func signOut(_ screen: Screen) {
        AIMobileLib.clearAuthorizationState(AMZNLogoutDelegate(screen: screen))
    }

    @available(*, deprecated)
    func open(_ url: URL) -> Bool {
        AIMobileLib.handleOpen(url, sourceApplication: nil)
    }

    @available(*, deprecated)
    func signInForServer(_ screen: Screen, challenge: String) {
        AIMobileLib.authorizeUser(
            forScopes: ["profile"],
            delegate: CodeDelegate(screen: screen),
            options: [
                kAIOptionReturnAuthCode: true,
                kAIOptionCodeChallenge: challenge,
                kAIOptionCodeChallengeMethod: "S256",
            ]
        )
    }

    @available(*, deprecated)
    func signInWithScopeData(_ screen: Screen) {
        AIMobileLib.authorizeUser(
            forScopes: ["profile"],
            delegate: ScopeDataDelegate(screen: screen),
            options: [kAIOptionScopeData: #"{"profile":{"essential":true}}"#]
        )
    }

    @available(*, deprecated)
    func useSandbox(_ screen: Screen) {
        AIMobileLib.authorizeUser(
            forScopes: ["profile", "postal_code"],
            delegate: SignInDelegate(screen: screen),
            options: [kAIOptionSandboxMode: "YES"]
        )
    }
}
