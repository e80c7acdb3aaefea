import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

extension Facade {
    @Suite struct AuthorizeTests {
        private let both: [any AMZNScope] = [AMZNProfileScope.profile(), AMZNProfileScope.postalCode()]

        @Test(arguments: Backend.allCases)
        func aSignInGivesATokenAndThePerson(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let outcome = await Calls.authorize(both)
            #expect(outcome.isOneOfThree)
            #expect(outcome.error == nil)
            #expect(outcome.token?.hasPrefix("Atza|") == true)
            #expect(outcome.code == "")
            #expect(outcome.clientID == world.apiKey.clientID)
            #expect(outcome.redirectURI == Device.redirectURI)
            #expect(outcome.userID?.hasPrefix("amzn1.account.") == true)
            let profile = [
                AMZNUserIDKey: outcome.userID, AMZNUserNameKey: world.person.name,
                AMZNUserEmailKey: world.person.email, AMZNUserPostalCodeKey: world.person.postalCode,
            ]
            #expect(outcome.profile == profile.compactMapValues { $0 })
            let page = try #require(world.device.stage.pages.first)
            let asked = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
            #expect(asked[.scope] == "profile postal_code")
            #expect(asked[.codeChallengeMethod] == "S256")
            #expect(asked[.redirectURI] == Device.redirectURI)
            #expect(try await world.device.stored(world.apiKey)?.grants.map(\.account.id) == [outcome.userID ?? ""])
        }

        @Test(arguments: Backend.allCases)
        func closingThePageAndRefusingAreNoErrors(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            world.device.stage.next(.closes)
            let closed = await Calls.authorize()
            #expect((closed.isCancelled, closed.error, closed.token) == (true, nil, nil))
            world.device.stage.next(.does(.refuses))
            let refused = await Calls.authorize()
            #expect((refused.isCancelled, refused.error, refused.token) == (true, nil, nil))
            #expect(try await world.device.stored(world.apiKey)?.grants ?? [] == [])
        }

        // MARK: Strategies

        @Test(arguments: Backend.allCases)
        func autoAnswersFromWhatIsStored(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let first = await Calls.authorize(both)
            let second = await Calls.authorize([AMZNProfileScope.postalCode()])
            #expect(second == first)
            #expect(second.token != nil)
            #expect(world.device.stage.pages.count == 1)
            #expect(world.device.network.count(AmazonTokenEndpoint.path) == 1)
        }

        @Test(arguments: Backend.allCases)
        func autoRefreshesWhatHasExpired(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let first = await Calls.authorize()
            world.device.clock.advance(by: 3601)
            let second = await Calls.authorize()
            #expect(second.userID == first.userID)
            #expect(second.token?.hasPrefix("Atza|") == true)
            #expect(second.token != first.token)
            #expect(world.device.stage.pages.count == 1)
            #expect(world.device.network.count(AmazonTokenEndpoint.path) == 2)
        }

        @Test(arguments: Backend.allCases)
        func autoAsksForAScopeThatIsMissing(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let first = await Calls.authorize()
            #expect(first.profile?[AMZNUserPostalCodeKey] == nil)
            let second = await Calls.authorize([AMZNProfileScope.postalCode()])
            #expect(world.device.stage.pages.count == 2)
            #expect(second.userID == first.userID)
            #expect(second.profile?[AMZNUserPostalCodeKey] == world.person.postalCode)
            #expect(try await world.device.stored(world.apiKey)?.grants.count == 1)
            let covered = await Calls.authorize(both, .never)
            #expect(covered.token == second.token)
        }

        @Test(arguments: Backend.allCases)
        func theProfileCoversTheIdentifier(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let first = await Calls.authorize()
            let second = await Calls.authorize([AMZNProfileScope.userID()], .never)
            #expect(second.token == first.token)
            #expect(second.token != nil)
        }

        @Test(arguments: Backend.allCases)
        func neverIsAnErrorWhereAutoWouldAsk(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let nobody = await Calls.authorize([AMZNProfileScope.profile()], .never)
            #expect(nobody.isOneOfThree)
            #expect(nobody.error?.code == kAMZNLWAApplicationNotAuthorized)
            #expect(nobody.error?.domain == "AMZNLWAErrorDomain")
            #expect(nobody.error?.message?.isEmpty == false)
            let first = await Calls.authorize()
            #expect(await Calls.authorize([AMZNProfileScope.profile()], .never).token == first.token)
            let more = await Calls.authorize([AMZNProfileScope.postalCode()], .never)
            #expect(more.error?.code == kAMZNLWAApplicationNotAuthorized)
            #expect(world.device.stage.pages.count == 1)
        }

        @Test(arguments: Backend.allCases)
        func neverWithoutScopesGivesWhateverIsStored(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
            let first = await Calls.authorize([AMZNProfileScope.postalCode()])
            let whatever = await Calls.authorize([], .never)
            #expect(whatever.token == first.token)
            #expect(whatever.token != nil)
        }

        @Test(arguments: Backend.allCases)
        func alwaysDropsWhatIsStoredAndAsks(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let first = await Calls.authorize()
            let second = await Calls.authorize([AMZNProfileScope.profile()], .always)
            #expect(second.userID == first.userID)
            #expect(world.device.stage.pages.count == 2)
            world.device.stage.next(.closes)
            #expect(await Calls.authorize([AMZNProfileScope.profile()], .always).isCancelled)
            #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
        }

        @Test(arguments: Backend.allCases)
        func whoIsSignedInStaysSoAfterARelaunch(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let first = await Calls.authorize(both)
            world.launch()
            let second = await Calls.authorize(both, .never)
            #expect(second == first)
            #expect(second.token != nil)
            world.device.clock.advance(by: 3601)
            world.launch()
            let third = await Calls.authorize(both, .never)
            #expect(third.error == nil)
            #expect(third.userID == first.userID)
            #expect(world.device.stage.pages.count == 1)
        }

        @Test func nothingToAskForIsAMistakeOfTheApp() async throws {
            let world = try RecordedWorld()
            world.launch()
            #expect(await Calls.authorize([]).error?.code == kAMZNLWAInvalidInput)
            let request = AMZNAuthorizeRequest.asking()
            request.scopes = ["profile"]
            #expect(await Calls.authorize(request).error?.code == kAMZNLWAInvalidInput)
            #expect(world.device.stage.pages.isEmpty)
        }

        // MARK: A code for the app's own server

        @Test(arguments: Backend.allCases)
        func aCodeIsForSomebodyElseAndNothingIsStored(backend: Backend) async throws {
            let world = try await backend.world()
            world.launch()
            let request = AMZNAuthorizeRequest.asking()
            request.grantType = .code
            request.codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
            request.codeChallengeMethod = "S256"
            let outcome = await Calls.authorize(request)
            #expect(outcome.token == "")
            #expect(outcome.code?.isEmpty == false)
            #expect((outcome.clientID, outcome.redirectURI) == (world.apiKey.clientID, Device.redirectURI))
            #expect(outcome.userID == nil)
            let page = try #require(world.device.stage.pages.first)
            let asked = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
            #expect(asked[.codeChallenge] == request.codeChallenge)
            #expect(world.device.network.count(AmazonTokenEndpoint.path) == 0)
            #expect(try await world.device.stored(world.apiKey)?.grants ?? [] == [])
            #expect(await Calls.fetch().error?.code == kAMZNLWAApplicationNotAuthorized)
        }

        @Test func aCodeNeedsNoChallengeButNotAWrongOne() async throws {
            let world = try RecordedWorld()
            world.launch()
            let request = AMZNAuthorizeRequest.asking()
            request.grantType = .code
            #expect(await Calls.authorize(request).code == "ANdNAVhyhqirUelHGEHA")
            request.interactiveStrategy = .never
            #expect(await Calls.authorize(request).error?.code == kAMZNLWAApplicationNotAuthorized)
            request.codeChallenge = "short"
            request.codeChallengeMethod = "S256"
            #expect(await Calls.authorize(request).error?.code == kAMZNLWAInvalidInput)
        }

        /// Without a challenge, which our own server does not do for an app.
        @Test func aCodeForAServerMayComeWithScopeData() async throws {
            let world = try RecordedWorld()
            world.launch()
            let voluntary = AMZNScopeFactory.scope(withName: "postal_code", data: ["essential": false])
            let request = AMZNAuthorizeRequest.asking(for: [AMZNProfileScope.profile(), voluntary])
            request.grantType = .code
            #expect(await Calls.authorize(request).code?.isEmpty == false)
            let page = try #require(world.device.stage.pages.first)
            let asked = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
            #expect(asked[.scopeData] == #"{"postal_code":{"essential":false}}"#)
            #expect(asked[.codeChallenge] == nil)
        }
    }
}
