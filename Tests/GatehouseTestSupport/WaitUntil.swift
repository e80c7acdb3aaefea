/// A condition that a test waited for in vain.
package struct ConditionTimeout: Error {
    package let limit: Duration
}

/// Waits until a condition holds, while other tasks run.
///
/// - Parameters:
///   - limit: The real time after which the wait fails; long, because a machine that runs all tests is slow.
///   - condition: The condition.
/// - Throws: ``ConditionTimeout``, or the error of the condition.
package func waitUntil(
    within limit: Duration = .seconds(60),
    _ condition: () async throws -> Bool
) async throws {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while try await !condition() {
        guard clock.now < end else { throw ConditionTimeout(limit: limit) }
        await Task.yield()
    }
}
