import Foundation
import GatehouseConcurrency

/// A page to show through a user agent.
struct UserAgentPage: Sendable {
    let purpose: UserAgentRequest.Purpose
    /// The redirect URI of the configuration; `nil` lets the user agent choose.
    let redirectURI: URL?
    let expectsRedirect: Bool
    let prefersEphemeralSession: Bool
    /// The expected state of the redirect.
    let state: String
    /// The URL of the page for a redirect URI.
    let url: @Sendable (_ redirectURI: URL?) -> URL
}

/// The user agent requests in progress, for matching redirects that the app receives.
final class ActiveUserAgentRequests: Sendable {
    private struct Pending {
        var request: UserAgentRequest
        var redirectURI: URL?
        var arrival: Promise<UserAgentResult>
        var hasEnded = false
    }

    private struct State {
        var next = 0
        var pending: [Int: Pending] = [:]
        /// The states of all requests so far.
        var startedStates: Set<String> = []
    }

    private let state = Mutex(State())

    /// Shows a page through the user agent.
    ///
    /// Ends with its result or with the redirect passed to ``handle(_:)``, whichever comes first.
    ///
    /// - Returns: The result, and the redirect URI of the page.
    func run(
        _ page: UserAgentPage,
        through agent: any UserAgent
    ) async throws(AuthError) -> (result: UserAgentResult, redirectURI: URL?) {
        let id = state.withLock {
            $0.next += 1
            return $0.next
        }
        let arrival = Promise<UserAgentResult>()
        let request = UserAgentRequest(
            page.purpose,
            redirectURI: page.redirectURI,
            expectsRedirect: page.expectsRedirect,
            prefersEphemeralSession: page.prefersEphemeralSession,
            state: page.state
        ) { [weak self] chosen in
            self?.state.withLock { $0.pending[id]?.redirectURI = chosen }
            return page.url(chosen)
        }
        state.withLock {
            $0.startedStates.insert(page.state)
            $0.pending[id] = Pending(request: request, redirectURI: page.redirectURI, arrival: arrival)
        }
        defer { state.withLock { $0.pending[id] = nil } }
        let result = try await Self.first(request, or: arrival, through: agent).get()
        return (result, state.withLock { $0.pending[id]?.redirectURI })
    }

    /// Returns whether a request with this state was started here, in progress or not.
    func hasStarted(_ requestState: String) -> Bool {
        state.withLock { $0.startedStates.contains(requestState) }
    }

    /// Completes the request that a received URL belongs to.
    ///
    /// - Returns: Whether there is such a request; a second call with the same URL changes nothing.
    func handle(_ url: URL) -> Bool {
        let arrival = state.withLock { state -> Promise<UserAgentResult>? in
            let ended = state.pending.first { _, pending in
                guard !pending.hasEnded, let redirectURI = pending.redirectURI else { return false }
                return pending.request.isCompleted(by: url, redirectURI: redirectURI)
            }
            guard let ended else { return nil }
            state.pending[ended.key]?.hasEnded = true
            return ended.value.arrival
        }
        arrival?.resolve(.redirected(url))
        return arrival != nil
    }

    /// Ends every request as if the user had closed its page.
    ///
    /// - Returns: Whether a page was open.
    func close() -> Bool {
        let arrivals = state.withLock { state in
            let open = state.pending.filter { !$0.value.hasEnded }
            for id in open.keys { state.pending[id]?.hasEnded = true }
            return open.values.map(\.arrival)
        }
        for arrival in arrivals { arrival.resolve(.dismissed) }
        return !arrivals.isEmpty
    }

    private static func first(
        _ request: UserAgentRequest,
        or arrival: Promise<UserAgentResult>,
        through agent: any UserAgent
    ) async -> Result<UserAgentResult, AuthError> {
        await withTaskGroup(of: Result<UserAgentResult, AuthError>.self) { group in
            group.addTask {
                do throws(AuthError) {
                    return .success(try await agent.present(request))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                await arrival.value.map { .success($0) } ?? .failure(.cancelled())
            }
            let first = await group.next() ?? .failure(.cancelled())
            group.cancelAll()
            return first
        }
    }
}
