import GatehouseConcurrency
import GatehouseWire

@testable import Gatehouse

/// The pending calls of an app, run by an executor that decides their order.
final class KiiTasks: Sendable {
    private struct State {
        var sessions: [Session] = []
        var open = 0
    }

    private let executor: SeededExecutor
    private let store: KiiInvariantCheckingStore
    private let log: RunLog
    private let state = Mutex(State())

    init(on executor: SeededExecutor, store: KiiInvariantCheckingStore, log: RunLog) {
        self.executor = executor
        self.store = store
        self.log = log
    }

    /// The number of pending calls.
    var open: Int { state.withLock(\.open) }

    /// The latest log-ins, whether active or ended.
    var sessions: [Session] { state.withLock { Array($0.sessions.suffix(3)) } }

    func start(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        log.note(name)
        state.withLock { $0.open += 1 }
        executor.preference.task(name: name) { [self] in
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

    /// Starts a log-in and checks its result.
    ///
    /// - Parameters:
    ///   - name: The name of the action.
    ///   - loginName: The login name of the user.
    ///   - token: The access token, if it is known in advance.
    ///   - body: Logs in.
    func logIn(
        _ name: String,
        as loginName: String,
        token: String? = nil,
        _ body: @escaping @Sendable () async throws -> KiiLogin
    ) {
        start(name) { [self] in
            let login: KiiLogin
            do {
                login = try await body()
            } catch {
                if let token {
                    log.expect(!store.hasStored(token), "\(loginName) was stored although the log-in failed")
                }
                throw error
            }
            let tokens = [login.accessToken.reveal(), login.refreshToken?.reveal() ?? "\(loginName)."]
            log.expect(
                tokens.allSatisfy { $0.hasPrefix("\(loginName).") },
                "\(loginName) received the tokens \(tokens)"
            )
            log.expect(
                [login.user.userID, login.session.account.id] == [loginName, loginName],
                "\(loginName) was logged in as another user"
            )
            state.withLock { $0.sessions.append(login.session) }
        }
    }
}
