import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

extension Facade {
    /// Both forms of everything that the migration guide shows do the same.
    @Suite struct MigrationSampleTests {
        private let old: any MigrationForm = MigrationFromVersion2()
        private let new: any MigrationForm = MigrationToVersion3()
        private var forms: [any MigrationForm] { [old, new] }

        /// What both forms show, each of them in a world of its own.
        private func shown(
            _ backend: Backend,
            _ act: (any World, any MigrationForm) async throws -> Screen.Content
        ) async throws -> [Screen.Content] {
            var contents: [Screen.Content] = []
            for form in forms {
                let world = try await backend.world()
                world.launch()
                contents.append(try await act(world, form))
            }
            return contents
        }

        @Test(arguments: Backend.allCases)
        func bothSignIn(backend: Backend) async throws {
            for form in forms {
                let world = try await backend.world()
                world.launch()
                let first = await Screen.shown(after: form.signIn)
                guard case .person(let id, let name, let email, let postalCode) = first else {
                    Issue.record("\(first)")
                    return
                }
                #expect(id?.hasPrefix("amzn1.account.") == true)
                #expect(Profile(name: name, email: email, postalCode: postalCode) == world.person)
                for other in forms { #expect(await Screen.shown(after: other.showProfile) == first) }
                for other in forms { #expect(await Screen.shown(after: other.signIn) == first) }
                world.launch()
                for other in forms { #expect(await Screen.shown(after: other.checkSignedIn) == first) }
                #expect(world.device.stage.pages.count == 1)
            }
        }

        @Test(arguments: Backend.allCases, [Stage.Act.closes, .does(.refuses)])
        func bothTellACancellationFromAFailure(backend: Backend, act: Stage.Act) async throws {
            let contents = try await shown(backend) { world, form in
                world.device.stage.next(act)
                return await Screen.shown(after: form.signIn)
            }
            #expect(contents == [.signInButton, .signInButton])
        }

        @Test(arguments: Backend.allCases)
        func bothHaveTheSameTextOfAFailure(backend: Backend) async throws {
            let contents = try await shown(backend) { world, form in
                world.device.network.failNext(AmazonTokenEndpoint.path, times: 9, .isDown)
                return await Screen.shown(after: form.signIn)
            }
            // Each request has a name of its own, in brackets at the end.
            let texts = contents.map { content -> Substring in
                if case .alert(let text) = content { text.prefix { $0 != "[" } } else { "" }
            }
            #expect(texts.first?.isEmpty == false)
            #expect(texts.first == texts.last)
        }

        @Test(arguments: Backend.allCases)
        func bothFindNobody(backend: Backend) async throws {
            for act in [{ $0.showProfile }, { $0.checkSignedIn }] as [(any MigrationForm) -> (Screen) -> Void] {
                let contents = try await shown(backend) { _, form in await Screen.shown(after: act(form)) }
                #expect(contents == [.signInButton, .signInButton])
            }
        }

        @Test(arguments: Backend.allCases)
        func bothSignOutWhomTheOtherSignedIn(backend: Backend) async throws {
            for (first, second) in [(old, new), (new, old)] {
                let world = try await backend.world()
                world.launch()
                _ = await Screen.shown(after: first.signIn)
                #expect(await Screen.shown(after: second.signOut) == .signedOut)
                #expect(await Screen.shown(after: first.checkSignedIn) == .signInButton)
                #expect(await Screen.shown(after: second.showProfile) == .signInButton)
            }
        }

        @Test func version3AloneEndsTheSignInAtTheServer() async throws {
            var sessions: [Int] = []
            for form in forms {
                let world = try await GatehouseWorld()
                world.launch()
                _ = await Screen.shown(after: form.signIn)
                #expect(await Screen.shown(after: form.signOut) == .signedOut)
                sessions.append(try await world.liveSessions())
            }
            #expect(sessions == [1, 0])
        }

        @Test(arguments: Backend.allCases)
        func bothTakeTheRedirect(backend: Backend) async throws {
            let contents = try await shown(backend) { world, form in
                world.device.stage.next(.leaves)
                async let content = Screen.shown(after: form.signIn)
                var pages = world.device.stage.left.makeAsyncIterator()
                let page = try #require(await pages.next())
                let redirect = try #require(try await world.visit(page, .agrees))
                #expect(form.open(redirect))
                #expect(!form.open(redirect))
                return await content
            }
            #expect(contents.map { $0.name != nil } == [true, true])
        }

        @Test(arguments: Backend.allCases)
        func bothGetACodeForAServer(backend: Backend) async throws {
            let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
            for form in forms {
                let world = try await backend.world()
                world.launch()
                let content = await Screen.shown { form.signInForServer($0, challenge: challenge) }
                #expect(content == .code(clientID: world.apiKey.clientID, redirectURI: Device.redirectURI))
                #expect(try asked(world)[.codeChallenge] == challenge)
                #expect(await Screen.shown(after: form.showProfile) == .signInButton)
            }
        }

        @Test(arguments: Backend.allCases)
        func bothSendTheSameScopeData(backend: Backend) async throws {
            let contents = try await shown(backend) { world, form in
                let content = await Screen.shown(after: form.signInWithScopeData)
                let parameters = try asked(world)
                #expect(parameters[.scopeData] == #"{"profile":{"essential":true}}"#)
                return content
            }
            #expect(contents == [.signedIn, .signedIn])
        }

        @Test(arguments: Backend.allCases)
        func aScopeMadeByItsNameAsksForThatScopeAlone(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            #expect(await Screen.shown(after: MigrationToVersion3().signInWithNamedScope) == .signedIn)
            let parameters = try asked(world)
            #expect(parameters[.scope] == "profile")
            #expect(parameters[.scopeData] == nil)
        }

        @Test(arguments: Backend.allCases)
        func bothTurnTheSandboxOn(backend: Backend) async throws {
            let contents = try await shown(backend) { world, form in
                world.device.stage.next(.closes)
                #expect(!AMZNAuthorizationManager.shared().isSandboxMode)
                defer { #expect(AMZNAuthorizationManager.shared().isSandboxMode) }
                return await Screen.shown(after: form.useSandbox)
            }
            #expect(contents == [.signInButton, .signInButton])
        }

        @Test(arguments: Backend.allCases)
        func theAsyncFormSignsInAsWell(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let user = try #require(try await MigrationToVersion3().signIn())
            #expect(Profile(name: user.name, email: user.email, postalCode: user.postalCode) == world.person)
            #expect(await Screen.shown(after: old.showProfile).name == user.name)
        }

        private func asked(_ world: any World) throws -> Parameters {
            let page = try #require(world.device.stage.pages.first)
            return try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
        }
    }
}
