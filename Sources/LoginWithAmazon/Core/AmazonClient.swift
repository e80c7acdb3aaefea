import Dispatch
import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseWire

/// The state of the app in this process: API key, settings, and the client that both API versions share.
final class AmazonClient: Sendable {
    /// The only instance: both API versions consist of class methods.
    static let current = AmazonClient()

    /// The settings that an app can change at any time.
    struct Settings: Sendable {
        var region = AMZNRegion.auto
        var codePairRegion = AMZNRegion.auto
        var isSandbox = false
        var isCreateAccountLinkDisabled = false
        var callbackQueue = DispatchQueue.main
    }

    /// The state that depends on the API key.
    struct Client: Sendable {
        let key: AmazonAPIKey
        let gatehouse: GatehouseClient
        let codePairs = PendingCodePairs()

        /// The redirect URI that belongs to the key's bundle.
        var redirectURI: String { AmazonRedirect.app(bundleID: key.bundleID)?.rawValue ?? "" }
    }

    private struct State {
        var settings = Settings()
        var client: Result<Client, LoginFailure>?
        /// The redirect URI of the last authorization code.
        var codeRedirectURI: String?
    }

    private let state = Mutex(State())

    private init() {}

    /// The current settings.
    var settings: Settings { state.withLock(\.settings) }

    /// Changes the settings.
    func change(_ change: (inout Settings) -> Void) {
        state.withLock { change(&$0.settings) }
    }

    /// Returns the client of the app.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAUnauthorizedClient`` if the key is missing or invalid.
    func client() throws(LoginFailure) -> Client {
        if let known = state.withLock(\.client) { return try known.get() }
        guard let key = Bundle.main.object(forInfoDictionaryKey: "APIKey") as? String else {
            throw LoginFailure(
                kAMZNLWAUnauthorizedClient,
                "The API key is missing: add it to Info.plist as APIKey, or call AMZNAuthorizationManager.configure(apiKey:)."
            )
        }
        let created = Self.client(
            key,
            of: Bundle.main.bundleIdentifier,
            place: { [self] in location },
            adjust: { _ in }
        )
        return try state.withLock { state -> Result<Client, LoginFailure> in
            let client = state.client ?? created
            state.client = client
            return client
        }.get()
    }

    /// Returns the redirect URI of the last authorization code; before the first, that of the bundle.
    ///
    /// They differ for loopback redirects, which use another port for each sign-in.
    ///
    /// - Throws: The errors of ``client()``.
    func redirectURI() throws(LoginFailure) -> String {
        let client = try client()
        return state.withLock(\.codeRedirectURI) ?? client.redirectURI
    }

    /// Records the redirect URI of an authorization code before the code is returned.
    func record(codeRedirectURI: String) {
        state.withLock { $0.codeRedirectURI = codeRedirectURI }
    }

    func configure(
        apiKey: String,
        bundleIdentifier: String?,
        adjust: (inout GatehouseClient.Configuration) -> Void
    ) {
        let created = Self.client(apiKey, of: bundleIdentifier, place: { [self] in location }, adjust: adjust)
        state.withLock {
            $0.client = created
            $0.codeRedirectURI = nil
        }
    }

    /// Handles a redirect URL, which may be the first call in a process.
    func handleOpen(_ url: URL) -> Bool {
        (try? client())?.gatehouse.handle(url) ?? false
    }

    /// Runs an operation, then delivers its outcome once, on the app's callback queue.
    func run<Outcome: Sendable>(
        _ body: @escaping @Sendable (AmazonClient) async -> Outcome,
        then deliver: @escaping (Outcome) -> Void
    ) {
        // The vendor's handlers are not Sendable. This one is called once, and only on that queue.
        nonisolated(unsafe) let deliver = deliver
        let queue = settings.callbackQueue
        Task(name: "login with amazon") {
            let outcome = await body(self)
            queue.async { unsafe deliver(outcome) }
        }
    }

    private var location: AmazonLocation {
        let settings = settings
        return AmazonLocation(region: settings.region.amazonRegion, isSandbox: settings.isSandbox)
    }

    private static func client(
        _ apiKey: String,
        of bundleIdentifier: String?,
        place: @escaping @Sendable () -> AmazonLocation,
        adjust: (inout GatehouseClient.Configuration) -> Void
    ) -> Result<Client, LoginFailure> {
        let key: AmazonAPIKey
        do throws(WireError) {
            key = try AmazonAPIKey(apiKey)
        } catch {
            return .failure(LoginFailure(kAMZNLWAUnauthorizedClient, "The API key is malformed. \(error.message)"))
        }
        guard bundleIdentifier == nil || bundleIdentifier == key.bundleID else {
            return .failure(
                LoginFailure(
                    kAMZNLWAUnauthorizedClient,
                    "The API key was issued for the bundle \(key.bundleID), not \(bundleIdentifier ?? "")."
                )
            )
        }
        var configuration = GatehouseClient.Configuration(amazon: AmazonServer(key: key, location: place))
        adjust(&configuration)
        return .success(Client(key: key, gatehouse: GatehouseClient(configuration: configuration)))
    }
}
