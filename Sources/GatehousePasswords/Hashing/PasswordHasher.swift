import Foundation

/// Hashes and compares passwords with argon2id on threads of its own, with admission control.
///
/// A hash costs about 19 MiB and tens of milliseconds of one processor. So there are few threads, a bounded queue, and a
/// clear answer when it is full; sign-in slows down under load and never takes the server with it. Hashes are PHC
/// strings: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
package final class PasswordHasher: Sendable {
    private let argon2: Argon2
    let workers: BoundedWorkers

    /// Half of the processors, so that the event loops keep the other half.
    package static let defaultThreads = max(1, ProcessInfo.processInfo.activeProcessorCount / 2)

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - cost: What a new hash costs; older hashes of another cost still verify.
    ///   - threads: How many hashes run at the same time.
    ///   - queueLimit: How many may wait; a caller beyond that gets `.overloaded`.
    ///   - retryAfter: What `.overloaded` advises: about the time that a full queue takes to drain.
    package init(
        cost: HashCost = .standard,
        threads: Int = PasswordHasher.defaultThreads,
        queueLimit: Int = 64,
        retryAfter: Duration = .seconds(2)
    ) {
        argon2 = Argon2(cost: cost)
        workers = BoundedWorkers(
            name: "password-hash",
            threads: threads,
            queueLimit: queueLimit,
            retryAfter: retryAfter
        )
    }

    /// The PHC string to store for a new password, with a fresh salt.
    package func hash(_ password: Password) async throws(PasswordHashError) -> String {
        try await workers.run { [argon2] in argon2.hash(password) }.get()
    }

    /// Whether the password is the one that `hash` was made from.
    ///
    /// - Throws: `.malformedHash` when `hash` is no argon2 string: a damaged record, not a wrong password.
    package func verify(_ password: Password, against hash: String) async throws(PasswordHashError) -> Bool {
        try await workers.run { [argon2] in argon2.verify(password, against: hash) }.get()
    }

    /// Does the work of `verify` and forgets the answer, so that an unknown account costs the same time as a known one.
    package func verifyAgainstNothing(_ password: Password) async throws(PasswordHashError) {
        _ = try await workers.run { [argon2] in argon2.verify(password, against: argon2.unmatchable) }.get()
    }

    /// Whether the hash was made with another cost, or is damaged, and should be replaced at the next sign-in.
    package func needsRehash(_ hash: String) -> Bool {
        argon2.age(of: hash) != .current
    }

    /// Ends the threads.
    ///
    /// What waits is answered `.shutDown`, what runs is finished.
    package func shutdown() {
        workers.shutdown()
    }
}
