import GatehouseWire
import Testing

/// Returns the `OAuthError` that the body throws; records an issue if it throws none.
func oauthError<Value>(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Value
) async throws -> OAuthError {
    try #require(
        await #expect(throws: OAuthError.self, sourceLocation: sourceLocation) { _ = try await body() },
        sourceLocation: sourceLocation
    )
}

/// Runs the body `count` times concurrently and returns the results.
func concurrently<Value: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable () async throws(OAuthError) -> Value
) async -> [Result<Value, OAuthError>] {
    await withTaskGroup(of: Result<Value, OAuthError>.self) { group in
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
