public import Foundation

/// A client that signs users in at one server and keeps their sessions.
///
/// Create one instance for the life of the app and share it: it can be used from any task.
///
/// ```swift
/// let gatehouse = GatehouseClient(issuer: url, clientID: "…")
/// let session = try await gatehouse.signIn(scopes: [.profile, .email])
/// let user = try await session.user()
/// ```
public final class GatehouseClient: Sendable {
    /// The configuration of a client.
    public typealias Configuration = ClientConfiguration

    /// The configuration of this client.
    public let configuration: Configuration

    let services: ClientServices
    private let stateChanges = StreamBroadcaster<SessionState>(repeatsLatest: true)
    private let sessionEvents = StreamBroadcaster<SessionEvent>(repeatsLatest: false)
    private let networkWatch: Task<Void, Never>?

    /// Creates a client with the defaults of this platform.
    ///
    /// On Apple platforms, register the app with the redirect URI derived from its bundle identifier: see
    /// ``ClientConfiguration/redirectURI``.
    ///
    /// - Parameters:
    ///   - issuer: The issuer: an `https` URL, or `http` on localhost.
    ///   - clientID: The client identifier of this app.
    public convenience init(issuer: URL, clientID: String) {
        self.init(configuration: Configuration(issuer: issuer, clientID: clientID))
    }

    /// Creates a client.
    ///
    /// The stored sessions are read and pending revocations are sent immediately.
    ///
    /// - Parameter configuration: The configuration of the client.
    public init(configuration: Configuration) {
        self.configuration = configuration
        services = ClientServices(configuration, states: stateChanges, events: sessionEvents)
        let manager = services.manager
        networkWatch = configuration.environment.networkChanges.map { manager.retryPendingWork(after: $0) }
        manager.tasks.start("gatehouse start", isWaitedFor: false) { _ = try? await manager.sessions() }
    }

    var manager: SessionManager { services.manager }
    package var signInFlow: AuthorizationCodeFlow { services.signInFlow }

    deinit {
        networkWatch?.cancel()
        stateChanges.finish()
        sessionEvents.finish()
    }

    /// The sign-in state of this client: the current state first, then every change while the client exists.
    ///
    /// Each access returns a new stream; any number may be open.
    public var states: AsyncStream<SessionState> { stateChanges.subscribe() }

    /// The session events of all accounts on this device from now on.
    ///
    /// Each access returns a new stream; any number may be open.
    public var events: AsyncStream<SessionEvent> { sessionEvents.subscribe() }

    /// Retries failed refreshes and revocations immediately.
    ///
    /// A failed refresh is retried automatically, at first after about a second and later about every ten minutes. On
    /// Apple platforms the system's path monitor retries refreshes that failed because of the network; elsewhere, call
    /// it when the network is back. This call also retries refreshes that the server answered with an error. A delay
    /// that the server requested still applies.
    public func retryPendingWork() async {
        await manager.retryPendingWork()
    }

    /// Returns the accounts that are signed in on this device, in the order of sign-in.
    ///
    /// - Returns: The accounts; ``session(for:)`` returns their sessions.
    /// - Throws: ``AuthError`` with a `store…` code if the store cannot be read.
    public func accounts() async throws(AuthError) -> [Account] {
        try await manager.sessions().sessions.map(\.account)
    }

    /// Returns the session of an account as it is stored, without a request.
    ///
    /// - Parameter account: The account; by default the current one.
    /// - Returns: The session, or `nil` if the account is not signed in.
    /// - Throws: ``AuthError`` with a `store…` code if the store cannot be read.
    public func session(for account: Account? = nil) async throws(AuthError) -> Session? {
        let stored = try await manager.sessions()
        guard let account else { return stored.currentSession.map(session) }
        return stored.sessions.first { $0.account.id == account.id }.map(session)
    }

    /// Switches the current session to another account.
    ///
    /// Existing session handles keep their accounts.
    ///
    /// - Parameter account: One of ``accounts()``.
    /// - Returns: The account's session, which becomes the current one.
    /// - Throws: ``AuthError``: `signedOut` if the account is not signed in on this device; a `store…` code if the
    ///   store cannot be read or written.
    @discardableResult
    public func switchAccount(to account: Account) async throws(AuthError) -> Session {
        session(try await manager.select(account))
    }

    func session(_ storedSession: StoredSession) -> Session {
        Session(storedSession, manager: manager)
    }
}

extension GatehouseClient: CustomStringConvertible, CustomReflectable {
    /// The issuer and the client identifier.
    public var description: String { "GatehouseClient(\(configuration.issuer), \(configuration.clientID))" }

    /// The mirror for `dump(_:)`, with the same values as ``description``.
    public var customMirror: Mirror {
        Mirror(self, children: ["issuer": configuration.issuer, "clientID": configuration.clientID])
    }
}
