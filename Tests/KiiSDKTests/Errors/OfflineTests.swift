import Foundation
import KiiSDK
import Testing

extension Facade {
    @Suite struct OfflineTests {
        @Test(arguments: Form.allCases)
        func beforeTheAppHasAServerEveryCallFailsWith101(form: Form) async {
            for url in ["", "no url", "https://"] {
                Kii.begin(withID: "app", andKey: "key", andCustomURL: url)
                for call in KiiCall.everything(KiiUser(id: "user-1")) + [.restore] {
                    let heard = await call.outcome(form)
                    #expect(heard.error?.code == 101, "\(call.name)")
                    #expect(heard.user == nil, "\(call.name)")
                }
            }
            #expect(KiiUser.current() == nil)
            #expect(!KiiUser.loggedIn())
            KiiUser.logOut()
        }

        @Test func aSiteOfKiiIsNoServer() async {
            let app: any DeprecatedCalls = OldApp()
            for site in [nil, KiiSite.US, .JP, .SG, .EU] {
                app.begin(at: site)
                let heard = await KiiCall.logIn().outcome(.async)
                #expect(heard.error?.code == 101)
                #expect(heard.text?.contains("andCustomURL") == true)
                #expect(Kii.kiiAppsBaseURL() == "")
            }
        }

        @Test(arguments: Form.allCases)
        func aLostConnectionIs201AndNothingElse(form: Form) async throws {
            let device = Device()
            let id = device.server.add("ada")
            device.launch()
            let user = try await KiiUser.authenticate(withToken: device.server.token(of: id))
            let stored = try device.stored
            for call in KiiCall.everything(user) {
                guard call.name != "putIdentity" else { continue }
                device.server.failNext(.isDown)
                let heard = await call.outcome(form)
                #expect(heard.error?.code == 201, "\(call.name)")
                #expect(heard.error?.kiiHttpStatus() == 0, "\(call.name)")
                #expect(heard.text?.isEmpty == false)
                #expect(KiiUser.current() === user, "\(call.name)")
            }
            #expect(try device.stored == stored)
        }
    }
}
