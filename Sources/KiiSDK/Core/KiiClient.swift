import Dispatch
import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseWire

/// The state of the application in this process: its configuration and the logged-in user.
final class KiiClient: Sendable {
    /// The only instance: Kii's API consists of class methods.
    static let shared = KiiClient()

    /// The configuration of the application.
    private struct Application: Sendable {
        /// The client whose users these are; kept so that it retries when the network is back.
        var client: GatehouseClient?
        var baseURL: URL?
        /// The client, or the error that every call fails with.
        let users: Result<KiiUsers, KiiFailure>
    }

    private struct State {
        var application: Application?
        var callbackQueue = DispatchQueue.main
        var tokenLifetime: Int64 = 0
        /// Whether a user has logged in since the app started.
        ///
        /// Before that, the stored user is ignored.
        var hasLoggedIn = false
        /// The user objects by session.
        ///
        /// Only that of the stored session is current.
        var objects: [String: KiiUser] = [:]
    }

    private let state = Mutex(State())

    private init() {}

    // MARK: Configuration

    var callbackQueue: DispatchQueue {
        get { state.withLock(\.callbackQueue) }
        set { state.withLock { $0.callbackQueue = newValue } }
    }

    /// The requested token lifetime in seconds; 0 for the server's default.
    var tokenLifetime: Int64 {
        get { state.withLock(\.tokenLifetime) }
        set { state.withLock { $0.tokenLifetime = newValue } }
    }

    var hasBegun: Bool { state.withLock { $0.application != nil } }

    /// The URL of the API, if the application has a server.
    var baseURL: URL? { state.withLock { $0.application?.baseURL } }

    /// Configures a site, which no longer exists.
    func begin(without site: String) {
        let text =
            "The Kii Cloud site \(site) was shut down: call Kii.begin(withID:andKey:andCustomURL:) with your server."
        begin(Application(users: .failure(KiiFailure(.invalidApplication, text))))
    }

    /// Configures a server.
    func begin(
        _ appID: String,
        _ appKey: String,
        at customURL: String,
        adjust: (inout GatehouseClient.Configuration) -> Void
    ) {
        guard !appID.isEmpty, !appKey.isEmpty, let baseURL = Self.baseURL(customURL) else {
            let text = "The application ID or key is empty, or the server URL is invalid."
            begin(Application(users: .failure(KiiFailure(.invalidApplication, text))))
            return
        }
        let server = KiiServer(baseURL: baseURL, appID: appID, appKey: Secret(appKey)) { [self] in
            let seconds = tokenLifetime
            return seconds == 0 ? nil : seconds
        }
        var configuration = GatehouseClient.Configuration(kii: server)
        configuration.executor = CallQueue.executor
        configuration.environment.sleep = CallQueue.sleep
        configuration.environment.backgroundSleep = CallQueue.sleep
        adjust(&configuration)
        let client = GatehouseClient(configuration: configuration)
        let users = Result { () throws(AuthError) in try KiiUsers(of: client) }
        begin(Application(client: client, baseURL: baseURL, users: users.mapError { KiiFailure($0) }))
    }

    private func begin(_ application: Application) {
        state.withLock {
            $0.application = application
            $0.hasLoggedIn = false
            $0.objects = [:]
        }
    }

    /// Returns the URL of the API: the app's URL, with the default path if it has none.
    private static func baseURL(_ text: String) -> URL? {
        guard let url = URL(string: text), url.host() != nil else { return nil }
        return url.path().allSatisfy { $0 == "/" } ? url.appending(path: KiiAPI.root) : url
    }

    /// The client for the server.
    ///
    /// - Throws: 101 before the application is configured, or without a valid server.
    var users: KiiUsers {
        get throws(KiiFailure) {
            guard let application = state.withLock(\.application) else { throw KiiFailure(.invalidApplication) }
            return try application.users.get()
        }
    }

    // MARK: Log-in

    /// The stored user, once a user has logged in in this process.
    ///
    /// While the store cannot be read, the last known user.
    var current: KiiUser? {
        guard let users = try? users, state.withLock(\.hasLoggedIn) else { return nil }
        do throws(AuthError) {
            return try users.current().map { object(for: $0) }
        } catch {
            return state.withLock { $0.objects.count == 1 ? $0.objects.first?.value : nil }
        }
    }

    /// Returns the log-in of a user with the stored tokens; `nil` if the user is not logged in.
    func login(of user: KiiUser) -> KiiLogin? {
        guard let users = try? users, state.withLock(\.hasLoggedIn) else { return nil }
        do throws(AuthError) {
            guard let stored = try users.current() else { return nil }
            return object(for: stored).isEqual(user) ? stored : nil
        } catch {
            return current.flatMap { $0.isEqual(user) ? $0.record.login : nil }
        }
    }

    /// Records a log-in.
    ///
    /// - Parameters:
    ///   - login: The log-in.
    ///   - user: The object that represents it from now on.
    func record(_ login: KiiLogin, as user: KiiUser) {
        state.withLock {
            $0.hasLoggedIn = true
            $0.objects[login.session.id] = user
        }
    }

    /// Logs in the stored user.
    ///
    /// - Throws: 331 if no user is stored.
    func restore() throws(KiiFailure) -> KiiUser {
        let users = try users
        let stored: KiiLogin?
        do throws(AuthError) {
            stored = try users.current()
        } catch {
            throw KiiFailure(error)
        }
        guard let stored else { throw KiiFailure(.nothingStored) }
        state.withLock { $0.hasLoggedIn = true }
        return object(for: stored)
    }

    /// Removes the current or stored user.
    func logOut() {
        let loggedIn = state.withLock {
            let objects = $0.objects.values
            $0.hasLoggedIn = false
            $0.objects = [:]
            return Array(objects)
        }
        try? (try? users)?.logOut(knowing: loggedIn.compactMap { $0.record.login?.session })
    }

    /// Returns the object of the stored user and releases all others.
    private func object(for stored: KiiLogin) -> KiiUser {
        state.withLock { state in
            let id = stored.session.id
            let user = state.objects[id] ?? KiiUser(stored)
            state.objects = [id: user]
            return user
        }
    }
}
