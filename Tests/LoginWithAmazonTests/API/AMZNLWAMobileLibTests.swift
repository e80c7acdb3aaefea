import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct AMZNLWAMobileLibTests {
    private let scopes = ["profile", "postal_code"]

    @Test func exportsNamesOfEveryVersion() {
        #expect(AIMobileLib.self == AMZNLWAMobileLib.self)
        #expect(AMZNMobileLib.self == AMZNLWAMobileLib.self)
    }

    @Test(arguments: Backend.allCases)
    func notifiesDelegateOfEveryCall(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        #expect(await Version2.perform { $0.authorizeUser(scopes, $1) } == DelegateCall(api: .authorizeUser))
        let token = await Version2.perform { $0.getAccessToken(scopes, params: nil, $1) }
        #expect(token.api == .getAccessToken)
        #expect(token.text?.hasPrefix("Atza|") == true)
        let profile = await Version2.perform { $0.getProfile($1) }
        #expect(profile.api == .getProfile)
        #expect(profile.profile?["user_id"]?.hasPrefix("amzn1.account.") == true)
        #expect(profile.profile?["email"] == world.user.email)
        #expect(profile.profile?["name"] == world.user.name)
        #expect(profile.profile?["postal_code"] == world.user.postalCode)
        #expect(
            await Version2.perform { $0.clearAuthorizationState($1) } == DelegateCall(api: .clearAuthorizationState)
        )
        for call in [
            await Version2.perform { $0.getAccessToken(scopes, params: nil, $1) },
            await Version2.perform { $0.getProfile($1) },
        ] {
            #expect(call.error == kAIApplicationNotAuthorized)
            #expect(call.message?.isEmpty == false)
        }
        #expect(Version2.calls.getClientId() == world.apiKey.clientID)
        #expect(Version2.calls.getRedirectUri() == Device.redirectURI)
    }

    @Test(arguments: Backend.allCases)
    func sharesSessionBetweenVersions(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        #expect(await Version2.perform { $0.authorizeUser(scopes, $1) }.error == nil)
        let found = await Calls.authorize([AMZNProfileScope.profile()], .never)
        #expect(found.token != nil)
        #expect(await Version2.perform { $0.getAccessToken(scopes, params: nil, $1) }.text == found.token)
        #expect(await Calls.signOut() == nil)
        #expect(
            await Version2.perform { $0.getAccessToken(scopes, params: nil, $1) }.error == kAIApplicationNotAuthorized
        )
        let signedIn = await Calls.authorize([AMZNProfileScope.profile()])
        #expect(signedIn.token != nil)
        #expect(await Version2.perform { $0.getAccessToken(["profile"], params: [:], $1) }.text == signedIn.token)
        #expect(await Version2.perform { $0.getProfile($1) }.profile == signedIn.profile)
    }

    @Test(arguments: Backend.allCases)
    func forcesNewToken(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let first = await Calls.authorize()
        #expect(await Version2.perform { $0.getAccessToken(["profile"], params: nil, $1) }.text == first.token)
        let forced = await Version2.perform { $0.getAccessToken(["profile"], params: [kForceRefresh: "YES"], $1) }
        #expect(forced.text?.hasPrefix("Atza|") == true)
        #expect(world.device.network.count(AmazonTokenEndpoint.path) == 2)
    }

    @Test(arguments: Backend.allCases)
    func reportsCancellationAndDenialAsErrors(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        world.device.userAgent.next(.closes)
        let closed = await Version2.perform { $0.authorizeUser(scopes, $1) }
        #expect((closed.api, closed.error) == (.authorizeUser, kAIErrorUserInterrupted))
        world.device.userAgent.next(.decides(.denies))
        #expect(await Version2.perform { $0.authorizeUser(scopes, $1) }.error == kAIAccessDenied)
    }

    @Test(arguments: Backend.allCases)
    func returnsAuthorizationCodeAsSeparateResult(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let options: [AnyHashable: Any] = [
            kAIOptionReturnAuthCode: true,
            kAIOptionCodeChallenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            kAIOptionCodeChallengeMethod: "S256",
        ]
        let delegateCall = await Version2.perform { $0.authorizeUser(["profile"], $1, options: options) }
        #expect(delegateCall.api == .getAuthorizationCode)
        #expect(delegateCall.text?.isEmpty == false)
        #expect(await Version2.perform { $0.getProfile($1) }.error == kAIApplicationNotAuthorized)
    }

    @Test(arguments: Backend.allCases)
    func acceptsScopeDataAsJSONString(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let options = [kAIOptionScopeData: #"{"profile":{"essential":true}}"#]
        #expect(await Version2.perform { $0.authorizeUser(["profile"], $1, options: options) }.error == nil)
        let page = try #require(world.device.userAgent.pages.first)
        let query = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
        #expect(query[.scopeData] == #"{"profile":{"essential":true}}"#)
        let wrong = [kAIOptionScopeData: "profile"]
        #expect(
            await Version2.perform { $0.authorizeUser(["postal_code"], $1, options: wrong) }.error == kAIInvalidInput
        )
    }

    @Test func keepsSandboxModeForLaterCalls() async throws {
        let world = try RecordedWorld()
        world.launch()
        _ = await Version2.perform { $0.getProfile($1) }
        #expect(!AMZNAuthorizationManager.shared().isSandboxMode)
        let options = [kAIOptionSandboxMode: "YES", kAIOptionScopeData: "wrong"]
        #expect(await Version2.perform { $0.authorizeUser(["profile"], $1, options: options) }.error == kAIInvalidInput)
        #expect(AMZNAuthorizationManager.shared().isSandboxMode)
    }

    @Test func handlesRedirectLikeVersion3() async throws {
        let world = try RecordedWorld()
        world.launch()
        world.device.userAgent.next(.leaves)
        async let delegateCall = Version2.perform { $0.authorizeUser(["profile"], $1) }
        var pages = world.device.userAgent.abandonedPages.makeAsyncIterator()
        let page = try #require(await pages.next())
        let redirect = try await world.visit(page, .agrees)
        #expect(!Version2.calls.handleOpen(nil, nil))
        #expect(Version2.calls.handleOpen(redirect, nil))
        #expect(!Version2.calls.handleOpen(redirect, "com.example.browser"))
        #expect(await delegateCall == DelegateCall(api: .authorizeUser))
    }

    // MARK: Delegates

    @Test func callsEitherSpellingOfDelegateMethods() async throws {
        try RecordedWorld().launch()
        let failed = await withCheckedContinuation { continuation in
            Version2.calls.getProfile(NonoptionalDelegate { continuation.resume(returning: $0) })
        }
        #expect(failed.error == kAIApplicationNotAuthorized)
        let cleared = await withCheckedContinuation { continuation in
            Version2.calls.clearAuthorizationState(NonoptionalDelegate { continuation.resume(returning: $0) })
        }
        #expect(cleared == DelegateCall(api: .clearAuthorizationState))
    }

    @Test func toleratesMissingDelegate() async throws {
        try RecordedWorld().launch()
        Version2.calls.getProfile(nil)
        Version2.calls.getAccessToken(nil, params: nil, nil)
        // The queue is serial: this call finishes after the previous ones.
        #expect(await Version2.perform { $0.clearAuthorizationState($1) }.error == nil)
    }

    #if !canImport(ObjectiveC)
    @Test func toleratesDelegateWithoutMethods() async throws {
        try RecordedWorld().launch()
        Version2.calls.getProfile(EmptyDelegate())
        Version2.calls.clearAuthorizationState(EmptyDelegate())
        // The queue is serial: this call finishes after the previous ones.
        #expect(await Version2.perform { $0.clearAuthorizationState($1) }.error == nil)
        let delegate = EmptyDelegate()
        delegate.requestDidSucceed(APIResult(resultFor: .getProfile, andResult: nil))
    }
    #endif

    @Test func keepsOldNamesAsAliases() {
        #expect(AIMobileLib.self == AMZNLWAMobileLib.self)
        #expect(AIError.self == AMZNLWAError.self)
        #expect(AIErrorDomain == kAMZNLWAErrorDomain)
        #expect(kForceRefresh == kAMZNLWAForceRefresh)
        #expect([API.authorizeUser, .getAccessToken, .clearAuthorizationState].map(\.rawValue) == [1, 2, 3])
        #expect(
            [API.getProfile, .getAuthorizationCode, .getCodePair, .getTokenForCodePair].map(\.rawValue)
                == [4, 5, 6, 7]
        )
    }
}
