import Foundation

/// A refresh of the current session's access token before it expires, so that no request waits for one.
///
/// Without it, a token is refreshed when a call needs it. Run it while the app is in the foreground:
///
/// ```swift
/// .task(id: scenePhase) {
///     if scenePhase == .active { await ProactiveRefresh(of: gatehouse).run() }
/// }
/// ```
///
/// `.gatehouse(_:refreshesInForeground:)` of the product `GatehouseUI` does this.
public struct ProactiveRefresh: Sendable {
    /// The longest time between two checks, the time after a failed refresh, and the shortest time after a refresh, in
    /// seconds.
    private static let pause = (longest: TimeInterval(300), afterFailure: TimeInterval(60), shortest: TimeInterval(30))

    private let client: GatehouseClient

    /// Creates a refresh of a client's current session.
    ///
    /// - Parameter client: The client.
    public init(of client: GatehouseClient) {
        self.client = client
    }

    /// Refreshes the access token shortly before ``ClientConfiguration/expirationLeeway``, until the task is cancelled.
    ///
    /// It follows sign-ins, sign-outs and changes of the current account. A refresh that fails is tried again after a
    /// minute, or when the server allows it; errors are reported to the calls that need a token.
    public func run() async {
        var refresh: Task<Void, Never>?
        defer { refresh?.cancel() }
        var account: Account?
        for await state in client.states where state.account != account {
            account = state.account
            refresh?.cancel()
            refresh = account == nil ? nil : Task { await refreshRepeatedly() }
        }
    }

    private func refreshRepeatedly() async {
        let environment = client.configuration.environment
        while !Task.isCancelled {
            let pause = await refreshIfDue()
            guard (try? await environment.backgroundSleep(.seconds(pause))) != nil else { return }
        }
    }

    /// Refreshes the token if it is about to expire.
    ///
    /// - Returns: The seconds until the next check.
    private func refreshIfDue() async -> TimeInterval {
        do throws(AuthError) {
            guard let session = try await client.session(), session.isRefreshable else { return Self.pause.longest }
            var remaining = try await secondsToRefresh(session)
            if remaining <= 0 {
                _ = try await session.tokens(forcesRefresh: true)
                // A token that lives hardly longer than the leeway must not be refreshed all the time.
                remaining = max(try await secondsToRefresh(session), Self.pause.shortest)
            }
            return min(remaining, Self.pause.longest)
        } catch {
            return max(error.retryAfter?.timeInterval ?? 0, Self.pause.afterFailure)
        }
    }

    private func secondsToRefresh(_ session: Session) async throws(AuthError) -> TimeInterval {
        let stored = try await client.manager.session(session.id)
        return stored.expiresAt.timeIntervalSince(session.now) - client.manager.leeway - 1
    }
}
