import Foundation
import GatehouseTesting
import GatehouseWire

@testable import Gatehouse

/// A Kii app driven by a seed, which decides its calls, the order of its tasks, and when responses arrive or are lost.
final class KiiSimulation {
    static let actions: [(name: String, weight: Int)] = [
        ("login", 2), ("typo", 1), ("token", 3), ("whole", 3), ("read", 6), ("update", 4), ("logout", 1),
        ("password", 1),
        ("kill", 1), ("spend", 1), ("time", 4), ("lock", 1), ("lose", 2), ("answer", 24), ("run", 24),
    ]

    let log = RunLog()
    private let executor: SeededExecutor
    private let server: FakeKii
    private let store: KiiInvariantCheckingStore
    private let requestGate = ManualGate()
    private let app: KiiApp
    private let tasks: KiiTasks
    private var random: SeededGenerator
    private var number = 0

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        executor = SeededExecutor(seed: ~seed)
        server = FakeKii(clock: TwoClocks()) { [requestGate] _ in await requestGate.wait() }
        store = KiiInvariantCheckingStore(server: server, log: log)
        tasks = KiiTasks(on: executor, store: store, log: log)
        // Parsing and formatting dates is slow.
        server.clock.omitDateHeader()
        // A short lifetime leads to frequent refreshes.
        server.setLifetime(400)
        let (executor, bytes) = (executor, SeededBytes(seed: seed))
        app = try KiiApp(server: server, store: store) {
            $0.executor = executor.preference
            $0.environment.randomBytes = { Array(bytes.bytes($0)) }
        }
    }

    /// Runs a number of random steps, then completes all pending work with the device unlocked and the server
    /// reachable.
    func run(steps: Int) {
        for _ in 0..<steps { step() }
        store.isLocked = false
        settle()
        tasks.start("look") { [app] in _ = try await app.client.accounts() }
        settle()
        log.expect(tasks.open == 0, "a call never returned")
        let (stored, current) = (store.contents?.currentSession, try? app.users.current())
        log.expect(stored?.id == current?.session.id, "the current session differs from the stored one")
        for name in ["ada", "bob"] {
            let text = server.user(name)?.displayName ?? ""
            log.expect(text.hasPrefix(name), "\(name) has the display name \(text) at the server")
        }
        for call in server.calls {
            guard let token = call.token, call.path != "me" else { continue }
            let user = call.path.prefix { $0 != "/" }
            log.expect(token.hasPrefix("\(user)."), "\(token) was sent for \(user)")
        }
    }

    private func settle() {
        repeat {
            while executor.step() {}
        } while requestGate.release(nil, using: &random)
    }

    private func step() {
        var choice = Int.random(in: 0..<Self.actions.map(\.weight).reduce(0, +), using: &random)
        let action = Self.actions.first {
            choice -= $0.weight
            return choice < 0
        }
        guard let name = action?.name else { return }
        let loginName = Bool.random(using: &random) ? "ada" : "bob"
        changeEnvironment(name)
        logIn(name, loginName)
        if let session = tasks.sessions.randomElement(using: &random) { useSession(name, session) }
    }

    /// Changes the server, the store, the clock or the order of tasks.
    private func changeEnvironment(_ name: String) {
        let stored = store.contents?.currentSession
        switch name {
        case "run": for _ in 0..<Int.random(in: 1...6, using: &random) { _ = executor.step() }
        case "answer": _ = requestGate.release(nil, using: &random)
        case "lose": _ = requestGate.release(TransportError(.unreachable, "lost"), using: &random)
        case "time": app.clock.advance(by: Double(Int.random(in: 0..<300, using: &random)))
        case "lock": store.isLocked.toggle()
        case "kill": server.invalidate(stored?.accessToken.reveal() ?? "")
        case "spend": server.invalidateRefreshToken(stored?.refreshToken?.reveal() ?? "")
        case "logout":
            let known = tasks.sessions
            store.allowRemoval(of: known)
            try? app.users.logOut(knowing: known)
        default: return
        }
        log.note(name)
    }

    /// Starts one of the kinds of log-in.
    private func logIn(_ name: String, _ loginName: String) {
        let users = app.users
        switch name {
        case "login":
            tasks.logIn(name, as: loginName) {
                try await users.logIn(loginName, password: Secret("\(loginName)-secret"))
            }
        case "typo": tasks.logIn(name, as: loginName) { try await users.logIn(loginName, password: Secret("typo")) }
        case "token":
            let token = server.token(of: loginName).access
            tasks.logIn(name, as: loginName, token: token) { try await users.logIn(accessToken: token) }
        case "whole":
            let saved = server.token(of: loginName)
            let expiry = app.clock.server.addingTimeInterval(Double(Int.random(in: -100..<600, using: &random)))
            tasks.logIn(name, as: loginName, token: saved.access) {
                try await users.logIn(accessToken: saved.access, expiresAt: expiry, refreshToken: saved.refresh)
            }
        default: return
        }
    }

    /// Starts an operation on a session, which another user may have replaced.
    private func useSession(_ name: String, _ session: Session) {
        let (users, log, loginName) = (app.users, log, session.account.id)
        switch name {
        case "read":
            tasks.start(name) {
                let user = try await users.read(session)
                log.expect(user.userID == loginName, "\(loginName) received the user \(user.userID)")
            }
        case "update":
            number += 1
            let request = KiiUpdateRequest(displayName: .set("\(loginName) \(number)"))
            tasks.start(name) {
                let user = try await users.update(session, request)
                log.expect(
                    user.map { $0.userID == loginName } ?? true,
                    "\(loginName) was updated to \(user?.userID ?? "")"
                )
            }
        case "password":
            let secret = Secret("\(loginName)-secret")
            tasks.start(name) { try await users.changePassword(session, from: secret, to: secret) }
        default: return
        }
    }
}
