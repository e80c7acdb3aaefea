import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct AuthorizeTests {
    private let both: [any AMZNScope] = [AMZNProfileScope.profile(), AMZNProfileScope.postalCode()]

    @Test(arguments: Backend.allCases)
    func returnsTokenAndUser(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let outcome = await Calls.authorize(both)
        #expect(outcome.isExactlyOneOutcome)
        #expect(outcome.error == nil)
        #expect(outcome.token?.hasPrefix("Atza|") == true)
        #expect(outcome.code == "")
        #expect(outcome.clientID == world.apiKey.clientID)
        #expect(outcome.redirectURI == Device.redirectURI)
        #expect(outcome.userID?.hasPrefix("amzn1.account.") == true)
        let profile = [
            AMZNUserIDKey: outcome.userID, AMZNUserNameKey: world.user.name,
            AMZNUserEmailKey: world.user.email, AMZNUserPostalCodeKey: world.user.postalCode,
        ]
        #expect(outcome.profile == profile.compactMapValues { $0 })
        let page = try #require(world.device.userAgent.pages.first)
        let query = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
        #expect(query[.scope] == "profile postal_code")
        #expect(query[.codeChallengeMethod] == "S256")
        #expect(query[.redirectURI] == Device.redirectURI)
        #expect(try await world.device.stored(world.apiKey)?.sessions.map(\.account.id) == [outcome.userID ?? ""])
    }

    @Test(arguments: Backend.allCases)
    func reportsCancellationAndDenialAsCancelled(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        world.device.userAgent.next(.closes)
        let closed = await Calls.authorize()
        #expect((closed.isCancelled, closed.error, closed.token) == (true, nil, nil))
        world.device.userAgent.next(.decides(.denies))
        let refused = await Calls.authorize()
        #expect((refused.isCancelled, refused.error, refused.token) == (true, nil, nil))
        #expect(try await world.device.stored(world.apiKey)?.sessions ?? [] == [])
    }

    // MARK: Strategies

    @Test(arguments: Backend.allCases)
    func usesStoredSessionWithAutoStrategy(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let first = await Calls.authorize(both)
        let second = await Calls.authorize([AMZNProfileScope.postalCode()])
        #expect(second == first)
        #expect(second.token != nil)
        #expect(world.device.userAgent.pages.count == 1)
        #expect(world.device.network.count(AmazonTokenEndpoint.path) == 1)
    }

    @Test(arguments: Backend.allCases)
    func refreshesExpiredTokenWithAutoStrategy(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let first = await Calls.authorize()
        world.device.clock.advance(by: 3601)
        let second = await Calls.authorize()
        #expect(second.userID == first.userID)
        #expect(second.token?.hasPrefix("Atza|") == true)
        #expect(second.token != first.token)
        #expect(world.device.userAgent.pages.count == 1)
        #expect(world.device.network.count(AmazonTokenEndpoint.path) == 2)
    }

    @Test(arguments: Backend.allCases)
    func showsPageForMissingScopeWithAutoStrategy(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let first = await Calls.authorize()
        #expect(first.profile?[AMZNUserPostalCodeKey] == nil)
        let second = await Calls.authorize([AMZNProfileScope.postalCode()])
        #expect(world.device.userAgent.pages.count == 2)
        #expect(second.userID == first.userID)
        #expect(second.profile?[AMZNUserPostalCodeKey] == world.user.postalCode)
        #expect(try await world.device.stored(world.apiKey)?.sessions.count == 1)
        let covered = await Calls.authorize(both, .never)
        #expect(covered.token == second.token)
    }

    @Test(arguments: Backend.allCases)
    func treatsUserIDAsCoveredByProfileScope(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let first = await Calls.authorize()
        let second = await Calls.authorize([AMZNProfileScope.userID()], .never)
        #expect(second.token == first.token)
        #expect(second.token != nil)
    }

    @Test(arguments: Backend.allCases)
    func failsWithNeverStrategyInsteadOfShowingPage(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let signedOut = await Calls.authorize([AMZNProfileScope.profile()], .never)
        #expect(signedOut.isExactlyOneOutcome)
        #expect(signedOut.error?.code == kAMZNLWAApplicationNotAuthorized)
        #expect(signedOut.error?.domain == "AMZNLWAErrorDomain")
        #expect(signedOut.error?.message?.isEmpty == false)
        let first = await Calls.authorize()
        #expect(await Calls.authorize([AMZNProfileScope.profile()], .never).token == first.token)
        let more = await Calls.authorize([AMZNProfileScope.postalCode()], .never)
        #expect(more.error?.code == kAMZNLWAApplicationNotAuthorized)
        #expect(world.device.userAgent.pages.count == 1)
    }

    @Test(arguments: Backend.allCases)
    func returnsStoredSessionWithNeverStrategyWithoutScopes(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
        let first = await Calls.authorize([AMZNProfileScope.postalCode()])
        let stored = await Calls.authorize([], .never)
        #expect(stored.token == first.token)
        #expect(stored.token != nil)
    }

    @Test(arguments: Backend.allCases)
    func removesStoredSessionAndShowsPageWithAlwaysStrategy(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let first = await Calls.authorize()
        let second = await Calls.authorize([AMZNProfileScope.profile()], .always)
        #expect(second.userID == first.userID)
        #expect(world.device.userAgent.pages.count == 2)
        world.device.userAgent.next(.closes)
        #expect(await Calls.authorize([AMZNProfileScope.profile()], .always).isCancelled)
        #expect(await Calls.authorize([], .never).error?.code == kAMZNLWAApplicationNotAuthorized)
    }

    @Test(arguments: Backend.allCases)
    func keepsSessionAfterRelaunch(backend: Backend) async throws {
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
        #expect(world.device.userAgent.pages.count == 1)
    }

    @Test func rejectsMissingOrInvalidScopes() async throws {
        let world = try RecordedWorld()
        world.launch()
        #expect(await Calls.authorize([]).error?.code == kAMZNLWAInvalidInput)
        let request = AMZNAuthorizeRequest.request()
        request.scopes = ["profile"]
        #expect(await Calls.authorize(request).error?.code == kAMZNLWAInvalidInput)
        #expect(world.device.userAgent.pages.isEmpty)
    }

    // MARK: Authorization codes

    @Test(arguments: Backend.allCases)
    func returnsAuthorizationCodeWithoutStoringSession(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let request = AMZNAuthorizeRequest.request()
        request.grantType = .code
        request.codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        request.codeChallengeMethod = "S256"
        let outcome = await Calls.authorize(request)
        #expect(outcome.token == "")
        #expect(outcome.code?.isEmpty == false)
        #expect((outcome.clientID, outcome.redirectURI) == (world.apiKey.clientID, Device.redirectURI))
        #expect(outcome.userID == nil)
        let page = try #require(world.device.userAgent.pages.first)
        let query = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
        #expect(query[.codeChallenge] == request.codeChallenge)
        #expect(world.device.network.count(AmazonTokenEndpoint.path) == 0)
        #expect(try await world.device.stored(world.apiKey)?.sessions ?? [] == [])
        #expect(await Calls.fetch().error?.code == kAMZNLWAApplicationNotAuthorized)
    }

    @Test func acceptsMissingChallengeAndRejectsInvalidOne() async throws {
        let world = try RecordedWorld()
        world.launch()
        let request = AMZNAuthorizeRequest.request()
        request.grantType = .code
        #expect(await Calls.authorize(request).code == "ANdNAVhyhqirUelHGEHA")
        request.interactiveStrategy = .never
        #expect(await Calls.authorize(request).error?.code == kAMZNLWAApplicationNotAuthorized)
        request.codeChallenge = "short"
        request.codeChallengeMethod = "S256"
        #expect(await Calls.authorize(request).error?.code == kAMZNLWAInvalidInput)
    }

    /// Requests without a challenge, which the Gatehouse server does not accept from apps.
    @Test func sendsScopeDataWithAuthorizationCodeRequest() async throws {
        let world = try RecordedWorld()
        world.launch()
        let optional = AMZNScopeFactory.scope(withName: "postal_code", data: ["essential": false])
        let request = AMZNAuthorizeRequest.request(for: [AMZNProfileScope.profile(), optional])
        request.grantType = .code
        #expect(await Calls.authorize(request).code?.isEmpty == false)
        let page = try #require(world.device.userAgent.pages.first)
        let query = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
        #expect(query[.scopeData] == #"{"postal_code":{"essential":false}}"#)
        #expect(query[.codeChallenge] == nil)
    }
}
