// swift-format-ignore-file
// A Swift app that uses the v2 API. AIMobileLib in a comment does not count as a use.
import LoginWithAmazon
import UIKit

/* Nor do these: /* AIMobileLib.getProfile(self) */ and AIMobileLib.clearAuthorizationState(self) */
final class SignInViewController: UIViewController, AIAuthenticationDelegate {
    private var lastFailure: APIError?

    @IBAction func signIn(_ sender: Any) {
        AIMobileLib.authorizeUser(forScopes: ["profile", "postal_code"], delegate: self)
    }

    func signInForBackend(challenge: String) {
        AIMobileLib
            .authorizeUser(
                forScopes: ["profile"],
                delegate: self,
                options: [
                    kAIOptionReturnAuthCode: true,
                    kAIOptionCodeChallenge: challenge,
                    kAIOptionCodeChallengeMethod: "S256",
                ]
            )
    }

    func checkSignedIn() {
        AMZNLWAMobileLib.getAccessToken(forScopes: ["profile"], withOverrideParams: nil, delegate: self)
    }

    func renew() {
        AMZNLWAMobileLib.getAccessToken(
            forScopes: ["profile"], withOverrideParams: [kForceRefresh: "YES"], delegate: self)
    }

    func requestDidSucceed(_ apiResult: APIResult!) {
        switch apiResult.api {
        case .getAccessToken:
            AIMobileLib.getProfile(self)
        case .getProfile:
            let profile = apiResult.result as? [String: Any]
            print("AIMobileLib.getProfile gave \(profile?["name"] ?? AIMobileLib.getClientId()!)")
        default:
            break
        }
    }

    func requestDidFail(_ errorResponse: APIError!) {
        lastFailure = errorResponse
        if let error = errorResponse.error, error.code == kAIApplicationNotAuthorized {
            print(#"show the button; \(AIMobileLib.getRedirectUri())"#)
        }
        print(errorResponse.error.message ?? "")
    }

    @IBAction func signOut(_ sender: Any) {
        AIMobileLib.clearAuthorizationState(self)
    }
}
