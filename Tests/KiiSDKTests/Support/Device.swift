import Dispatch
import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import KiiSDK

/// An app on a device: what is stored there, and the server it speaks with.
struct Device: Sendable {
    static let url = "https://login.example.com/api"

    let store = MemoryTokenStore()
    let clock = TestClock()
    let server: SmallKii

    init(_ server: SmallKii = SmallKii()) {
        self.server = server
    }

    /// Starts the app: a new process, as far as the module can tell, with what is stored on the device.
    func launch() {
        Kii.begin(withID: "app", andKey: "key", andCustomURL: Self.url) { configuration in
            configuration.tokenStore = store
            configuration.transport = server
            configuration.environment.now = { [clock] in clock.now }
            configuration.environment.backgroundSleep = { [clock] in try await clock.sleep(for: $0) }
        }
        Kii.setAccessTokenExpiration(0)
        Kii.callbackQueue = .main
    }

    /// What is stored for the app.
    var stored: StoredSessions? {
        get throws { try store.loadNow(TokenKey(issuer: Self.url, clientID: "app")) }
    }

    /// Whose log-in is stored.
    var slot: StoredGrant? {
        get throws {
            guard let stored = try stored, let current = stored.current else { return nil }
            return stored.grants.first { $0.id == current }
        }
    }
}
