import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct ConfigurationTests {
    @Test func failsEveryCallWithInvalidAPIKey() async throws {
        let world = try RecordedWorld()
        let key = world.apiKey.text(signature: Data(repeating: 7, count: 256))
        for (key, bundle) in [("no key", "com.example.app"), (key, "com.example.other")] {
            world.launch(key: key, bundleIdentifier: bundle)
            let outcome = await Calls.authorize()
            #expect(outcome.isExactlyOneOutcome)
            #expect(outcome.error?.code == kAMZNLWAUnauthorizedClient)
            #expect(await Calls.fetch().error?.code == kAMZNLWAUnauthorizedClient)
            #expect(await Calls.signOut()?.code == kAMZNLWAUnauthorizedClient)
            let redirect = try #require(URL(string: Device.redirectURI))
            #expect(!AMZNAuthorizationManager.handleOpen(redirect, sourceApplication: nil))
        }
        world.launch(key: key, bundleIdentifier: nil)
        #expect(await Calls.authorize().token != nil)
    }

    /// A region and the hosts it selects.
    struct RegionHosts: Sendable {
        let region: AMZNRegion
        let pages: String
        let servers: String

        static let all = [
            RegionHosts(region: .auto, pages: "www.amazon.com", servers: "amazon.com"),
            RegionHosts(region: .NA, pages: "www.amazon.com", servers: "amazon.com"),
            RegionHosts(region: .EU, pages: "eu.account.amazon.com", servers: "amazon.co.uk"),
            RegionHosts(region: .FE, pages: "apac.account.amazon.com", servers: "amazon.co.jp"),
        ]
    }

    @Test(arguments: RegionHosts.all, [false, true])
    func selectsHostsByRegionAndSandboxMode(hosts: RegionHosts, isSandbox: Bool) async throws {
        let world = try RecordedWorld()
        world.launch()
        let manager = AMZNAuthorizationManager.shared()
        manager.region = hosts.region
        manager.isSandboxMode = isSandbox
        #expect((manager.region, manager.isSandboxMode) == (hosts.region, isSandbox))
        #expect(await Calls.authorize([AMZNScopeFactory.scope(withName: "alexa:all")]).token != nil)
        #expect(await Calls.authorize().profile?[AMZNUserNameKey] == world.user.name)
        let data = (isSandbox ? "api.sandbox." : "api.") + hosts.servers
        #expect(world.device.userAgent.pages.map { $0.host ?? "" } == [hosts.pages, hosts.pages])
        #expect(
            world.device.network.requests == [
                "api.\(hosts.servers)/auth/o2/token", "\(data)/auth/o2/tokeninfo",
                "api.\(hosts.servers)/auth/o2/token", "\(data)/user/profile",
            ]
        )
    }

    @Test func usesSeparateRegionForCodePairs() async throws {
        let world = try RecordedWorld()
        world.launch()
        let request = AMZNCreateCodePairRequest()
        request.scopes = [AMZNProfileScope.profile()]
        _ = try await AMZNCodePairManager.shared().createCodePair(request)
        AMZNAuthorizationManager.shared().region = .FE
        _ = try await AMZNCodePairManager.shared().createCodePair(request)
        AMZNCodePairManager.shared().region = .EU
        _ = try await AMZNCodePairManager.shared().createCodePair(request)
        #expect(
            world.device.network.requests == [
                "api.amazon.com/auth/o2/create/codepair", "api.amazon.co.jp/auth/o2/create/codepair",
                "api.amazon.co.uk/auth/o2/create/codepair",
            ]
        )
    }

    /// The raw values of the enums are in the vendor's headers.
    ///
    /// Those of the errors are not: only 3 and 6 are documented.
    @Test func keepsValuesOfConstants() {
        #expect([AMZNInteractiveStrategy.auto, .never, .always].map(\.rawValue) == [0, 1, 2])
        #expect([AMZNAuthorizationGrantType.token, .code].map(\.rawValue) == [0, 1])
        #expect([AMZNRegion.auto, .NA, .EU, .FE].map(\.rawValue) == [0, 1, 2, 3])
        let codes = [
            kAMZNLWANoError, kAMZNLWAApplicationNotAuthorized, kAMZNLWAServerError, kAMZNLWAErrorUserInterrupted,
            kAMZNLWAAccessDenied, kAMZNLWADeviceError, kAMZNLWAInvalidInput, kAMZNLWANetworkError,
            kAMZNLWAUnauthorizedClient, kAMZNLWAInternalError, kAMZNLWAVersionDenied,
        ]
        #expect(codes == Array(0...10))
        let old = [
            kAINoError, kAIApplicationNotAuthorized, kAIServerError, kAIErrorUserInterrupted, kAIAccessDenied,
            kAIDeviceError, kAIInvalidInput, kAINetworkError, kAIUnauthorizedClient, kAIInternalError,
            kAIVersionDenied,
        ]
        #expect(old == codes)
        #expect(kAMZNLWAErrorDomain == "AMZNLWAErrorDomain")
        let keys = [AMZNUserIDKey, AMZNUserNameKey, AMZNUserEmailKey, AMZNUserPostalCodeKey]
        #expect(keys == ["user_id", "name", "email", "postal_code"])
        #expect(AMZNLWASDKInfo.sdkVersion() == "3.1.4")
    }

    @Test func createsEmptyRequest() {
        let request = AMZNAuthorizeRequest()
        #expect(request.scopes.isEmpty)
        #expect((request.interactiveStrategy, request.grantType) == (.auto, .token))
        #expect((request.codeChallenge, request.codeChallengeMethod) == ("", ""))
        let result = AMZNAuthorizeResult()
        #expect((result.token, result.authorizationCode, result.user) == ("", "", nil))
    }

    @Test func storesCreateAccountLinkSetting() {
        #expect(!AMZNLWASettings.isCreateAccountLinkDisabled())
        AMZNLWASettings.setDisableCreateAccountLink(true)
        #expect(AMZNLWASettings.isCreateAccountLinkDisabled())
        AMZNLWASettings.setDisableCreateAccountLink(false)
    }
}
