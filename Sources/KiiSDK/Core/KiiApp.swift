import Dispatch
import Foundation
import Gatehouse
import GatehouseWire
import Synchronization

/// The application as this process knows it: what ``Kii`` was told, and who is logged in.
final class KiiApp: Sendable {
    /// The only one there is, as Kii's API consists of class methods.
    static let shared = KiiApp()

    /// What the app is begun with.
    private struct Begun: Sendable {
        var baseURL: URL?
        /// What does the work, or why nothing can.
        let users: Result<KiiUsers, Failure>
    }

    private struct State {
        var begun: Begun?
        var callbackQueue = DispatchQueue.main
        var tokenLifetime: Int64 = 0
        /// Whether anybody has logged in since the app began; before that, who is stored does not count.
        var hasLoggedIn = false
        /// The objects that stand for log-ins, by session; only that of the one who is stored is current.
        var objects: [String: KiiUser] = [:]
    }

    private let state = Mutex(State())

    private init() {}

    // MARK: What the app says

    var callbackQueue: DispatchQueue {
        get { state.withLock(\.callbackQueue) }
        set { state.withLock { $0.callbackQueue = newValue } }
    }

    /// For how many seconds tokens shall be good; 0 for as long as the server gives them.
    var tokenLifetime: Int64 {
        get { state.withLock(\.tokenLifetime) }
        set { state.withLock { $0.tokenLifetime = newValue } }
    }

    var hasBegun: Bool { state.withLock { $0.begun != nil } }

    /// Where the API is; `nil` where there is none.
    var baseURL: URL? { state.withLock { $0.begun?.baseURL } }

    /// Begins with a site, which is no server any more.
    func begin(without site: String) {
        let text =
            "Kii Cloud has no site \(site) any more: call Kii.begin(withID:andKey:andCustomURL:) with your server."
        begin(Begun(users: .failure(Failure(.invalidApplication, text))))
    }

    /// Begins with a server.
    func begin(
        _ appID: String,
        _ appKey: String,
        at customURL: String,
        adjust: (inout GatehouseClient.Configuration) -> Void
    ) {
        guard !appID.isEmpty, !appKey.isEmpty, let baseURL = Self.baseURL(customURL) else {
            let text = "The application's ID or key is empty, or its server is not a URL."
            begin(Begun(users: .failure(Failure(.invalidApplication, text))))
            return
        }
        let server = KiiServer(baseURL: baseURL, appID: appID, appKey: Secret(appKey)) { [self] in
            let seconds = tokenLifetime
            return seconds == 0 ? nil : seconds
        }
        var configuration = GatehouseClient.Configuration(kii: server)
        configuration.executor = CallExecutor.shared
        configuration.environment.sleep = CallExecutor.sleep
        configuration.environment.backgroundSleep = CallExecutor.sleep
        adjust(&configuration)
        let client = GatehouseClient(configuration)
        let users = Result { () throws(AuthError) in try client.kii }
        begin(Begun(baseURL: baseURL, users: users.mapError { Failure($0) }))
    }

    private func begin(_ begun: Begun) {
        state.withLock {
            $0.begun = begun
            $0.hasLoggedIn = false
            $0.objects = [:]
        }
    }

    /// Where the API is: where a server without a path has it, or what the app says.
    private static func baseURL(_ text: String) -> URL? {
        guard let url = URL(string: text), url.host() != nil else { return nil }
        return url.path().allSatisfy { $0 == "/" } ? url.appending(path: KiiAPI.root) : url
    }

    /// What does the work.
    ///
    /// - Throws: 101 before the app has begun, and where there is no server.
    var users: KiiUsers {
        get throws(Failure) {
            guard let begun = state.withLock(\.begun) else { throw Failure(.invalidApplication) }
            return try begun.users.get()
        }
    }

    // MARK: Who is logged in

    /// Who is logged in, once somebody has in this process: the one who is stored.
    ///
    /// While the device cannot say who that is, it is who was seen last.
    var current: KiiUser? {
        guard let users = try? users, state.withLock(\.hasLoggedIn) else { return nil }
        do throws(AuthError) {
            return try users.current().map { object(for: $0) }
        } catch {
            return state.withLock { $0.objects.count == 1 ? $0.objects.first?.value : nil }
        }
    }

    /// The log-in of a user who is logged in, with the tokens as they are stored; `nil` for anybody else.
    func login(of user: KiiUser) -> KiiLogin? {
        guard let users = try? users, state.withLock(\.hasLoggedIn) else { return nil }
        do throws(AuthError) {
            guard let stored = try users.current() else { return nil }
            return object(for: stored).isEqual(user) ? stored : nil
        } catch {
            return current.flatMap { $0.isEqual(user) ? $0.known.login : nil }
        }
    }

    /// Takes note of a log-in.
    ///
    /// - Parameters:
    ///   - login: The log-in.
    ///   - user: The object that stands for it from now on.
    func note(_ login: KiiLogin, as user: KiiUser) {
        state.withLock {
            $0.hasLoggedIn = true
            $0.objects[login.session.id] = user
        }
    }

    /// Logs in whoever is stored.
    ///
    /// - Throws: 331 when nobody is.
    func restore() throws(Failure) -> KiiUser {
        let users = try users
        let stored: KiiLogin?
        do throws(AuthError) {
            stored = try users.current()
        } catch {
            throw Failure(error)
        }
        guard let stored else { throw Failure(.nothingStored) }
        state.withLock { $0.hasLoggedIn = true }
        return object(for: stored)
    }

    /// Forgets who is logged in, or was when the app ended.
    func logOut() {
        let known = state.withLock {
            let objects = $0.objects.values
            $0.hasLoggedIn = false
            $0.objects = [:]
            return Array(objects)
        }
        try? (try? users)?.logOut(knowing: known.compactMap { $0.known.login?.session })
    }

    /// The object that stands for who is stored; no other one is needed any more.
    private func object(for stored: KiiLogin) -> KiiUser {
        state.withLock { state in
            let id = stored.session.id
            let user = state.objects[id] ?? KiiUser(stored)
            state.objects = [id: user]
            return user
        }
    }
}
