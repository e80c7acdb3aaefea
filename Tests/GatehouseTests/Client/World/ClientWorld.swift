import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// An app of several accounts whose every step a seed decides: what it does, what runs when, which answer comes when, if at all, and when
/// its process is killed.
final class ClientWorld {
    static let deeds: [(name: String, weight: Int)] = [
        ("signIn", 8), ("signInAgain", 1), ("signInNever", 1), ("redirect", 2), ("token", 16), ("replace", 3),
        ("user", 3), ("switch", 4), ("signOut", 2), ("cancel", 1), ("reconnect", 1), ("relaunch", 2), ("kill", 1),
        ("time", 12), ("lock", 1), ("fill", 1), ("mend", 8), ("lose", 5), ("answer", 50), ("pause", 8), ("run", 70),
    ]
    private static let people = ["person-1", "person-2", "person-3"]
    private static let key = TokenKey(issuer: "https://id.example.com", clientID: "example-app")

    let log = RunLog()
    private let executor: SeededExecutor
    private let clock = TwoClocks()
    private let server: PeopleServer
    private let store: WatchedStore
    private let calls: ClientCalls
    private let environment: GatehouseClient.Environment
    private var process: ClientProcess
    private var gatehouse: GatehouseClient
    private var random: SeededGenerator

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        executor = SeededExecutor(seed: ~seed)
        // Dates are read and written slowly, and there are many.
        clock.hideServerTime()
        server = try PeopleServer(clock: clock)
        store = WatchedStore(for: Self.key, server: server, log: log)
        calls = ClientCalls(on: executor, log: log)
        var environment = clock.environment
        let bytes = SeededBytes(seed: seed)
        environment.randomBytes = { Array(bytes.bytes($0)) }
        self.environment = environment
        process = ClientProcess(store: store, server: server)
        gatehouse = try Self.launch(process, server, executor, environment)
        listen()
    }

    /// So many steps, and then everything to its end with the device unlocked and the server in reach.
    func run(steps: Int) throws {
        for _ in 0..<steps { try step() }
        mend()
        settle()
        // Whatever waits after a failure has its time.
        clock.advance(by: 1300)
        calls.start("reconnect") { [gatehouse] in await gatehouse.reconnect() }
        settle()
        let stored = store.contents?.grants ?? []
        let told = try executor.run { [gatehouse] in await gatehouse.states.first { _ in true }?.account }
        let current = store.contents?.currentGrant?.account
        log.expect(told == current, "\(told?.id ?? "nobody") is current, and \(current?.id ?? "nobody") is stored")
        for grant in stored { checkThatItGoesOn(grant) }
        settle()
        log.expect(calls.open == 0, "somebody was never answered")
        log.expect(store.contents?.outbox.isEmpty ?? true, "the server was not told of everything")
        log.expect(store.buriedSessions.allSatisfy(server.hasEnded), "a session that ended here goes on at the server")
    }

    /// A session that is stored in the end has a token to give, unless the server has ended it, or was told to by an app that could not
    /// store that.
    private func checkThatItGoesOn(_ grant: StoredGrant) {
        let session = gatehouse.session(grant)
        calls.start("check") { [log, server, store] in
            do throws(AuthError) {
                Self.check(try await session.accessToken(), of: session, log)
            } catch {
                let mark = PeopleServer.Mark(grant.refreshToken?.reveal() ?? "")
                let mayBeOver = store.mayEnd(grant.id) || mark.map { server.wasKilled($0.session) } ?? false
                let isKnown = error.code == .signedOut && mayBeOver
                log.expect(isKnown, "\(session.account.id) is dead: \(error.code.rawValue)")
            }
        }
    }

    private func settle() {
        repeat {
            while executor.step() {}
        } while process.release(using: &random) || process.endPause(using: &random)
    }

    private func mend() {
        store.memory.fail(with: nil)
        store.memory.failSaves(with: nil)
    }

    private func step() throws {
        var choice = Int.random(in: 0..<Self.deeds.map(\.weight).reduce(0, +), using: &random)
        let deed = Self.deeds.first {
            choice -= $0.weight
            return choice < 0
        }
        guard let name = deed?.name else { return }
        try happen(name)
        try signIn(name, Self.people.randomElement(using: &random) ?? "")
        if let session = calls.sessions.randomElement(using: &random) { use(name, session) }
    }

    /// What the world does.
    private func happen(_ name: String) throws {
        switch name {
        case "run": for _ in 0..<Int.random(in: 1...20, using: &random) { _ = executor.step() }
        case "answer": _ = process.release(using: &random)
        case "pause": _ = process.endPause(using: &random)
        case "lose": _ = process.release(TransportError(.unreachable, "lost"), using: &random)
        case "time": clock.advance(by: Double(Int.random(in: 0..<400, using: &random)))
        case "lock": store.memory.fail(with: TokenStoreError(.locked, "locked"))
        case "fill": store.memory.failSaves(with: TokenStoreError(.unavailable, "full"))
        case "mend": mend()
        case "cancel": _ = calls.cancelOne(using: &random)
        case "kill":
            let token = store.contents?.grants.randomElement(using: &random)?.refreshToken?.reveal() ?? ""
            if let mark = PeopleServer.Mark(token) { server.kill(mark.session) }
        case "relaunch":
            process.kill(using: &random)
            calls.forgetSessions()
            process = ClientProcess(store: store, server: server)
            gatehouse = try Self.launch(process, server, executor, environment)
            listen()
        default: return
        }
        log.note(name)
    }

    /// What brings a session, a switch among them, and what ends one.
    private func signIn(_ name: String, _ person: String) throws {
        let (gatehouse, store, log, calls) = (gatehouse, store, log, calls)
        switch name {
        case "signIn", "signInAgain":
            let interaction: Interaction = name == "signIn" ? .addAccount : .automatic
            let options = SignInOptions(loginHint: person)
            calls.start(name) {
                let session = try await gatehouse.signIn(interaction: interaction, options: options)
                if interaction == .addAccount { log.expect(session.account.id == person, "\(person) is somebody else") }
                log.expect(store.hasHeld(session.id), "\(person) is signed in and was never stored")
                calls.keep(session)
            }
        case "signInNever": calls.start(name) { calls.keep(try await gatehouse.signIn(interaction: .never)) }
        case "redirect":
            guard let url = try server.redirectOfLastPage() else { return }
            calls.start(name) {
                guard let session = try await gatehouse.resume(url) else { return }
                log.expect(store.hasHeld(session.id), "a sign-in went on and was never stored")
                log.note("resumed \(session.account.id)")
                calls.keep(session)
            }
        case "switch":
            calls.start(name) {
                let session = try await gatehouse.switchTo(account: Account(id: person))
                log.expect(session.account.id == person, "\(person) is somebody else")
                calls.keep(session)
            }
        case "signOut":
            let before = store.letEnd(person)
            calls.start(name) {
                defer { store.haveEnded(person) }
                let result = try await gatehouse.signOut(Account(id: person))
                let left = store.contents?.grants.contains { before.contains($0.id) } ?? false
                log.expect(result.device == .nothingStored || !left, "\(person) is signed out and still stored")
            }
        case "reconnect": calls.start(name) { await gatehouse.reconnect() }
        default: return
        }
    }

    /// What is done with a session, also one that has ended.
    private func use(_ name: String, _ session: Session) {
        let log = log
        switch name {
        case "token": calls.start(name) { Self.check(try await session.accessToken(), of: session, log) }
        case "replace":
            calls.start(name) {
                let token = try await session.accessToken()
                let next = try await session.accessToken(replacing: token)
                log.expect(next.value != token.value, "the refused token came back")
                Self.check(next, of: session, log)
            }
        case "user":
            calls.start(name) {
                let user = try await session.user()
                log.expect(user.id == session.account.id, "\(session.account.id) was shown \(user.id)")
            }
        default: return
        }
    }

    private static func check(_ token: AccessToken, of session: Session, _ log: RunLog) {
        let owner = PeopleServer.Mark(token.value)?.owner
        log.expect(owner == session.account.id, "\(session.account.id) was given a token of \(owner ?? "nobody")")
    }

    /// Takes down what the app is told.
    private func listen() {
        let (log, events) = (log, gatehouse.events)
        Task(executorPreference: executor) {
            for await event in events {
                var kind = "\(event.kind)"
                if case .signedOut(let reason) = event.kind { kind = "signedOut.\(reason)" }
                log.note("event.\(kind) \(event.account.id)")
            }
        }
    }

    private static func launch(
        _ process: ClientProcess,
        _ server: PeopleServer,
        _ executor: SeededExecutor,
        _ environment: GatehouseClient.Environment
    ) throws -> GatehouseClient {
        let issuer = try #require(URL(string: server.issuer))
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: key.clientID)
        configuration.redirectURI = URL(string: "com.example.app:/callback")
        configuration.tokenStore = process
        configuration.transport = process
        configuration.userAgent = process
        configuration.executor = executor
        configuration.environment = environment
        configuration.environment.sleep = { _ in try await process.pause() }
        return GatehouseClient(configuration)
    }
}

extension SessionState {
    /// Who is signed in.
    fileprivate var account: Account? {
        switch self {
        case .signedIn(let account), .signedInOffline(let account): account
        case .signedOut, .unknown: nil
        }
    }
}
