import MSAL
import Testing

/// What a delegate of `MSAL` was handed.
enum Answer {
    /// The state that a call ends in.
    ///
    /// - Throws: When it ends in another one, or in an error.
    static func of<State: AnyObject & Sendable>(
        _ type: State.Type,
        _ call: (AnswerDelegate) -> Void
    ) async throws -> State {
        let state = await withCheckedContinuation { continuation in
            call(AnswerDelegate { continuation.resume(returning: $0) })
        }
        return try #require(state as? State, "\(state)")
    }
}
