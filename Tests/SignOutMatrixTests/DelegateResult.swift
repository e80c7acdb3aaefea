import MSAL
import Testing

/// The outcome of a call to `MSAL`, as its delegate received it.
enum DelegateResult {
    /// Calls the method with a delegate and returns the state that it reports.
    ///
    /// - Throws: If the call ends in another state or in an error.
    static func state<State: AnyObject & Sendable>(
        _ type: State.Type,
        _ call: (ResultDelegate) -> Void
    ) async throws -> State {
        let state = await withCheckedContinuation { continuation in
            call(ResultDelegate { continuation.resume(returning: $0) })
        }
        return try #require(state as? State, "\(state)")
    }
}
