import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

// The sample code of the vendor's page for version 3 (`login-with-amazon-v3-use-the-sdk.txt`), as Swift imports the
// SDK.

struct Version3Sample: SampleApp {
    func application(open url: URL, sourceApplication: String?) -> Bool {
        AMZNAuthorizationManager.handleOpen(url, sourceApplication: sourceApplication)
    }

    func onLogInButtonClicked(_ screen: Screen) {
        // Build an authorize request.
        let request = AMZNAuthorizeRequest()
        request.scopes = [
            // AMZNProfileScope.userID(),
            AMZNProfileScope.profile(),
            AMZNProfileScope.postalCode(),
        ]

        // Make an authorize call.
        AMZNAuthorizationManager.shared().authorize(request) { result, userDidCancel, error in
            if let error {
                screen.show(.alert("User authorization failed with message: \(error.localizedDescription)"))
            } else if userDidCancel {
                screen.show(.signInButton)
            } else if let user = result?.user, let accessToken = result?.token, !accessToken.isEmpty {
                // The result contains the token and the profile.
                screen.show(
                    .user(id: user.userID, name: user.name, email: user.email, postalCode: user.postalCode)
                )
            }
        }
    }

    func showProfile(_ screen: Screen) {
        AMZNUser.fetch { user, error in
            if error != nil {
                // No session exists, or the server is unreachable.
                screen.show(.signInButton)
            } else if let user {
                screen.show(
                    .user(id: user.userID, name: user.name, email: user.email, postalCode: user.postalCode)
                )
            }
        }
    }

    func checkIsUserSignedIn(_ screen: Screen) {
        let request = AMZNAuthorizeRequest()
        request.scopes = [AMZNProfileScope.profile(), AMZNProfileScope.postalCode()]
        request.interactiveStrategy = .never

        AMZNAuthorizationManager.shared().authorize(request) { result, userDidCancel, error in
            if error != nil {
                // No session has these scopes.
                screen.show(.signInButton)
            } else if let user = result?.user {
                screen.show(
                    .user(id: user.userID, name: user.name, email: user.email, postalCode: user.postalCode)
                )
            }
        }
    }

    func onLogOutButtonClicked(_ screen: Screen) {
        AMZNAuthorizationManager.shared().signOut { error in
            // The condition is inverted in the vendor's sample.
            if let error {
                screen.show(.alert("User Logout failed with message: \(error.localizedDescription)"))
            } else {
                screen.show(.signedOut)
            }
        }
    }
}

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct Version3SampleTests {
    private let app = Version3Sample()

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
        #expect(await Screen.shown(after: app.showProfile) == shown)
    }

    @Test(arguments: Backend.allCases)
    func showsSignInButtonAfterCancellationOrDenial(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        world.device.userAgent.next(.closes)
        #expect(await Screen.shown(after: app.onLogInButtonClicked) == .signInButton)
        world.device.userAgent.next(.decides(.denies))
        #expect(await Screen.shown(after: app.onLogInButtonClicked) == .signInButton)
    }

    @Test(arguments: Backend.allCases)
    func showsAlertAfterFailure(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        world.device.network.setReachable(false)
        guard case .alert(let text) = await Screen.shown(after: app.onLogInButtonClicked) else {
            Issue.record("no alert")
            return
        }
        #expect(text.hasPrefix("User authorization failed with message: "))
    }

    @Test(arguments: Backend.allCases)
    func showsSignInButtonWithoutProfile(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        #expect(await Screen.shown(after: app.showProfile) == .signInButton)
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
        #expect(await Screen.shown(after: app.showProfile) == .signInButton)
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
