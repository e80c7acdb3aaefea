import Foundation
import LoginWithAmazon

// The calls of the vendor's migration guide (`login-with-amazon-v2-to-v3-migration.txt`), in both versions, as Swift
// imports the SDK.

/// The calls that exist in both versions.
protocol MigrationForm: Sendable {
    func signIn(_ screen: Screen)
    func showProfile(_ screen: Screen)
    func checkSignedIn(_ screen: Screen)
    func signOut(_ screen: Screen)
    func open(_ url: URL) -> Bool
    func signInForServer(_ screen: Screen, challenge: String)
    func signInWithScopeData(_ screen: Screen)
    func useSandbox(_ screen: Screen)
}

struct MigrationToVersion3: MigrationForm {
    func signIn(_ screen: Screen) {
        let request = AMZNAuthorizeRequest()
        request.scopes = [AMZNProfileScope.profile(), AMZNProfileScope.postalCode()]

        AMZNAuthorizationManager.shared().authorize(request) { result, userDidCancel, error in
            if let error {
                // The description for developers is under the vendor SDK's key.
                let message = (error as NSError).userInfo["AMZNLWAErrorNonLocalizedDescription"] as? String
                screen.show(.alert(message ?? ""))
            } else if userDidCancel {
                screen.show(.signInButton)
            } else if let user = result?.user {
                screen.show(.user(id: user.userID, name: user.name, email: user.email, postalCode: user.postalCode))
            }
        }
    }

    func showProfile(_ screen: Screen) {
        AMZNUser.fetch { user, error in
            if let error {
                let isSignedOut = UInt((error as NSError).code) == kAMZNLWAApplicationNotAuthorized
                screen.show(isSignedOut ? .signInButton : .alert("\(error)"))
            } else if let user {
                // The profile, with the keys of version 2.
                let profile = user.profileData as? [String: String]
                let (id, name) = (profile?[AMZNUserIDKey], profile?[AMZNUserNameKey])
                let (email, postalCode) = (profile?[AMZNUserEmailKey], profile?[AMZNUserPostalCodeKey])
                screen.show(.user(id: id, name: name, email: email, postalCode: postalCode))
            }
        }
    }

    func checkSignedIn(_ screen: Screen) {
        let request = AMZNAuthorizeRequest()
        request.scopes = [AMZNProfileScope.profile(), AMZNProfileScope.postalCode()]
        request.interactiveStrategy = .never

        AMZNAuthorizationManager.shared().authorize(request) { result, _, error in
            if let user = result?.user {
                screen.show(.user(id: user.userID, name: user.name, email: user.email, postalCode: user.postalCode))
            } else {
                // No session has these scopes.
                screen.show(.signInButton)
            }
        }
    }

    func signOut(_ screen: Screen) {
        AMZNAuthorizationManager.shared().signOut { error in
            screen.show(error == nil ? .signedOut : .alert("You are still signed in."))
        }
    }

    func open(_ url: URL) -> Bool {
        AMZNAuthorizationManager.handleOpen(url, sourceApplication: nil)
    }

    func signInForServer(_ screen: Screen, challenge: String) {
        let request = AMZNAuthorizeRequest()
        request.scopes = [AMZNProfileScope.profile()]
        request.grantType = .code
        request.codeChallenge = challenge
        request.codeChallengeMethod = "S256"

        AMZNAuthorizationManager.shared().authorize(request) { result, _, _ in
            if let result, !result.authorizationCode.isEmpty {
                screen.show(.code(clientID: result.clientId, redirectURI: result.redirectUri))
            } else {
                screen.show(.signInButton)
            }
        }
    }

    func signInWithNamedScope(_ screen: Screen) {
        let request = AMZNAuthorizeRequest()
        request.scopes = [AMZNScopeFactory.scope(withName: "profile")]

        AMZNAuthorizationManager.shared().authorize(request) { result, _, _ in
            screen.show(result == nil ? .signInButton : .signedIn)
        }
    }

    func signInWithScopeData(_ screen: Screen) {
        let request = AMZNAuthorizeRequest()
        request.scopes = [AMZNScopeFactory.scope(withName: "profile", data: ["essential": true])]

        AMZNAuthorizationManager.shared().authorize(request) { result, _, _ in
            screen.show(result == nil ? .signInButton : .signedIn)
        }
    }

    func useSandbox(_ screen: Screen) {
        AMZNAuthorizationManager.shared().isSandboxMode = true
        signIn(screen)
    }

    func signIn() async throws -> AMZNUser? {
        let request = AMZNAuthorizeRequest()
        request.scopes = [AMZNProfileScope.profile(), AMZNProfileScope.postalCode()]
        return try await AMZNAuthorizationManager.shared().authorize(request).user
    }
}
