public import Foundation
public import Gatehouse
import GatehouseConcurrency
import GatehouseServer
import GatehouseWire

/// A user's device for an app under test: a browser, a network, a token store and a clock, controlled by the test.
///
/// ```swift
/// let device = server.device(of: ada)
/// let app = GatehouseClient(configuration: device.configuration())
/// try await app.signIn()
/// device.network.failNext(.token, with: .dropsResponse)
/// device.store.inject(.locked)
/// let relaunched = GatehouseClient(configuration: device.configuration())
/// ```
///
/// The device outlives the app: a client with a second configuration is the same app after a relaunch.
public final class TestDevice: Sendable {
    /// The user's browser.
    public let browser: ScriptedBrowser
    /// The transport of the device's apps.
    public let network: InProcessTransport
    /// The token store of the device's apps.
    public let store = MemoryTokenStore()
    /// The second factors that the user has at hand.
    public let factors: TestFactors

    private let server: TestServer
    private let script: @Sendable (ScriptedBrowser) async throws -> Void
    private let error = Mutex<TimeInterval>(0)

    init(
        on server: TestServer,
        languages: String,
        factors: TestFactors?,
        script: @escaping @Sendable (ScriptedBrowser) async throws -> Void
    ) {
        self.server = server
        self.script = script
        self.factors = factors ?? TestFactors(on: server)
        browser = ScriptedBrowser(on: server, languages: languages, factors: self.factors)
        network = InProcessTransport(to: server)
    }

    /// The passkeys of the device, for its apps and its browser; short for ``TestFactors/passkeys``.
    public var passkeys: TestPasskeyAuthenticator { factors.passkeys }

    /// The authenticator app on the device; short for ``TestFactors/authenticatorApp``.
    public var authenticatorApp: TestAuthenticatorApp { factors.authenticatorApp }

    /// The seconds by which the device's clock is ahead of the server's; negative if it is behind.
    ///
    /// Both advance with the server's clock. Setting it while an app runs is like the user setting the device's clock:
    /// the system's monotonic clock is unchanged.
    public var clockError: TimeInterval {
        get { error.withLock { $0 } }
        set { error.withLock { $0 = newValue } }
    }

    /// Returns a configuration for an app on the device.
    ///
    /// - Parameter clientID: The app's client, registered with ``TestServer/appRedirectURI`` or without pages.
    /// - Returns: The configuration, which the test can change.
    public func configuration(clientID: String = "app") -> GatehouseClient.Configuration {
        var configuration = GatehouseClient.Configuration(issuer: server.issuer, clientID: clientID)
        prepare(&configuration)
        return configuration
    }

    /// Moves an app's own configuration to the device, such as one of `LoginWithAmazon`, `MSAL` or `KiiSDK`.
    ///
    /// - Parameter configuration: The configuration, which the test can change further.
    public func prepare(_ configuration: inout GatehouseClient.Configuration) {
        let usual = server.configuration(
            clientID: configuration.clientID,
            redirectURI: configuration.testRedirectURI,
            browser: browser,
            transport: network,
            script: script
        )
        configuration.redirectURI = usual.redirectURI
        configuration.transport = usual.transport
        configuration.tokenStore = store
        configuration.userAgent = usual.userAgent
        configuration.passkeyAuthenticator = passkeys
        configuration.environment = usual.environment
        configuration.environment.now = { [now = usual.environment.now, self] in now() + clockError }
        // Setting the device's clock does not affect its monotonic clock.
        configuration.environment.uptime = usual.environment.uptime
    }
}

extension TestServer {
    /// Creates a device whose user completes every page.
    ///
    /// - Parameters:
    ///   - user: The user, as returned by ``TestUsers/add(email:password:name:username:phone:attributes:)``; without an
    ///     account, the user signs up.
    ///   - languages: The preferred languages, as in an `Accept-Language` field.
    ///   - factors: The second factors that the user has at hand; by default none is enrolled.
    /// - Returns: The device.
    public func device(
        of user: ScriptedUser,
        languages: String = "en",
        factors: TestFactors? = nil
    ) -> TestDevice {
        device(languages: languages, factors: factors) { [self] browser in try await user.signIn(in: browser, on: self)
        }
    }

    /// Creates a device whose user follows a script.
    ///
    /// - Parameters:
    ///   - languages: The preferred languages, as in an `Accept-Language` field.
    ///   - factors: The second factors that the user has at hand; by default none is enrolled.
    ///   - script: The actions each time a page has opened; if it ends on a page of the server, the user has closed the
    ///     page.
    /// - Returns: The device.
    public func device(
        languages: String = "en",
        factors: TestFactors? = nil,
        script: @escaping @Sendable (ScriptedBrowser) async throws -> Void
    ) -> TestDevice {
        TestDevice(on: self, languages: languages, factors: factors, script: script)
    }
}
