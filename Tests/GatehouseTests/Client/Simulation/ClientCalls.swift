import GatehouseConcurrency

@testable import Gatehouse

/// The pending calls of an app, run by an executor that decides their order.
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

    /// The number of pending calls.
    var open: Int { state.withLock(\.open.count) }

    /// The latest session handles of this launch, whether active or ended.
    var sessions: [Session] { state.withLock { Array($0.sessions.suffix(4)) } }

    func add(_ session: Session) {
        state.withLock { $0.sessions.append(session) }
    }

    /// Removes all handles, which end with the process.
    func removeSessions() {
        state.withLock { $0.sessions = [] }
    }

    /// Starts a call and logs how it returns.
    func start(_ name: String, _ body: @escaping @Sendable () async throws -> Void) {
        log.note(name)
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let task = executor.preference.task(name: name) { [self] in
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

    /// Cancels a random pending call; returns `false` if there is none.
    func cancelOne(using random: inout SeededGenerator) -> Bool {
        let tasks = state.withLock { $0.open.sorted { $0.key < $1.key }.map(\.value) }
        guard let task = tasks.randomElement(using: &random) else { return false }
        task.cancel()
        return true
    }
}
