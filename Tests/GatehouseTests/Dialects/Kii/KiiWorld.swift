import Foundation
import GatehouseTesting
import GatehouseWire

@testable import Gatehouse

/// An app of Kii's kind whose every step a seed decides: what it does, what runs when, and which answer comes when, if at all.
final class KiiWorld {
    static let deeds: [(name: String, weight: Int)] = [
        ("login", 2), ("typo", 1), ("token", 3), ("whole", 3), ("read", 6), ("update", 4), ("logout", 1),
        ("password", 1),
        ("kill", 1), ("spend", 1), ("time", 4), ("lock", 1), ("lose", 2), ("answer", 24), ("run", 24),
    ]

    let log = RunLog()
    private let executor: SeededExecutor
    private let server: FakeKii
    private let store: KiiWatchedStore
    private let line = HeldLine()
    private let app: KiiApp
    private let tasks: KiiTasks
    private var random: SeededGenerator
    private var number = 0

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        executor = SeededExecutor(seed: ~seed)
        server = FakeKii(clock: TwoClocks()) { [line] _ in await line.wait() }
        store = KiiWatchedStore(server: server, log: log)
        tasks = KiiTasks(on: executor, store: store, log: log)
        // Dates are read and written slowly, and there are many.
        server.clock.hideServerTime()
        // Tokens that are soon to be refreshed.
        server.setLifetime(400)
        let (executor, bytes) = (executor, SeededBytes(seed: seed))
        app = try KiiApp(server: server, store: store) {
            $0.executor = executor
            $0.environment.randomBytes = { Array(bytes.bytes($0)) }
        }
    }

    /// So many steps, and then everything to its end with the device unlocked and the server in reach.
    func run(steps: Int) {
        for _ in 0..<steps { step() }
        store.isLocked = false
        settle()
        tasks.start("look") { [app] in _ = try await app.client.accounts() }
        settle()
        log.expect(tasks.open == 0, "somebody was never answered")
        let (stored, current) = (store.contents?.currentGrant, try? app.users.current())
        log.expect(stored?.id == current?.session.id, "another one is current than is stored")
        for name in ["ada", "bob"] {
            let text = server.user(name)?.displayName ?? ""
            log.expect(text.hasPrefix(name), "\(name) is called \(text) at the server")
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
        } while line.release(nil, using: &random)
    }

    private func step() {
        var choice = Int.random(in: 0..<Self.deeds.map(\.weight).reduce(0, +), using: &random)
        let deed = Self.deeds.first {
            choice -= $0.weight
            return choice < 0
        }
        guard let name = deed?.name else { return }
        let person = Bool.random(using: &random) ? "ada" : "bob"
        happen(name)
        logIn(name, person)
        if let session = tasks.sessions.randomElement(using: &random) { act(name, session) }
    }

    /// What the world does.
    private func happen(_ name: String) {
        let stored = store.contents?.currentGrant
        switch name {
        case "run": for _ in 0..<Int.random(in: 1...6, using: &random) { _ = executor.step() }
        case "answer": _ = line.release(nil, using: &random)
        case "lose": _ = line.release(TransportError(.unreachable, "lost"), using: &random)
        case "time": app.clock.advance(by: Double(Int.random(in: 0..<300, using: &random)))
        case "lock": store.isLocked.toggle()
        case "kill": server.kill(stored?.accessToken.reveal() ?? "")
        case "spend": server.spend(stored?.refreshToken?.reveal() ?? "")
        case "logout":
            let known = tasks.sessions
            store.letEnd(known)
            try? app.users.logOut(knowing: known)
        default: return
        }
        log.note(name)
    }

    /// The ways to log somebody in.
    private func logIn(_ name: String, _ person: String) {
        let users = app.users
        switch name {
        case "login": tasks.logIn(name, person) { try await users.logIn(person, password: Secret("\(person)-secret")) }
        case "typo": tasks.logIn(name, person) { try await users.logIn(person, password: Secret("typo")) }
        case "token":
            let token = server.token(of: person).access
            tasks.logIn(name, person, token: token) { try await users.logIn(accessToken: token) }
        case "whole":
            let kept = server.token(of: person)
            let expiry = app.clock.server.addingTimeInterval(Double(Int.random(in: -100..<600, using: &random)))
            tasks.logIn(name, person, token: kept.access) {
                try await users.logIn(accessToken: kept.access, expiresAt: expiry, refreshToken: kept.refresh)
            }
        default: return
        }
    }

    /// What a user does, also one whom another one has taken the place of.
    private func act(_ name: String, _ session: Session) {
        let (users, log, person) = (app.users, log, session.account.id)
        switch name {
        case "read":
            tasks.start(name) {
                let user = try await users.read(session)
                log.expect(user.userID == person, "\(person) was shown \(user.userID)")
            }
        case "update":
            number += 1
            let request = KiiUpdateRequest(displayName: .set("\(person) \(number)"))
            tasks.start(name) {
                let user = try await users.update(session, request)
                log.expect(user.map { $0.userID == person } ?? true, "\(person) became \(user?.userID ?? "")")
            }
        case "password":
            let secret = Secret("\(person)-secret")
            tasks.start(name) { try await users.changePassword(session, from: secret, to: secret) }
        default: return
        }
    }
}
