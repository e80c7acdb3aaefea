/// Waiting and chance, as the process has them.
package struct ConnectionEnvironment: Sendable {
    private let wait: @Sendable (Duration) async throws -> Void
    private let random: @Sendable () -> Double

    /// Hands both in.
    ///
    /// - Parameters:
    ///   - wait: Returns after that time.
    ///   - random: A number from 0 up to, and without, 1, another one each time.
    package init(
        wait: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> Double
    ) {
        self.wait = wait
        self.random = random
    }

    /// Waits longer after each failure in a row, a second at most, and not for the same time as others do.
    func pause(afterFailure count: Int) async {
        let milliseconds = min(1000, 50 << min(count - 1, 5))
        // It only throws when the task is cancelled, which none is that serves a store.
        try? await wait(.microseconds(Int64(Double(milliseconds) * 500 * (1 + random()))))
    }

    /// Waits for another transaction to get out of the way.
    func pause(beforeTry number: Int) async {
        let milliseconds = Double(min(200, 5 << min(number, 6)))
        try? await wait(.microseconds(Int64(milliseconds * 1000 * random())))
    }
}
