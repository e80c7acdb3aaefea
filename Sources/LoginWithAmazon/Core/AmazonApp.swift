import Dispatch
import Foundation
import Gatehouse
import GatehouseWire
import Synchronization

/// The app as this process knows it: its API key, its settings, and the client that does the work for both versions of the API.
final class AmazonApp: Sendable {
    /// The only one there is, as both versions consist of class methods.
    static let current = AmazonApp()

    /// What an app sets at any time.
    struct Settings: Sendable {
        var region = AMZNRegion.auto
        var codePairRegion = AMZNRegion.auto
        var isSandbox = false
        var isCreateAccountLinkDisabled = false
        var callbackQueue = DispatchQueue.main
    }

    /// The app once its key is known.
    struct Client: Sendable {
        let key: AmazonAPIKey
        let gatehouse: GatehouseClient
        let codePairs = CodePairs()

        /// The redirect URI that goes with the key's bundle.
        var redirectURI: String { AmazonRedirect.app(bundleID: key.bundleID)?.rawValue ?? "" }
    }

    private struct State {
        var settings = Settings()
        var client: Result<Client, LoginFailure>?
        /// Where the last code that was given out was sent.
        var codeRedirectURI: String?
    }

    private let state = Mutex(State())

    private init() {}

    /// What the app has set.
    var settings: Settings { state.withLock(\.settings) }

    /// Changes what the app has set.
    func change(_ change: (inout Settings) -> Void) {
        state.withLock { change(&$0.settings) }
    }

    /// The client of the app.
    ///
    /// - Throws: ``LoginFailure`` with ``kAMZNLWAUnauthorizedClient`` when the app has no key, or not one of its own.
    func client() throws(LoginFailure) -> Client {
        if let known = state.withLock(\.client) { return try known.get() }
        guard let key = Bundle.main.object(forInfoDictionaryKey: "APIKey") as? String else {
            throw LoginFailure(
                kAMZNLWAUnauthorizedClient,
                "There is no API key: put it into Info.plist as APIKey, or call AMZNAuthorizationManager.configure(apiKey:)."
            )
        }
        let made = Self.client(key, of: Bundle.main.bundleIdentifier, place: { [self] in place }, adjust: { _ in })
        return try state.withLock { state -> Result<Client, LoginFailure> in
            let client = state.client ?? made
            state.client = client
            return client
        }.get()
    }

    /// The redirect URI of the last code that was given out; before the first, the one of the bundle.
    ///
    /// They differ where a browser comes back to this machine: each sign-in has its own there.
    ///
    /// - Throws: ``LoginFailure`` as ``client()``.
    func redirectURI() throws(LoginFailure) -> String {
        let client = try client()
        return state.withLock(\.codeRedirectURI) ?? client.redirectURI
    }

    /// Keeps the redirect URI of a code that is about to be given out.
    func remember(codeRedirectURI: String) {
        state.withLock { $0.codeRedirectURI = codeRedirectURI }
    }

    func configure(
        apiKey: String,
        bundleIdentifier: String?,
        adjust: (inout GatehouseClient.Configuration) -> Void
    ) {
        let made = Self.client(apiKey, of: bundleIdentifier, place: { [self] in place }, adjust: adjust)
        state.withLock {
            $0.client = made
            $0.codeRedirectURI = nil
        }
    }

    /// Hands in a URL that the app was opened with, which may be the first that happens in a process.
    func handleOpen(_ url: URL) -> Bool {
        (try? client())?.gatehouse.handle(url) ?? false
    }

    /// Does something, then hands the outcome to the app, once, on the queue that the app has chosen.
    func run<Outcome: Sendable>(
        _ body: @escaping @Sendable (AmazonApp) async -> Outcome,
        then deliver: @escaping (Outcome) -> Void
    ) {
        // The vendor's handlers are not marked as Sendable. This one is called once, and nowhere but on that queue.
        nonisolated(unsafe) let deliver = deliver
        let queue = settings.callbackQueue
        Task(name: "login with amazon") {
            let outcome = await body(self)
            queue.async { unsafe deliver(outcome) }
        }
    }

    private var place: AmazonPlace {
        let settings = settings
        return AmazonPlace(region: settings.region.place, isSandbox: settings.isSandbox)
    }

    private static func client(
        _ apiKey: String,
        of bundleIdentifier: String?,
        place: @escaping @Sendable () -> AmazonPlace,
        adjust: (inout GatehouseClient.Configuration) -> Void
    ) -> Result<Client, LoginFailure> {
        let key: AmazonAPIKey
        do throws(WireError) {
            key = try AmazonAPIKey(apiKey)
        } catch {
            return .failure(LoginFailure(kAMZNLWAUnauthorizedClient, "The API key cannot be read. \(error.message)"))
        }
        guard bundleIdentifier == nil || bundleIdentifier == key.bundleID else {
            return .failure(
                LoginFailure(
                    kAMZNLWAUnauthorizedClient,
                    "The API key is for the bundle \(key.bundleID); this one is \(bundleIdentifier ?? "")."
                )
            )
        }
        var configuration = GatehouseClient.Configuration(amazon: AmazonServer(key: key, place: place))
        adjust(&configuration)
        return .success(Client(key: key, gatehouse: GatehouseClient(configuration)))
    }
}
