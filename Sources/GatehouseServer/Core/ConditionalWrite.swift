package import GatehouseStore

/// A change, and the action to take if its condition does not hold.
package struct ConditionalWrite: Sendable {
    package enum ConflictAction: Sendable {
        /// Another request changed a record that the decision was based on: re-read and decide again.
        case retry
        /// The change is no longer possible: what it applies to has ended.
        case gone
        /// The decision was based on an outdated state, which the user must see first.
        case stale
        /// The counter of the limit is exhausted.
        case limit(LimitName)
    }

    let change: Change
    let onConflict: ConflictAction

    package init(_ change: Change, onConflict: ConflictAction = .retry) {
        self.change = change
        self.onConflict = onConflict
    }

    /// Repeats an attempt to read, decide and commit.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts.
    ///   - attempt: Returns `nil` on a conflict with another writer.
    /// - Returns: The result of the attempt that succeeded; `nil` if all attempts conflict.
    /// - Throws: Every error of an attempt.
    static func retrying<Value, Failure: Error>(
        attempts: Int,
        _ attempt: () async throws(Failure) -> Value?
    ) async throws(Failure) -> Value? {
        for _ in 0..<attempts {
            if let value = try await attempt() { return value }
        }
        return nil
    }
}

extension ChangeCommitter {
    /// Commits all writes, or none.
    ///
    /// - Returns: The position of the first write whose condition did not hold; `nil` if all were committed.
    func firstConflict(
        committing writes: [ConditionalWrite],
        recordingIn failures: FailureLog
    ) async throws(ServiceFailure) -> Int? {
        do {
            try await commit(writes.map(\.change))
            return nil
        } catch .conflict(let position) {
            return position
        } catch {
            throw failures.record(error)
        }
    }
}
