import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import LoginWithAmazon
import Testing

extension Facade {
    @Suite struct ConfigurationTests {
        @Test func aKeyThatCannotBeReadOrIsForAnotherBundleFailsEveryCall() async throws {
            let world = try RecordedWorld()
            let key = world.apiKey.text(signature: Data(repeating: 7, count: 256))
            for (key, bundle) in [("no key", "com.example.app"), (key, "com.example.other")] {
                world.launch(key: key, bundleIdentifier: bundle)
                let outcome = await Calls.authorize()
                #expect(outcome.isOneOfThree)
                #expect(outcome.error?.code == kAMZNLWAUnauthorizedClient)
                #expect(await Calls.fetch().error?.code == kAMZNLWAUnauthorizedClient)
                #expect(await Calls.signOut()?.code == kAMZNLWAUnauthorizedClient)
                let redirect = try #require(URL(string: Device.redirectURI))
                #expect(!AMZNAuthorizationManager.handleOpen(redirect, sourceApplication: nil))
            }
            world.launch(key: key, bundleIdentifier: nil)
            #expect(await Calls.authorize().token != nil)
        }

        @Test func theRegionMovesTheHostsAndTheSandboxTheProfile() async throws {
            let world = try RecordedWorld()
            world.launch()
            let manager = AMZNAuthorizationManager.shared()
            manager.region = .EU
            world.device.stage.next(.closes)
            #expect(await Calls.authorize().isCancelled)
            manager.region = .FE
            world.device.stage.next(.closes)
            #expect(await Calls.authorize().isCancelled)
            #expect(
                world.device.stage.pages.map { $0.host ?? "" }
                    == ["eu.account.amazon.com", "apac.account.amazon.com"]
            )
            #expect((manager.region, manager.isSandboxMode) == (.FE, false))
        }

        @Test func theConstantsAreTheVendors() {
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

        @Test func aRequestBeginsEmpty() {
            let request = AMZNAuthorizeRequest()
            #expect(request.scopes.isEmpty)
            #expect((request.interactiveStrategy, request.grantType) == (.auto, .token))
            #expect((request.codeChallenge, request.codeChallengeMethod) == ("", ""))
            let result = AMZNAuthorizeResult()
            #expect((result.token, result.authorizationCode, result.user) == ("", "", nil))
        }

        @Test func theSettingIsKept() {
            #expect(!AMZNLWASettings.isCreateAccountLinkDisabled())
            AMZNLWASettings.setDisableCreateAccountLink(true)
            #expect(AMZNLWASettings.isCreateAccountLinkDisabled())
            AMZNLWASettings.setDisableCreateAccountLink(false)
        }
    }
}
