public import Foundation
public import Gatehouse
import GatehouseServer
import GatehouseWire
import Synchronization

/// What an app finds on the device of a person: a browser, a network, a place to store sessions and a clock, all in the test's hands.
///
/// ```swift
/// let device = server.device(of: ada)
/// let app = GatehouseClient(device.configuration())
/// try await app.signIn()
/// device.network.failNext(.token, with: .losesAnswer)
/// device.store.suffer(.locked)
/// let relaunched = GatehouseClient(device.configuration())
/// ```
///
/// It outlives the app: a client that is made from a second configuration is the same app after it was closed and opened again.
public final class TestDevice: Sendable {
    /// The person's browser.
    public let browser: ScriptedBrowser
    /// What carries the requests of the device's apps.
    public let network: InProcessTransport
    /// Where the device's apps store their sessions.
    public let store = MemoryTokenStore()

    private let server: TestServer
    private let script: @Sendable (ScriptedBrowser) async throws -> Void
    private let error = Mutex<TimeInterval>(0)

    init(
        on server: TestServer,
        languages: String,
        script: @escaping @Sendable (ScriptedBrowser) async throws -> Void
    ) {
        self.server = server
        self.script = script
        browser = ScriptedBrowser(on: server, languages: languages)
        network = InProcessTransport(to: server)
    }

    /// By how many seconds the device's clock is ahead of the server's; negative when it is behind.
    ///
    /// Both go on together when the server's clock travels. It can be set while an app runs, as a person sets a device's clock: the time that
    /// has passed, as the system counts it, stays what it was.
    public var clockError: TimeInterval {
        get { error.withLock { $0 } }
        set { error.withLock { $0 = newValue } }
    }

    /// How an app on the device is set up.
    ///
    /// - Parameter clientID: The app's client, which must have been registered with ``TestServer/appRedirectURI``, or be one that shows
    ///   no pages.
    /// - Returns: The configuration, to be changed as the test needs.
    public func configuration(clientID: String = "app") -> GatehouseClient.Configuration {
        var configuration = GatehouseClient.Configuration(issuer: server.issuer, clientID: clientID)
        prepare(&configuration)
        return configuration
    }

    /// Moves a configuration that the app has made itself to the device, such as the one that `LoginWithAmazon`, `MSAL` or `KiiSDK` hands
    /// out.
    ///
    /// - Parameter configuration: How the app is set up, to be changed further as the test needs.
    public func prepare(_ configuration: inout GatehouseClient.Configuration) {
        let usual = server.configuration(
            clientID: configuration.clientID,
            redirectURI: TestServer.redirectURI(of: configuration),
            browser: browser,
            transport: network,
            script: script
        )
        configuration.redirectURI = usual.redirectURI
        configuration.transport = usual.transport
        configuration.tokenStore = store
        configuration.userAgent = usual.userAgent
        configuration.environment = usual.environment
        configuration.environment.now = { [now = usual.environment.now, self] in now() + clockError }
        // A person who sets the device's clock lets no time pass.
        configuration.environment.uptime = usual.environment.uptime
    }
}
