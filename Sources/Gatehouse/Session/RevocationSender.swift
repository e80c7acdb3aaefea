import Foundation
import GatehouseConcurrency

/// The stored tokens that wait for their revocation.
protocol RevocationQueue: Sendable {
    /// Returns the oldest revocation that has not been attempted.
    func nextRevocation(notIn attempted: Set<String>) async -> PendingRevocation?

    /// Records the first failure of a revocation, at the server's time.
    func markRevocationFailed(_ id: String, at now: Date) async

    /// Removes a revocation; returns when the store has been written, so that the next process does not send it again.
    func removeRevocation(_ id: String) async
}

/// Sends pending revocations to the server, one after the other.
final class RevocationSender: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        /// Whether revocations may have been added since the task last looked for one.
        var mustContinue = false
        var errors: [String: AuthError] = [:]
    }

    private let service: any TokenService
    private let clock: ServerClock
    private let tasks: TaskTracker
    private let recorder: EventRecorder
    private let state = Mutex(State())

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - service: The server.
    ///   - clock: The estimated clock of the server.
    ///   - tasks: The tracker of the client's tasks.
    ///   - recorder: The recorder of the client's events.
    init(service: any TokenService, clock: ServerClock, tasks: TaskTracker, recorder: EventRecorder) {
        self.service = service
        self.clock = clock
        self.tasks = tasks
        self.recorder = recorder
    }

    /// Starts to send the revocations of a queue, unless that is in progress.
    func start(_ queue: any RevocationQueue) {
        state.withLock { state in
            guard state.task == nil else {
                state.mustContinue = true
                return
            }
            // Callers need not wait: the next process sends those that remain.
            state.task = tasks.start("gatehouse revocation", isWaitedFor: false) { await self.sendAll(queue) }
        }
    }

    /// Waits until the revocations are sent.
    ///
    /// - Returns: The failures of the last attempts, by revocation.
    func finish() async -> [String: AuthError] {
        await state.withLock(\.task)?.value
        return state.withLock(\.errors)
    }

    private func sendAll(_ queue: any RevocationQueue) async {
        state.withLock { $0.errors = [:] }
        var attempted: Set<String> = []
        var unreachable: AuthError?
        repeat {
            while let revocation = await queue.nextRevocation(notIn: attempted) {
                attempted.insert(revocation.id)
                // After a transient failure, the others are not attempted.
                var error = unreachable
                if error == nil { error = await service.revoke(revocation) }
                if error?.isTransient == true { unreachable = error }
                await record(error, of: revocation, in: queue)
            }
        } while !endTask()
    }

    private func record(_ error: AuthError?, of revocation: PendingRevocation, in queue: any RevocationQueue) async {
        if let error {
            state.withLock { $0.errors[revocation.id] = error }
            recorder.log(.revocationFailed, error, session: revocation.id)
            // The device's clock may be wrong: only the server's time counts towards the lifetime.
            guard clock.offset != nil else { return }
            let now = clock.now
            guard revocation.hasExpired(at: now) else {
                if revocation.failedSince == nil { await queue.markRevocationFailed(revocation.id, at: now) }
                return
            }
        } else {
            recorder.log(.revocationSent, session: revocation.id)
        }
        await queue.removeRevocation(revocation.id)
    }

    /// Ends the task, unless revocations may have been added meanwhile.
    private func endTask() -> Bool {
        state.withLock { state in
            defer { state.mustContinue = false }
            if !state.mustContinue { state.task = nil }
            return !state.mustContinue
        }
    }
}
