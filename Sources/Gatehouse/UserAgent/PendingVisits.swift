import Foundation
import Synchronization

/// The visits under way, so that a redirect which the app received can find its own.
final class PendingVisits: Sendable {
    private struct Pending {
        var visit: UserAgentVisit
        var redirectURI: URL?
        var arrival: OneShot<URL>
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
        state visitState: String,
        through agent: any UserAgent,
        page: @escaping @Sendable (_ redirectURI: URL?) -> URL
    ) async throws(AuthError) -> (answer: UserAgentAnswer, redirectURI: URL?) {
        let id = state.withLock {
            $0.next += 1
            return $0.next
        }
        let arrival = OneShot<URL>()
        let visit = UserAgentVisit(
            purpose,
            redirectURI: redirectURI,
            expectsRedirect: expectsRedirect,
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
        let arrival = state.withLock { state -> OneShot<URL>? in
            let ended = state.pending.first { _, pending in
                guard !pending.hasEnded, let redirectURI = pending.redirectURI else { return false }
                return pending.visit.isEnded(by: url, redirectingTo: redirectURI)
            }
            guard let ended else { return nil }
            state.pending[ended.key]?.hasEnded = true
            return ended.value.arrival
        }
        arrival?.resolve(url)
        return arrival != nil
    }

    private static func first(
        _ visit: UserAgentVisit,
        _ arrival: OneShot<URL>,
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
                await arrival.value.map { .success(.redirect($0)) } ?? .failure(.cancelled())
            }
            let first = await group.next() ?? .failure(.cancelled())
            group.cancelAll()
            return first
        }
    }
}
