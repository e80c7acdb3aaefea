import GatehouseWire
import Synchronization

@testable import Gatehouse

/// The calls of an app that are under way, on an executor that decides which of them goes on.
final class KiiTasks: Sendable {
    private struct State {
        var sessions: [Session] = []
        var open = 0
    }

    private let executor: SeededExecutor
    private let store: KiiWatchedStore
    private let log: RunLog
    private let state = Mutex(State())

    init(on executor: SeededExecutor, store: KiiWatchedStore, log: RunLog) {
        self.executor = executor
        self.store = store
        self.log = log
    }

    /// How many have not ended.
    var open: Int { state.withLock(\.open) }

    /// The newest log-ins, over or not.
    var sessions: [Session] { state.withLock { Array($0.sessions.suffix(3)) } }

    func start(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        log.note(name)
        state.withLock { $0.open += 1 }
        Task(executorPreference: executor) { [self] in
            do {
                try await body()
                log.note("done \(name)")
            } catch let error as AuthError {
                log.note("\(error.code.rawValue) \(name)")
            } catch {
                log.expect(false, "\(error)")
            }
            state.withLock { $0.open -= 1 }
        }
    }

    /// - Parameters:
    ///   - name: What it is.
    ///   - person: Who is logged in.
    ///   - token: The access token, where it is known before.
    ///   - body: Logs in.
    func logIn(
        _ name: String,
        _ person: String,
        token: String? = nil,
        _ body: @escaping @Sendable () async throws -> KiiLogin
    ) {
        start(name) { [self] in
            let login: KiiLogin
            do {
                login = try await body()
            } catch {
                if let token { log.expect(!store.everHeld(token), "\(person) was stored and could not log in") }
                throw error
            }
            let tokens = [login.accessToken.reveal(), login.refreshToken?.reveal() ?? "\(person)."]
            log.expect(tokens.allSatisfy { $0.hasPrefix("\(person).") }, "\(person) got \(tokens)")
            log.expect(
                [login.user.userID, login.session.account.id] == [person, person],
                "\(person) is somebody else"
            )
            state.withLock { $0.sessions.append(login.session) }
        }
    }
}
