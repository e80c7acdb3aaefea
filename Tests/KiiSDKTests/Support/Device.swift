import Dispatch
import Foundation
import Gatehouse
import GatehouseTesting
import GatehouseWire
import KiiSDK

/// An app on a device, with its token store and server.
struct Device: Sendable {
    static let url = "https://login.example.com/api"

    let store = MemoryTokenStore()
    let clock = TestClock()
    let server: InMemoryKiiServer

    init(_ server: InMemoryKiiServer = InMemoryKiiServer()) {
        self.server = server
    }

    /// Configures the module anew, like a relaunched app with the same stored data.
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

    /// The stored sessions of the app.
    var stored: StoredSessions? {
        get throws { try SessionStore(TokenStoreKey(issuer: Self.url, clientID: "app"), in: store).loadNow() }
    }

    /// The stored log-in.
    var slot: StoredSession? {
        get throws {
            guard let stored = try stored, let current = stored.current else { return nil }
            return stored.sessions.first { $0.id == current }
        }
    }
}
