import Foundation
import LoginWithAmazon

/// The views of the app.
struct Screen: Sendable {
    enum Content {
        case alert(String)
        case code(clientID: String, redirectURI: String)
        case signInButton
        case signedIn
        case signedOut
        case user(id: String?, name: String?, email: String?, postalCode: String?)
    }

    func show(_ content: Content) {}
}

let screen = Screen()

typealias AMZNLogoutDelegate = ScopeDataDelegate
typealias SignInDelegate = ScopeDataDelegate

func signIn(_ screen: Screen) {}

final class ScopeDataDelegate: NSObject, AIAuthenticationDelegate {
    init(screen: Screen) {}

    func requestDidSucceed(_ apiResult: APIResult!) {}
    func requestDidFail(_ errorResponse: APIError!) {}
}
