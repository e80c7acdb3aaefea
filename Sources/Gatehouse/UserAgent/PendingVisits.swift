import Foundation
import Synchronization

/// The visits under way, so that a redirect which the app received can find its own.
final class PendingVisits: Sendable {
    private struct Pending {
        var visit: UserAgentVisit
        var redirectURI: URL?
        var arrival: OneShot<UserAgentAnswer>
        var hasEnded = false
    }

    private struct State {
        var next = 0
        var pending: [Int: Pending] = [:]
        /// The states of all visits so far.
        var begun: Set<String> = []
    }

    private let state = Mutex(State())

    /// Shows a page through the user agent.
    ///
    /// Ends with its answer or with the redirect handed to ``handle(_:)``, whichever comes first.
    ///
    /// - Returns: The answer, and the redirect URI that the page was made with.
    func run(
        _ purpose: UserAgentVisit.Purpose,
        redirectURI: URL?,
        expectsRedirect: Bool,
        prefersEphemeralSession: Bool = false,
        state visitState: String,
        through agent: any UserAgent,
        page: @escaping @Sendable (_ redirectURI: URL?) -> URL
    ) async throws(AuthError) -> (answer: UserAgentAnswer, redirectURI: URL?) {
        let id = state.withLock {
            $0.next += 1
            return $0.next
        }
        let arrival = OneShot<UserAgentAnswer>()
        let visit = UserAgentVisit(
            purpose,
            redirectURI: redirectURI,
            expectsRedirect: expectsRedirect,
            prefersEphemeralSession: prefersEphemeralSession,
            state: visitState
        ) { [weak self] chosen in
            self?.state.withLock { $0.pending[id]?.redirectURI = chosen }
            return page(chosen)
        }
        state.withLock {
            $0.begun.insert(visitState)
            $0.pending[id] = Pending(visit: visit, redirectURI: redirectURI, arrival: arrival)
        }
        defer { state.withLock { $0.pending[id] = nil } }
        let answer = try await Self.first(visit, arrival, agent).get()
        return (answer, state.withLock { $0.pending[id]?.redirectURI })
    }

    /// Whether a visit of this state was begun here, however it went.
    func hasBegun(_ visit: String) -> Bool {
        state.withLock { $0.begun.contains(visit) }
    }

    /// Hands in a URL that the app received.
    ///
    /// - Returns: Whether it ends a visit; if not, such as the second time, nothing has changed.
    func handle(_ url: URL) -> Bool {
        let arrival = state.withLock { state -> OneShot<UserAgentAnswer>? in
            let ended = state.pending.first { _, pending in
                guard !pending.hasEnded, let redirectURI = pending.redirectURI else { return false }
                return pending.visit.isEnded(by: url, redirectingTo: redirectURI)
            }
            guard let ended else { return nil }
            state.pending[ended.key]?.hasEnded = true
            return ended.value.arrival
        }
        arrival?.resolve(.redirect(url))
        return arrival != nil
    }

    /// Ends every open visit as if the user had closed its page.
    ///
    /// - Returns: Whether a page was open.
    func close() -> Bool {
        let arrivals = state.withLock { state in
            let open = state.pending.filter { !$0.value.hasEnded }
            for id in open.keys { state.pending[id]?.hasEnded = true }
            return open.values.map(\.arrival)
        }
        for arrival in arrivals { arrival.resolve(.closed) }
        return !arrivals.isEmpty
    }

    private static func first(
        _ visit: UserAgentVisit,
        _ arrival: OneShot<UserAgentAnswer>,
        _ agent: any UserAgent
    ) async -> Result<UserAgentAnswer, AuthError> {
        await withTaskGroup(of: Result<UserAgentAnswer, AuthError>.self) { group in
            group.addTask {
                do throws(AuthError) {
                    return .success(try await agent.present(visit))
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
