import Foundation
import GatehouseTestSupport
import KiiSDK
import Testing

@Suite(.serialized, .ownState, .timeLimit(.minutes(3))) struct KiiTests {
    @Test func returnsApplicationValues() {
        for (url, apps) in [
            ("https://login.example.com/api", "https://login.example.com/api/apps"),
            ("https://login.example.com/api/", "https://login.example.com/api/apps"),
            ("https://login.example.com", "https://login.example.com/api/apps"),
            ("https://login.example.com/", "https://login.example.com/api/apps"),
            ("https://example.com/kii", "https://example.com/kii/apps"),
        ] {
            Kii.begin(withID: "app", andKey: "key", andCustomURL: url)
            #expect(Kii.kiiAppsBaseURL() == apps)
        }
        #expect(Kii.getSDKVersion() == "2.7.8")
        #expect(Kii.getBuildNumber() == "2.7.8")
        Kii.setLogLevel(3)
        #expect(KiiSite.US.rawValue == 0)
        #expect([KiiSite.JP, .SG, .EU].map(\.rawValue) == [1, 3, 5])
        #expect([KiiNotificationMethod.EMAIL, .SMS, .SMS_PIN].map(\.rawValue) == [0, 1, 2])
    }

    @Test func trapsOnExpirationBeforeBegin() async {
        await #expect(processExitsWith: .failure) { Kii.setAccessTokenExpiration(3600) }
    }

    @Test func trapsOnNegativeExpiration() async {
        await #expect(processExitsWith: .failure) {
            Kii.begin(withID: "app", andKey: "key", andCustomURL: "https://login.example.com/api")
            Kii.setAccessTokenExpiration(-1)
        }
    }

    @Test func failsWith101BeforeBegin() async {
        await #expect(processExitsWith: .success) {
            let queue = DispatchQueue(label: "blocks")
            Kii.callbackQueue = queue
            for call in KiiCall.allCalls(KiiUser(id: "user-1")) + [.restore] {
                for style in CallStyle.allCases {
                    guard await call.outcome(style).error?.code == 101 else { exit(1) }
                }
            }
            guard KiiUser.current() == nil, Kii.kiiAppsBaseURL() == "" else { exit(1) }
            KiiUser.logOut()
            exit(0)
        }
    }
}
