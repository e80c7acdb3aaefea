import Foundation
import GatehouseConcurrency
import GatehouseMetrics
import GatehouseThreads

/// Hashes and verifies passwords with argon2id on its own threads, with admission control.
///
/// A hash costs about 19 MiB and tens of milliseconds of processor time, so threads and queue are limited: under load,
/// sign-in slows down and then fails with a clear error. Hashes are PHC strings:
/// `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
package final class PasswordHasher: Sendable {
    private let argon2: Argon2
    private let retryAfter: Duration
    private let rejectionCount = Mutex(0)
    private let metrics: PasswordHashMetrics
    let queueLimit: Int
    let threads: ThreadPool

    /// The number of seconds over which the retries of rejected callers are spread.
    private static let retrySpread = 4

    /// Half of the processors; the event loops use the other half.
    package static let defaultThreads = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - cost: The cost of new hashes; hashes of another cost still verify.
    ///   - threads: The number of hashes that run at the same time.
    ///   - queueLimit: The number of callers that can wait; further ones get `.overloaded`.
    ///   - retryAfter: The delay that `.overloaded` reports, about the time to drain a full queue.
    ///   - metrics: The metrics of waiting and rejected callers.
    package init(
        cost: HashCost = .standard,
        threads: Int = PasswordHasher.defaultThreads,
        queueLimit: Int = 64,
        retryAfter: Duration = .seconds(2),
        metrics: PasswordHashMetrics = .unexposed
    ) {
        argon2 = Argon2(cost: cost)
        self.retryAfter = retryAfter
        self.metrics = metrics
        self.queueLimit = queueLimit
        self.threads = ThreadPool(name: "password-hash", threads: threads, queueLimit: queueLimit, priority: .low)
    }

    /// Returns the PHC string of a new password, with a random salt.
    package func hash(_ password: Password) async throws(PasswordHashError) -> String {
        try await run { [argon2] in argon2.hash(password) }
    }

    /// Returns whether the password matches the hash.
    ///
    /// - Throws: `.malformedHash` if `hash` is not an argon2 string, which means a damaged record.
    package func verify(_ password: Password, against hash: String) async throws(PasswordHashError) -> Bool {
        try await run { [argon2] in argon2.verify(password, against: hash) }
    }

    /// Runs `verify` on a dummy hash, so that unknown accounts take as long as known ones.
    package func verifyDummy(_ password: Password) async throws(PasswordHashError) {
        _ = try await run { [argon2] in argon2.verify(password, against: argon2.unmatchable) }
    }

    /// Returns whether the hash has another cost or is damaged, and should be replaced at the next sign-in.
    package func needsRehash(_ hash: String) -> Bool {
        argon2.status(of: hash) != .current
    }

    /// Stops the threads.
    ///
    /// Waiting work fails with `.shutDown`, running work finishes.
    package func shutdown() {
        threads.shutdown()
    }

    private func run<Value: Sendable>(
        _ work: @escaping @Sendable () -> Result<Value, PasswordHashError>
    ) async throws(PasswordHashError) -> Value {
        let result: Result<Value, PasswordHashError>
        do throws(WorkRejection) {
            result = try await threads.run { [wait = metrics.wait, start = metrics.wait.now] in
                wait.record(since: start)
                return work()
            }
        } catch {
            throw passwordHashError(error)
        }
        return try result.get()
    }

    private func passwordHashError(_ rejection: WorkRejection) -> PasswordHashError {
        switch rejection {
        case .overloaded:
            metrics.rejections.increment()
            // Spreads the retries of callers that are rejected together.
            let count = rejectionCount.withLock { count in
                defer { count += 1 }
                return count
            }
            return .overloaded(retryAfter: retryAfter + .seconds(count % Self.retrySpread))
        case .cancelled: return .cancelled
        case .stopped: return .shutDown
        }
    }
}

/// An error in hashing or verifying a password.
package enum PasswordHashError: Error, Equatable {
    /// The queue is full; nothing was done. Retry after `retryAfter`.
    case overloaded(retryAfter: Duration)
    /// The task was cancelled while its work was waiting.
    case cancelled
    /// The hasher was shut down before the work began.
    case shutDown
    /// The stored hash is not an argon2 string, so no password can match it.
    case malformedHash
    /// The library failed, usually because of insufficient memory.
    case unavailable
}
