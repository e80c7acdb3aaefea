import Synchronization

@testable import Gatehouse

/// The calls of an app that are under way, on an executor that decides which of them goes on.
final class ClientCalls: Sendable {
    private struct State {
        var sessions: [Session] = []
        var open: [Int: Task<Void, Never>] = [:]
        var number = 0
    }

    private let executor: SeededExecutor
    private let log: RunLog
    private let state = Mutex(State())

    init(on executor: SeededExecutor, log: RunLog) {
        self.executor = executor
        self.log = log
    }

    /// How many have not returned.
    var open: Int { state.withLock(\.open.count) }

    /// The newest handles that this launch of the app has, of sessions that go on or not.
    var sessions: [Session] { state.withLock { Array($0.sessions.suffix(4)) } }

    func keep(_ session: Session) {
        state.withLock { $0.sessions.append(session) }
    }

    /// Handles end with the process.
    func forgetSessions() {
        state.withLock { $0.sessions = [] }
    }

    /// Calls something, and takes down how it returned.
    func start(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        log.note(name)
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let task = Task(executorPreference: executor) { [self] in
            do {
                try await body()
                log.note("done \(name)")
            } catch let error as AuthError {
                log.note("\(error.signedOutReason.map { "\($0)" } ?? error.code.rawValue) \(name)")
            } catch {
                log.expect(false, "\(error)")
            }
            let isFirst = state.withLock { $0.open.removeValue(forKey: number) != nil }
            log.expect(isFirst, "\(name) returned twice")
        }
        state.withLock { $0.open[number] = task }
    }

    /// Cancels one of them; `false` when there are none.
    func cancelOne(using random: inout SeededGenerator) -> Bool {
        let tasks = state.withLock { $0.open.sorted { $0.key < $1.key }.map(\.value) }
        guard let task = tasks.randomElement(using: &random) else { return false }
        task.cancel()
        return true
    }
}
