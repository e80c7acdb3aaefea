public import Foundation
import Gatehouse

/// An app that signs people in.
///
/// It is on the main actor because the compiler checks no other class with subclasses for `Sendable`; its members work on any thread.
@preconcurrency @MainActor
public class MSALPublicClientApplication: NSObject {
    nonisolated let app: NativeApp
    /// How the application is set up, as far as it can be asked.
    private nonisolated let settings: Settings

    private struct Settings: Sendable {
        var authority: MSALAuthority
        var redirectURI: String?
    }

    /// An application without pages of its own.
    ///
    /// - Parameter config: How the app is set up, which is copied.
    /// - Throws: `NSError` of the domain ``MSALErrorDomain`` when the authority is no ``MSALCIAMAuthority``.
    public nonisolated convenience init(configuration config: MSALPublicClientApplicationConfig) throws {
        self.init(config, try EntraServer(config)) { _ in }
    }

    nonisolated init(
        _ config: MSALPublicClientApplicationConfig,
        _ server: EntraServer,
        _ adjust: (inout GatehouseClient.Configuration) -> Void
    ) {
        var configuration = GatehouseClient.Configuration(entra: server, clientID: config.clientId)
        if let redirectURI = config.redirectUri.flatMap(URL.init(string:)) { configuration.redirectURI = redirectURI }
        configuration.leeway = .seconds(config.tokenExpirationBuffer)
        configuration.lendsExpiringTokens = false
        adjust(&configuration)
        app = NativeApp(GatehouseClient(configuration))
        settings = Settings(authority: config.authority, redirectURI: config.redirectUri)
        super.init()
        OpenApps.shared.add(app)
    }

    /// The identifier that this app is registered with.
    public nonisolated var clientId: String { app.gatehouse.configuration.clientID }
    /// Where the app's people are.
    public nonisolated var authority: MSALAuthority { settings.authority }
    /// Where the browser comes back to.
    public nonisolated var redirectUri: String? { settings.redirectURI }
}
