import Foundation
import Gatehouse
import GatehouseConcurrency
import GatehouseTesting

/// A user agent whose user consents unless the test sets another action.
final class TestUserAgent: UserAgent {
    /// The action of the user on a page.
    enum PageAction: Sendable {
        case decides(UserDecision)
        case closes
        /// The user leaves the page; the test passes any redirect to the app.
        case leaves
    }

    typealias PageHandler = @Sendable (_ page: URL, UserDecision) async throws -> URL?

    private struct State {
        var actions: [PageAction] = []
        var handler: PageHandler?
        var pages: [URL] = []
        var pendingPage: AsyncStream<Never>.Continuation?
    }

    private let state = Mutex(State())
    /// The pages that the user left.
    let abandonedPages: AsyncStream<URL>
    private let abandonment: AsyncStream<URL>.Continuation

    init() {
        (abandonedPages, abandonment) = AsyncStream.makeStream()
    }

    func setHandler(_ handler: @escaping PageHandler) {
        state.withLock { $0.handler = handler }
    }

    /// Sets the action on the next page.
    func next(_ action: PageAction) {
        state.withLock { $0.actions.append(action) }
    }

    /// Closes the page that the user left.
    func closeAbandonedPage() {
        state.withLock(\.pendingPage)?.finish()
    }

    /// Every page shown.
    var pages: [URL] { state.withLock(\.pages) }

    func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        let page = request.url(redirectURI: request.redirectURI)
        TestTrace.run?.keep(page)
        let (action, handler) = state.withLock { state in
            state.pages.append(page)
            return (state.actions.isEmpty ? PageAction.decides(.agrees) : state.actions.removeFirst(), state.handler)
        }
        switch action {
        case .closes: return .dismissed
        case .leaves:
            let (pending, end) = AsyncStream.makeStream(of: Never.self)
            state.withLock { $0.pendingPage = end }
            abandonment.yield(page)
            for await _ in pending {}
            return .dismissed
        case .decides(let decision):
            do {
                guard let redirect = try await handler?(page, decision) else { return .dismissed }
                TestTrace.run?.keep(redirect)
                return .redirected(redirect)
            } catch {
                throw AuthError(.browserUnavailable, "The script failed: \(error)")
            }
        }
    }
}
