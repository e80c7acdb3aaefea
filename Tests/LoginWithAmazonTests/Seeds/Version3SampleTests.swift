import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

// The sample code of the vendor's page for version 3 (`login-with-amazon-v3-use-the-sdk.txt`), as Swift imports the SDK.

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
                // The token and the profile are there at once.
                screen.show(
                    .person(id: user.userID, name: user.name, email: user.email, postalCode: user.postalCode)
                )
            }
        }
    }

    func showProfile(_ screen: Screen) {
        AMZNUser.fetch { user, error in
            if error != nil {
                // Nobody is signed in, or the server cannot be reached.
                screen.show(.signInButton)
            } else if let user {
                screen.show(
                    .person(id: user.userID, name: user.name, email: user.email, postalCode: user.postalCode)
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
                // Nobody is signed in who has granted these scopes.
                screen.show(.signInButton)
            } else if let user = result?.user {
                screen.show(
                    .person(id: user.userID, name: user.name, email: user.email, postalCode: user.postalCode)
                )
            }
        }
    }

    func onLogOutButtonClicked(_ screen: Screen) {
        AMZNAuthorizationManager.shared().signOut { error in
            // The vendor's sample has this condition the wrong way round.
            if let error {
                screen.show(.alert("User Logout failed with message: \(error.localizedDescription)"))
            } else {
                screen.show(.signedOut)
            }
        }
    }
}

extension Facade {
    @Suite struct Version3SampleTests {
        private let app = Version3Sample()

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
            #expect(await Screen.shown(after: app.showProfile) == shown)
        }

        @Test(arguments: Backend.allCases)
        func closingThePageAndRefusingShowTheButton(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            world.device.stage.next(.closes)
            #expect(await Screen.shown(after: app.onLogInButtonClicked) == .signInButton)
            world.device.stage.next(.does(.refuses))
            #expect(await Screen.shown(after: app.onLogInButtonClicked) == .signInButton)
        }

        @Test(arguments: Backend.allCases)
        func aFailureShowsAnAlert(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            world.device.network.setDown(true)
            guard case .alert(let text) = await Screen.shown(after: app.onLogInButtonClicked) else {
                Issue.record("no alert")
                return
            }
            #expect(text.hasPrefix("User authorization failed with message: "))
        }

        @Test(arguments: Backend.allCases)
        func nobodyHasNoProfile(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            #expect(await Screen.shown(after: app.showProfile) == .signInButton)
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
            #expect(await Screen.shown(after: app.showProfile) == .signInButton)
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
