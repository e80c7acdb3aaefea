import Foundation
import GatehouseConcurrency
import GatehouseTesting
import GatehouseWire
import Testing

@testable import Gatehouse

/// An app with several accounts driven by a seed, which decides its calls, the order of its tasks, when responses
/// arrive or are lost, and when the process is killed.
final class ClientSimulation {
    static let actions: [(name: String, weight: Int)] = [
        ("signIn", 8), ("signInAgain", 1), ("signInNever", 1), ("redirect", 2), ("token", 16), ("replace", 3),
        ("user", 3), ("switch", 4), ("signOut", 2), ("cancel", 1), ("reconnect", 1), ("relaunch", 2), ("kill", 1),
        ("time", 12), ("lock", 1), ("fill", 1), ("mend", 8), ("lose", 5), ("answer", 50), ("pause", 8), ("run", 70),
    ]
    private static let users = ["person-1", "person-2", "person-3"]
    private static let key = TokenStoreKey(issuer: "https://id.example.com", clientID: "example-app")

    let log = RunLog()
    private let executor: SeededExecutor
    private let clock = TwoClocks()
    private let server: MultiUserServer
    private let store: InvariantCheckingStore
    private let calls: ClientCalls
    private let environment: ClientEnvironment
    private var process: ClientProcess
    private var gatehouse: GatehouseClient
    private var random: SeededGenerator

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        executor = SeededExecutor(seed: ~seed)
        // Parsing and formatting dates is slow.
        clock.omitDateHeader()
        server = try MultiUserServer(clock: clock)
        store = InvariantCheckingStore(for: Self.key, server: server, log: log)
        calls = ClientCalls(on: executor, log: log)
        var environment = clock.environment
        let bytes = SeededBytes(seed: seed)
        environment.randomBytes = { Array(bytes.bytes($0)) }
        self.environment = environment
        process = ClientProcess(store: store, server: server)
        gatehouse = try Self.launch(process, at: server, on: executor, environment: environment)
        listen()
    }

    /// Runs a number of random steps, then completes all pending work with the device unlocked and the server
    /// reachable.
    func run(steps: Int) throws {
        for _ in 0..<steps { try step() }
        clearFaults()
        settle()
        // Lets every backoff elapse.
        clock.advance(by: 1300)
        calls.start("reconnect") { [gatehouse] in await gatehouse.retryPendingWork() }
        settle()
        let stored = store.contents?.sessions ?? []
        let published = try executor.run { [gatehouse] in await gatehouse.states.first { _ in true }?.account }
        let current = store.contents?.currentSession?.account
        log.expect(
            published == current,
            "\(published?.id ?? "none") is current, and \(current?.id ?? "none") is stored"
        )
        for grant in stored { checkIsValid(grant) }
        settle()
        log.expect(calls.open == 0, "a call never returned")
        log.expect(store.contents?.pendingRevocations.isEmpty ?? true, "a revocation is still pending")
        log.expect(
            store.removedServerSessions.allSatisfy(server.hasEnded),
            "a session that ended on the device is active at the server"
        )
    }

    /// Checks that a stored session returns an access token, unless the server has ended it or the app has revoked it
    /// without being able to save that.
    private func checkIsValid(_ grant: StoredSession) {
        let session = gatehouse.session(grant)
        calls.start("check") { [log, server, store] in
            do throws(AuthError) {
                Self.check(try await session.accessToken(), of: session, log)
            } catch {
                let identity = MultiUserServer.TokenIdentity(grant.refreshToken?.reveal() ?? "")
                let mayHaveEnded =
                    store.isRemovalAllowed(of: grant.id)
                    || identity.map { server.wasEndedByOperator($0.session) } ?? false
                let isKnown = error.code == .signedOut && mayHaveEnded
                log.expect(isKnown, "\(session.account.id) has no token: \(error.code.rawValue)")
            }
        }
    }

    private func settle() {
        repeat {
            while executor.step() {}
        } while process.release(using: &random) || process.finishSleep(using: &random)
    }

    private func clearFaults() {
        store.memory.fail(with: nil)
        store.memory.failSaves(with: nil)
    }

    private func step() throws {
        var choice = Int.random(in: 0..<Self.actions.map(\.weight).reduce(0, +), using: &random)
        let action = Self.actions.first {
            choice -= $0.weight
            return choice < 0
        }
        guard let name = action?.name else { return }
        try changeEnvironment(name)
        try signIn(name, Self.users.randomElement(using: &random) ?? "")
        if let session = calls.sessions.randomElement(using: &random) { useSession(name, session) }
    }

    /// Changes the server, the store, the clock or the order of tasks.
    private func changeEnvironment(_ name: String) throws {
        switch name {
        case "run": for _ in 0..<Int.random(in: 1...20, using: &random) { _ = executor.step() }
        case "answer": _ = process.release(using: &random)
        case "pause": _ = process.finishSleep(using: &random)
        case "lose": _ = process.release(TransportError(.unreachable, "lost"), using: &random)
        case "time": clock.advance(by: Double(Int.random(in: 0..<400, using: &random)))
        case "lock": store.memory.fail(with: TokenStoreError(.locked, "locked"))
        case "fill": store.memory.failSaves(with: TokenStoreError(.unavailable, "full"))
        case "mend": clearFaults()
        case "cancel": _ = calls.cancelOne(using: &random)
        case "kill":
            let token = store.contents?.sessions.randomElement(using: &random)?.refreshToken?.reveal() ?? ""
            if let identity = MultiUserServer.TokenIdentity(token) { server.endByOperator(identity.session) }
        case "relaunch":
            process.kill(using: &random)
            calls.removeSessions()
            process = ClientProcess(store: store, server: server)
            gatehouse = try Self.launch(process, at: server, on: executor, environment: environment)
            listen()
        default: return
        }
        log.note(name)
    }

    /// Starts a call that signs in, switches accounts or signs out.
    private func signIn(_ name: String, _ userID: String) throws {
        let (gatehouse, store, log, calls) = (gatehouse, store, log, calls)
        switch name {
        case "signIn", "signInAgain":
            let interaction: Interaction = name == "signIn" ? .addAccount : .ifNeeded
            let options = SignInOptions(loginHint: userID)
            calls.start(name) {
                let session = try await gatehouse.signIn(interaction: interaction, options: options)
                if interaction == .addAccount {
                    log.expect(session.account.id == userID, "\(userID) was signed in as another account")
                }
                log.expect(store.hasStored(session.id), "\(userID) was signed in without being stored")
                calls.add(session)
            }
        case "signInNever": calls.start(name) { calls.add(try await gatehouse.signIn(interaction: .never)) }
        case "redirect":
            guard let url = try server.redirectOfLastPage() else { return }
            calls.start(name) {
                guard let session = try await gatehouse.completeSignIn(from: url) else { return }
                log.expect(store.hasStored(session.id), "a completed sign-in was never stored")
                log.note("resumed \(session.account.id)")
                calls.add(session)
            }
        case "switch":
            calls.start(name) {
                let session = try await gatehouse.switchAccount(to: Account(id: userID))
                log.expect(session.account.id == userID, "\(userID) was signed in as another account")
                calls.add(session)
            }
        case "signOut":
            let before = store.allowRemoval(of: userID)
            calls.start(name) {
                defer { store.endRemoval(of: userID) }
                let result = try await gatehouse.signOut(Account(id: userID))
                let isStillStored = store.contents?.sessions.contains { before.contains($0.id) } ?? false
                log.expect(
                    result.device == .noSession || !isStillStored,
                    "\(userID) is signed out and still stored"
                )
            }
        case "reconnect": calls.start(name) { await gatehouse.retryPendingWork() }
        default: return
        }
    }

    /// Starts an operation on a session, which may have ended.
    private func useSession(_ name: String, _ session: Session) {
        let log = log
        switch name {
        case "token": calls.start(name) { Self.check(try await session.accessToken(), of: session, log) }
        case "replace":
            calls.start(name) {
                let token = try await session.accessToken()
                let next = try await session.accessToken(replacing: token)
                log.expect(next.value != token.value, "the rejected token was returned again")
                Self.check(next, of: session, log)
            }
        case "user":
            calls.start(name) {
                let user = try await session.user()
                log.expect(user.id == session.account.id, "\(session.account.id) received the user \(user.id)")
            }
        default: return
        }
    }

    private static func check(_ token: AccessToken, of session: Session, _ log: RunLog) {
        let owner = MultiUserServer.TokenIdentity(token.value)?.owner
        log.expect(
            owner == session.account.id,
            "\(session.account.id) received a token of \(owner ?? "an unknown account")"
        )
    }

    /// Logs the events that the client publishes.
    private func listen() {
        let (log, events) = (log, gatehouse.events)
        executor.preference.task(name: "events") {
            for await event in events {
                var kind = "\(event.kind)"
                if case .signedOut(let reason) = event.kind { kind = "signedOut.\(reason)" }
                log.note("event.\(kind) \(event.account.id)")
            }
        }
    }

    private static func launch(
        _ process: ClientProcess,
        at server: MultiUserServer,
        on executor: SeededExecutor,
        environment: ClientEnvironment
    ) throws -> GatehouseClient {
        let issuer = try #require(URL(string: server.issuer))
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: key.clientID)
        configuration.redirectURI = URL(string: "com.example.app:/callback")
        configuration.tokenStore = process
        configuration.transport = process
        configuration.userAgent = process
        configuration.executor = executor.preference
        configuration.environment = environment
        configuration.environment.sleep = { _ in try await process.sleep() }
        return GatehouseClient(configuration: configuration)
    }
}
