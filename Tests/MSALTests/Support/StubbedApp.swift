import Foundation
import Gatehouse
import GatehouseTesting

@testable import MSAL

/// An app connected to a server with scripted responses.
struct StubbedApp {
    let api = StubNativeAuthServer()
    let app: MSALNativeAuthPublicClientApplication

    init(
        _ change: (MSALNativeAuthPublicClientApplicationConfig) -> Void = { _ in },
        adjust: (inout GatehouseClient.Configuration) -> Void = { _ in }
    ) throws {
        ModuleLog.configured
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

    /// Returns the latest request to an endpoint.
    func request(at endpoint: NativeEndpoint) -> StubNativeAuthServer.Request? {
        api.requests.last { $0.endpoint == endpoint }
    }
}
