import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

/// Both versions of every call in the migration guide are equivalent.
@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct MigrationSampleTests {
    private let old: any MigrationForm = MigrationFromVersion2()
    private let new: any MigrationForm = MigrationToVersion3()
    private var forms: [any MigrationForm] { [old, new] }

    /// Returns the content that each version shows, each in a new world.
    private func shown(
        _ backend: Backend,
        _ action: (any World, any MigrationForm) async throws -> Screen.Content
    ) async throws -> [Screen.Content] {
        var contents: [Screen.Content] = []
        for form in forms {
            let world = try await backend.world()
            world.launch()
            contents.append(try await action(world, form))
        }
        return contents
    }

    @Test(arguments: Backend.allCases)
    func signsInWithBothVersions(backend: Backend) async throws {
        for form in forms {
            let world = try await backend.world()
            world.launch()
            let first = await Screen.shown(after: form.signIn)
            guard case .user(let id, let name, let email, let postalCode) = first else {
                Issue.record("\(first)")
                return
            }
            #expect(id?.hasPrefix("amzn1.account.") == true)
            #expect(Profile(name: name, email: email, postalCode: postalCode) == world.user)
            for other in forms { #expect(await Screen.shown(after: other.showProfile) == first) }
            for other in forms { #expect(await Screen.shown(after: other.signIn) == first) }
            world.launch()
            for other in forms { #expect(await Screen.shown(after: other.checkSignedIn) == first) }
            #expect(world.device.userAgent.pages.count == 1)
        }
    }

    @Test(arguments: Backend.allCases, [TestUserAgent.PageAction.closes, .decides(.denies)])
    func distinguishesCancellationFromFailure(backend: Backend, action: TestUserAgent.PageAction) async throws {
        let contents = try await shown(backend) { world, form in
            world.device.userAgent.next(action)
            return await Screen.shown(after: form.signIn)
        }
        #expect(contents == [.signInButton, .signInButton])
    }

    @Test(arguments: Backend.allCases)
    func reportsSameErrorText(backend: Backend) async throws {
        let contents = try await shown(backend) { world, form in
            world.device.network.failNext(AmazonTokenEndpoint.path, times: 9, .isDown)
            return await Screen.shown(after: form.signIn)
        }
        // Each message ends with the request ID in brackets.
        let texts = contents.map { content -> Substring in
            if case .alert(let text) = content { text.prefix { $0 != "[" } } else { "" }
        }
        #expect(texts.first?.isEmpty == false)
        #expect(texts.first == texts.last)
    }

    @Test(arguments: Backend.allCases)
    func showsSignInButtonWithoutSession(backend: Backend) async throws {
        for action in [{ $0.showProfile }, { $0.checkSignedIn }] as [(any MigrationForm) -> (Screen) -> Void] {
            let contents = try await shown(backend) { _, form in await Screen.shown(after: action(form)) }
            #expect(contents == [.signInButton, .signInButton])
        }
    }

    @Test(arguments: Backend.allCases)
    func signsOutSessionOfOtherVersion(backend: Backend) async throws {
        for (first, second) in [(old, new), (new, old)] {
            let world = try await backend.world()
            world.launch()
            _ = await Screen.shown(after: first.signIn)
            #expect(await Screen.shown(after: second.signOut) == .signedOut)
            #expect(await Screen.shown(after: first.checkSignedIn) == .signInButton)
            #expect(await Screen.shown(after: second.showProfile) == .signInButton)
        }
    }

    @Test func endsServerSessionOnlyWithVersion3() async throws {
        var sessions: [Int] = []
        for form in forms {
            let world = try await GatehouseWorld()
            world.launch()
            _ = await Screen.shown(after: form.signIn)
            #expect(await Screen.shown(after: form.signOut) == .signedOut)
            sessions.append(try await world.activeSessionCount())
        }
        #expect(sessions == [1, 0])
    }

    @Test(arguments: Backend.allCases)
    func handlesRedirectWithBothVersions(backend: Backend) async throws {
        let contents = try await shown(backend) { world, form in
            world.device.userAgent.next(.leaves)
            async let content = Screen.shown(after: form.signIn)
            var pages = world.device.userAgent.abandonedPages.makeAsyncIterator()
            let page = try #require(await pages.next())
            let redirect = try #require(try await world.visit(page, .agrees))
            #expect(form.open(redirect))
            #expect(!form.open(redirect))
            return await content
        }
        #expect(contents.map { $0.name != nil } == [true, true])
    }

    @Test(arguments: Backend.allCases)
    func returnsAuthorizationCodeForServer(backend: Backend) async throws {
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        for form in forms {
            let world = try await backend.world()
            world.launch()
            let content = await Screen.shown { form.signInForServer($0, challenge: challenge) }
            #expect(content == .code(clientID: world.apiKey.clientID, redirectURI: Device.redirectURI))
            #expect(try query(world)[.codeChallenge] == challenge)
            #expect(await Screen.shown(after: form.showProfile) == .signInButton)
        }
    }

    @Test(arguments: Backend.allCases)
    func sendsSameScopeData(backend: Backend) async throws {
        let contents = try await shown(backend) { world, form in
            let content = await Screen.shown(after: form.signInWithScopeData)
            let parameters = try query(world)
            #expect(parameters[.scopeData] == #"{"profile":{"essential":true}}"#)
            return content
        }
        #expect(contents == [.signedIn, .signedIn])
    }

    @Test(arguments: Backend.allCases)
    func requestsOnlyNamedScope(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        #expect(await Screen.shown(after: MigrationToVersion3().signInWithNamedScope) == .signedIn)
        let parameters = try query(world)
        #expect(parameters[.scope] == "profile")
        #expect(parameters[.scopeData] == nil)
    }

    @Test(arguments: Backend.allCases)
    func enablesSandboxMode(backend: Backend) async throws {
        let contents = try await shown(backend) { world, form in
            world.device.userAgent.next(.closes)
            #expect(!AMZNAuthorizationManager.shared().isSandboxMode)
            defer { #expect(AMZNAuthorizationManager.shared().isSandboxMode) }
            return await Screen.shown(after: form.useSandbox)
        }
        #expect(contents == [.signInButton, .signInButton])
    }

    @Test(arguments: Backend.allCases)
    func signsInWithAsyncForm(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let user = try #require(try await MigrationToVersion3().signIn())
        #expect(Profile(name: user.name, email: user.email, postalCode: user.postalCode) == world.user)
        #expect(await Screen.shown(after: old.showProfile).name == user.name)
    }

    private func query(_ world: any World) throws -> Parameters {
        let page = try #require(world.device.userAgent.pages.first)
        return try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
    }
}
