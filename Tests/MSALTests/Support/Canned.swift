import Foundation
import Gatehouse
import GatehouseTesting

@testable import MSAL

/// An app in front of a server that says what the test has put in its mouth.
struct Canned {
    let api = CannedNativeAuthAPI()
    let app: MSALNativeAuthPublicClientApplication

    init(
        _ change: (MSALNativeAuthPublicClientApplicationConfig) -> Void = { _ in },
        adjust: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) throws {
        ModuleLog.begun
        let config = MSALNativeAuthPublicClientApplicationConfig(
            clientId: api.clientID,
            authority: try MSALCIAMAuthority(url: api.authority),
            challengeTypes: [.OOB, .password]
        )
        change(config)
        app = try MSALNativeAuthPublicClientApplication(nativeAuthConfiguration: config) { [api] configuration in
            api.prepare(&configuration)
            adjust(&configuration)
        }
    }

    /// The parameters of the newest request to an endpoint.
    func request(at endpoint: NativeEndpoint) -> CannedNativeAuthAPI.Request? {
        api.requests.last { $0.endpoint == endpoint }
    }
}
