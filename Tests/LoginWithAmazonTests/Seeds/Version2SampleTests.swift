import Foundation
import Gatehouse
import GatehouseTestSupport
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
        // The user has consented; the profile is a separate request.
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
        screen.show(.user(id: userID, name: name, email: email, postalCode: postalCode))
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
        // The session has all the scopes.
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

/// The calls of both samples, through a protocol that hides the deprecation of version 2.
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
        // The app may handle the URL.
        return true
    }
}

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct Version2SampleTests {
    private let app: any SampleApp = Version2Sample()

    @Test(arguments: Backend.allCases)
    func showsProfileAfterSignIn(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let shown = await Screen.shown(after: app.onLogInButtonClicked)
        guard case .user(let id, let name, let email, let postalCode) = shown else {
            Issue.record("\(shown)")
            return
        }
        #expect(id?.hasPrefix("amzn1.account.") == true)
        #expect(Profile(name: name, email: email, postalCode: postalCode) == world.user)
    }

    @Test(arguments: Backend.allCases)
    func showsAlertWhenPageIsClosed(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        world.device.userAgent.next(.closes)
        guard case .alert(let text) = await Screen.shown(after: app.onLogInButtonClicked) else {
            Issue.record("no alert")
            return
        }
        #expect(text.hasPrefix("User authorization failed with message: "))
        #expect(text != "User authorization failed with message: ")
    }

    @Test(arguments: Backend.allCases)
    func findsSessionAtStartup(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        #expect(await Screen.shown(after: app.checkIsUserSignedIn) == .signInButton)
        let shown = await Screen.shown(after: app.onLogInButtonClicked)
        world.launch()
        #expect(await Screen.shown(after: app.checkIsUserSignedIn) == shown)
        #expect(world.device.userAgent.pages.count == 1)
    }

    @Test(arguments: Backend.allCases)
    func removesSessionAtSignOut(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        _ = await Screen.shown(after: app.onLogInButtonClicked)
        #expect(await Screen.shown(after: app.onLogOutButtonClicked) == .signedOut)
        #expect(await Screen.shown(after: app.checkIsUserSignedIn) == .signInButton)
    }

    @Test(arguments: Backend.allCases)
    func showsAlertWhenSignOutFails(backend: Backend) async throws {
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
    func completesSignInWithRedirect(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        world.device.userAgent.next(.leaves)
        async let shown = Screen.shown(after: app.onLogInButtonClicked)
        var pages = world.device.userAgent.abandonedPages.makeAsyncIterator()
        let page = try #require(await pages.next())
        let redirect = try #require(try await world.visit(page, .agrees))
        let other = try #require(URL(string: "com.example.app://other"))
        #expect(!app.application(open: other, sourceApplication: nil))
        #expect(app.application(open: redirect, sourceApplication: "com.example.browser"))
        #expect(await shown.name == world.user.name)
    }
}
