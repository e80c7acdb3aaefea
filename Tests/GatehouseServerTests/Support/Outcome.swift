import GatehouseWire
import Testing

/// Expects an endpoint to refuse, and hands out the refusal.
func refusal<Answer>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Answer
) async throws -> OAuthError {
    try #require(
        await #expect(throws: OAuthError.self, sourceLocation: sourceLocation) { _ = try await body() },
        sourceLocation: sourceLocation
    )
}

/// Runs something many times at once.
func concurrently<Answer: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable () async throws(OAuthError) -> Answer
) async -> [Result<Answer, OAuthError>] {
    await withTaskGroup(of: Result<Answer, OAuthError>.self) { group in
        for _ in 0..<count {
            group.addTask {
                do throws(OAuthError) { return .success(try await body()) } catch { return .failure(error) }
            }
        }
        return await group.reduce(into: []) { $0.append($1) }
    }
}

extension Result {
    var value: Success? { try? get() }
    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
