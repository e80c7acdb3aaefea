import Gatehouse

/// Asks the server something, and says in Kii's terms what went wrong.
///
/// - Parameters:
///   - terms: What refusals mean for this call.
///   - body: Asks.
/// - Returns: The answer.
/// - Throws: What went wrong.
func ask<Value>(
    _ terms: Terms = .usual,
    _ body: () async throws(AuthError) -> Value
) async throws(Failure) -> Value {
    do throws(AuthError) {
        return try await body()
    } catch {
        throw Failure(error, terms)
    }
}
