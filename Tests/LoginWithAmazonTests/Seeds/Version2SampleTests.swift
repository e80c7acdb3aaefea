import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

// The sample code of the vendor's page for versions up to 2.1.2 (`login-with-amazon-v2.txt`), as Swift imports the SDK.

@available(*, deprecated)
final class AMZNAuthorizeUserDelegate: NSObject, AIAuthenticationDelegate {
    private let screen: Screen

    init(screen: Screen) {
        self.screen = screen
    }

    func requestDidSucceed(_ apiResult: APIResult!) {
        // The person has agreed; who it is has to be asked for.
        AIMobileLib.getProfile(AMZNGetProfileDelegate(screen: screen))
    }

    func requestDidFail(_ errorResponse: APIError!) {
        let message = errorResponse.error.message ?? ""
        screen.show(.alert("User authorization failed with message: \(message)"))
    }
}

@available(*, deprecated)
final class AMZNGetProfileDelegate: NSObject, AIAuthenticationDelegate {
    private let screen: Screen

    init(screen: Screen) {
        self.screen = screen
    }

    func requestDidSucceed(_ apiResult: APIResult!) {
        let profile = apiResult.result as? [String: Any]
        let name = profile?["name"] as? String
        let email = profile?["email"] as? String
        let userID = profile?["user_id"] as? String
        let postalCode = profile?["postal_code"] as? String
        screen.show(.person(id: userID, name: name, email: email, postalCode: postalCode))
    }

    func requestDidFail(_ errorResponse: APIError!) {
        if errorResponse.error.code == kAIApplicationNotAuthorized {
            screen.show(.signInButton)
        } else {
            screen.show(.alert("Error occurred with message: \(errorResponse.error.message ?? "")"))
        }
    }
}

@available(*, deprecated)
final class AMZNGetAccessTokenDelegate: NSObject, AIAuthenticationDelegate {
    private let screen: Screen

    init(screen: Screen) {
        self.screen = screen
    }

    func requestDidSucceed(_ apiResult: APIResult!) {
        // Still signed in, with all the scopes.
        AIMobileLib.getProfile(AMZNGetProfileDelegate(screen: screen))
    }

    func requestDidFail(_ errorResponse: APIError!) {
        if errorResponse.error.code == kAIApplicationNotAuthorized {
            screen.show(.signInButton)
        } else {
            screen.show(.alert("Error occurred with message: \(errorResponse.error.message ?? "")"))
        }
    }
}

@available(*, deprecated)
final class AMZNLogoutDelegate: NSObject, AIAuthenticationDelegate {
    private let screen: Screen

    init(screen: Screen) {
        self.screen = screen
    }

    func requestDidSucceed(_ apiResult: APIResult!) {
        screen.show(.signedOut)
    }

    func requestDidFail(_ errorResponse: APIError!) {
        screen.show(.alert("User Logout failed with message: \(errorResponse.error.message ?? "")"))
    }
}

/// What the samples of both versions do; hides from the tests that one of them is deprecated, which is the point of it.
protocol SampleApp: Sendable {
    func onLogInButtonClicked(_ screen: Screen)
    func checkIsUserSignedIn(_ screen: Screen)
    func onLogOutButtonClicked(_ screen: Screen)
    func application(open url: URL, sourceApplication: String?) -> Bool
}

struct Version2Sample: SampleApp {
    @available(*, deprecated)
    func onLogInButtonClicked(_ screen: Screen) {
        let requestScopes = ["profile", "postal_code"]
        let delegate = AMZNAuthorizeUserDelegate(screen: screen)
        AIMobileLib.authorizeUser(forScopes: requestScopes, delegate: delegate)
    }

    @available(*, deprecated)
    func checkIsUserSignedIn(_ screen: Screen) {
        let delegate = AMZNGetAccessTokenDelegate(screen: screen)
        let requestScopes = ["profile", "postal_code"]
        AIMobileLib.getAccessToken(forScopes: requestScopes, withOverrideParams: nil, delegate: delegate)
    }

    @available(*, deprecated)
    func onLogOutButtonClicked(_ screen: Screen) {
        let delegate = AMZNLogoutDelegate(screen: screen)
        AIMobileLib.clearAuthorizationState(delegate)
    }

    @available(*, deprecated)
    func application(open url: URL, sourceApplication: String?) -> Bool {
        let isValidRedirectSignInURL = AIMobileLib.handleOpen(url, sourceApplication: sourceApplication)
        if !isValidRedirectSignInURL { return false }
        // The app may want to handle the URL as well.
        return true
    }
}

extension Facade {
    @Suite struct Version2SampleTests {
        private let app: any SampleApp = Version2Sample()

        @Test(arguments: Backend.allCases)
        func thePersonSignsInAndTheProfileIsShown(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let shown = await Screen.shown(after: app.onLogInButtonClicked)
            guard case .person(let id, let name, let email, let postalCode) = shown else {
                Issue.record("\(shown)")
                return
            }
            #expect(id?.hasPrefix("amzn1.account.") == true)
            #expect(Profile(name: name, email: email, postalCode: postalCode) == world.person)
        }

        @Test(arguments: Backend.allCases)
        func aPersonWhoClosesThePageSeesAnAlert(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            world.device.stage.next(.closes)
            guard case .alert(let text) = await Screen.shown(after: app.onLogInButtonClicked) else {
                Issue.record("no alert")
                return
            }
            #expect(text.hasPrefix("User authorization failed with message: "))
            #expect(text != "User authorization failed with message: ")
        }

        @Test(arguments: Backend.allCases)
        func whoIsSignedInIsFoundAtStartup(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            #expect(await Screen.shown(after: app.checkIsUserSignedIn) == .signInButton)
            let shown = await Screen.shown(after: app.onLogInButtonClicked)
            world.launch()
            #expect(await Screen.shown(after: app.checkIsUserSignedIn) == shown)
            #expect(world.device.stage.pages.count == 1)
        }

        @Test(arguments: Backend.allCases)
        func signingOutForgetsThePerson(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            _ = await Screen.shown(after: app.onLogInButtonClicked)
            #expect(await Screen.shown(after: app.onLogOutButtonClicked) == .signedOut)
            #expect(await Screen.shown(after: app.checkIsUserSignedIn) == .signInButton)
        }

        @Test(arguments: Backend.allCases)
        func aSignOutThatFailsIsNoSignOut(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            _ = await Screen.shown(after: app.onLogInButtonClicked)
            world.device.store.fail(with: TokenStoreError(.locked, "locked"))
            guard case .alert(let text) = await Screen.shown(after: app.onLogOutButtonClicked) else {
                Issue.record("no alert")
                return
            }
            #expect(text.hasPrefix("User Logout failed with message: "))
        }

        @Test(arguments: Backend.allCases)
        func theRedirectEndsTheSignIn(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            world.device.stage.next(.leaves)
            async let shown = Screen.shown(after: app.onLogInButtonClicked)
            var pages = world.device.stage.left.makeAsyncIterator()
            let page = try #require(await pages.next())
            let redirect = try #require(try await world.visit(page, .agrees))
            let other = try #require(URL(string: "com.example.app://other"))
            #expect(!app.application(open: other, sourceApplication: nil))
            #expect(app.application(open: redirect, sourceApplication: "com.example.browser"))
            #expect(await shown.name == world.person.name)
        }
    }
}
