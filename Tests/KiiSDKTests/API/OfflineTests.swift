import Foundation
import GatehouseTestSupport
import KiiSDK
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct OfflineTests {
    @Test(arguments: CallStyle.allCases)
    func failsWith101WithoutServer(style: CallStyle) async {
        for url in ["", "no url", "https://"] {
            Kii.begin(withID: "app", andKey: "key", andCustomURL: url)
            for call in KiiCall.allCalls(KiiUser(id: "user-1")) + [.restore] {
                let outcome = await call.outcome(style)
                #expect(outcome.error?.code == 101, "\(call.name)")
                #expect(outcome.user == nil, "\(call.name)")
            }
        }
        #expect(KiiUser.current() == nil)
        #expect(!KiiUser.loggedIn())
        KiiUser.logOut()
    }

    @Test func failsWith101ForKiiCloudSite() async {
        let app: any DeprecatedCalls = LegacyApp()
        for site in [nil, KiiSite.US, .JP, .SG, .EU] {
            app.begin(at: site)
            let outcome = await KiiCall.logIn().outcome(.async)
            #expect(outcome.error?.code == 101)
            #expect(outcome.text?.contains("andCustomURL") == true)
            #expect(Kii.kiiAppsBaseURL() == "")
        }
    }

    @Test(arguments: CallStyle.allCases)
    func returns201WhenConnectionIsLost(style: CallStyle) async throws {
        let device = Device()
        let id = device.server.add("ada")
        device.launch()
        let user = try await KiiUser.authenticate(withToken: device.server.token(of: id))
        let stored = try device.stored
        for call in KiiCall.allCalls(user) {
            guard call.name != "putIdentity" else { continue }
            device.server.failNext(.isDown)
            let outcome = await call.outcome(style)
            #expect(outcome.error?.code == 201, "\(call.name)")
            #expect(outcome.error?.kiiHttpStatus() == 0, "\(call.name)")
            #expect(outcome.text?.isEmpty == false)
            #expect(KiiUser.current() === user, "\(call.name)")
        }
        #expect(try device.stored == stored)
    }
}
