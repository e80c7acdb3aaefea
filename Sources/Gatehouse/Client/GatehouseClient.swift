public import Foundation

/// Signs people in at one server for one app, and keeps their sessions.
///
/// Make one for the life of the app and share it: it can be used from any task.
///
/// ```swift
/// let gatehouse = GatehouseClient(issuer: url, clientID: "…")
/// let session = try await gatehouse.signIn(scopes: [.profile, .email])
/// let user = try await session.user()
/// ```
public final class GatehouseClient: Sendable {
    /// How this client is set up.
    public let configuration: Configuration

    let dialect: any ServerDialect
    let keeper: SessionKeeper
    let key: TokenKey
    let visits = PendingVisits()
    let interaction: InteractionSlot
    private let stateChanges = Broadcast<SessionState>(repeatsLatest: true)
    private let sessionEvents = Broadcast<SessionEvent>(repeatsLatest: false)
    private let networkWatch: Task<Void, Never>?

    /// A client with the defaults of this platform.
    ///
    /// On Apple platforms the app is registered with the redirect URI that follows from its bundle identifier: see
    /// ``Configuration/redirectURI``.
    ///
    /// - Parameters:
    ///   - issuer: The server: an `https` URL, or `http` on localhost.
    ///   - clientID: The identifier that this app is registered with.
    public convenience init(issuer: URL, clientID: String) {
        self.init(Configuration(issuer: issuer, clientID: clientID))
    }

    /// A client.
    ///
    /// What is stored is read right away, and what the server still has to hear of earlier sign-outs is sent.
    ///
    /// - Parameter configuration: How the client is set up.
    public init(_ configuration: Configuration) {
        self.configuration = configuration
        interaction = InteractionSlot(executor: configuration.executor)
        let environment = configuration.environment
        let clock = ServerClock(device: environment.now, uptime: environment.uptime)
        let connection = ServerConnection(
            transport: configuration.transport,
            clock: clock,
            randomBytes: environment.randomBytes,
            executor: configuration.executor
        )
        let dialect = Self.dialect(configuration, over: connection)
        key = TokenKey(
            issuer: configuration.issuer.absoluteString.withoutFinalSlash,
            clientID: configuration.clientID
        )
        keeper = SessionKeeper(
            key: key,
            store: configuration.tokenStore,
            server: dialect,
            clock: clock,
            environment: environment,
            lendsExpiringTokens: configuration.lendsExpiringTokens,
            executor: configuration.executor,
            states: stateChanges,
            events: sessionEvents
        )
        self.dialect = dialect
        networkWatch = environment.networkChanges.map { [keeper] in keeper.reconnect(after: $0) }
        Task(name: "gatehouse start", executorPreference: configuration.executor) { [keeper] in
            _ = try? await keeper.sessions()
        }
    }

    deinit {
        networkWatch?.cancel()
        stateChanges.finish()
        sessionEvents.finish()
    }

    /// Where this client stands: the present state first, then every change, until the client goes away.
    ///
    /// Each access is a new stream; any number may be open.
    public var states: AsyncStream<SessionState> {
        stateChanges.subscribe()
    }

    /// What happens to each person's session on this device from now on, whoever is the current one.
    ///
    /// Each access is a new stream; any number may be open.
    public var events: AsyncStream<SessionEvent> {
        sessionEvents.subscribe()
    }

    /// Says that the network may be back, so that what has failed is tried again at once.
    ///
    /// A failed refresh is retried automatically, at first after about a second and later about every ten minutes. On
    /// Apple platforms the system's path monitor does the same as this call (``Environment/networkChanges``);
    /// elsewhere an app calls it when the network is back. A pause that the server asked for still applies.
    public func reconnect() async {
        await keeper.reconnect()
    }

    private static func dialect(
        _ configuration: Configuration,
        over connection: ServerConnection
    ) -> any ServerDialect {
        if let amazon = configuration.amazon {
            return AmazonService(amazon: amazon, connection: connection, now: configuration.environment.now)
        }
        if let kii = configuration.kii { return KiiService(kii: kii, connection: connection) }
        return OpenIDService(configuration, over: connection)
    }

    func session(_ grant: StoredGrant) -> Session {
        Session(grant, keeper: keeper, dialect: dialect, leeway: configuration.leeway.timeInterval)
    }
}

extension Duration {
    /// The duration in seconds.
    var timeInterval: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
