import Foundation
import Gatehouse
import GatehouseTestSupport
import GatehouseWire
import LoginWithAmazon
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct AMZNScopeTests {
    @Test func usesAmazonsScopeNames() {
        let scopes = [AMZNProfileScope.profile(), AMZNProfileScope.postalCode(), AMZNProfileScope.userID()]
        #expect(scopes.map(\.name) == ["profile", "postal_code", "profile:user_id"])
        #expect(scopes.allSatisfy { $0.scopeData == nil })
    }

    @Test func encodesScopeDataAsJSONByScope() {
        let error = AMZNLWAError()
        let device = AMZNScopeFactory.scope(
            withName: "alexa:all",
            data: [
                "productID": "Kettle",
                "productInstanceAttributes": ["deviceSerialNumber": "42"] as [String: Any],
                "numbers": [1, 2.5, true, NSNull()] as [Any],
            ]
        )
        let optional = AMZNScopeFactory.scope(withName: "postal_code", data: ["essential": false])
        let text = AMZNScopeFactory.getScopeDataAsJsonString(
            [device, optional, AMZNProfileScope.profile()],
            withErrorObject: error
        )
        #expect(
            text
                == #"{"alexa:all":{"numbers":[1,2.5,true,null],"productID":"Kettle","#
                + #""productInstanceAttributes":{"deviceSerialNumber":"42"}},"postal_code":{"essential":false}}"#
        )
        #expect(error.code == kAMZNLWANoError)
    }

    @Test func rejectsScopeDataOutsideJSON() {
        let error = AMZNLWAError()
        let scope = AMZNScopeFactory.scope(withName: "profile", data: ["when": Date(timeIntervalSince1970: 0)])
        #expect(AMZNScopeFactory.getScopeDataAsJsonString([scope], withErrorObject: error) == "")
        #expect(error.code == kAMZNLWAInvalidInput)
        #expect(error.errorName == "InvalidInput")
        #expect(error.message?.isEmpty == false)
        #expect(error.userInfo["AMZNLWAErrorNonLocalizedDescription"] as? String == error.message)
    }

    @Test(arguments: Backend.allCases)
    func sendsScopeDataWithRequest(backend: Backend) async throws {
        let world = try await backend.world()
        world.launch()
        let optional = AMZNScopeFactory.scope(withName: "postal_code", data: ["essential": false])
        let outcome = await Calls.authorize([AMZNProfileScope.profile(), optional])
        #expect(outcome.token != nil)
        let page = try #require(world.device.userAgent.pages.first)
        let query = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
        #expect(query[.scopeData] == #"{"postal_code":{"essential":false}}"#)
    }

    @Test func splitsNameIntoSeveralScopes() async throws {
        let world = try RecordedWorld()
        world.launch()
        _ = await Calls.authorize([AMZNScopeFactory.scope(withName: "alexa:voice_service:pre_auth profile")])
        let page = try #require(world.device.userAgent.pages.first)
        let query = try Parameters(formEncoded: page.query(percentEncoded: true) ?? "")
        #expect(query[.scope] == "alexa:voice_service:pre_auth profile")
        #expect(await Calls.authorize([AMZNProfileScope.profile()], .never).token != nil)
    }

    @Test func acceptsCustomScopeType() async throws {
        final class OwnScope: NSObject, AMZNScope {
            let name = "profile"
            #if canImport(ObjectiveC)
            let scopeData: [AnyHashable: Any] = ["essential": true]
            #else
            let scopeData: [AnyHashable: Any]? = ["essential": true]
            #endif
        }
        let world = try RecordedWorld()
        world.launch()
        #expect(await Calls.authorize([OwnScope()]).token != nil)
        let page = try #require(world.device.userAgent.pages.first)
        #expect(page.query(percentEncoded: false)?.contains(#"scope_data={"profile":{"essential":true}}"#) == true)
    }
}
