import Foundation
import Gatehouse
import GatehouseTesting
import Synchronization

/// The person in front of the sign-in page, who agrees unless the test says otherwise.
final class Stage: UserAgent {
    /// What becomes of a visit.
    enum Act: Sendable {
        case does(Deed)
        case closes
        /// The person goes away; the redirect, if any, is handed in by the app.
        case leaves
    }

    typealias Player = @Sendable (_ page: URL, Deed) async throws -> URL?

    private struct State {
        var acts: [Act] = []
        var player: Player?
        var pages: [URL] = []
        var absent: AsyncStream<Never>.Continuation?
    }

    private let state = Mutex(State())
    /// The pages that nobody answers, as they are shown.
    let left: AsyncStream<URL>
    private let leave: AsyncStream<URL>.Continuation

    init() {
        (left, leave) = AsyncStream.makeStream()
    }

    func play(_ player: @escaping Player) {
        state.withLock { $0.player = player }
    }

    /// What becomes of the next visit.
    func next(_ act: Act) {
        state.withLock { $0.acts.append(act) }
    }

    /// Whoever has left closes the page.
    func goHome() {
        state.withLock(\.absent)?.finish()
    }

    /// Every page shown.
    var pages: [URL] { state.withLock(\.pages) }

    func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
        let page = visit.page(redirectingTo: visit.redirectURI)
        TestTrace.run?.keep(page)
        let (act, player) = state.withLock { state in
            state.pages.append(page)
            return (state.acts.isEmpty ? Act.does(.agrees) : state.acts.removeFirst(), state.player)
        }
        switch act {
        case .closes: return .closed
        case .leaves:
            let (absence, end) = AsyncStream.makeStream(of: Never.self)
            state.withLock { $0.absent = end }
            leave.yield(page)
            for await _ in absence {}
            return .closed
        case .does(let deed):
            do {
                guard let redirect = try await player?(page, deed) else { return .closed }
                TestTrace.run?.keep(redirect)
                return .redirect(redirect)
            } catch {
                throw AuthError(.noBrowser, "The script failed: \(error)")
            }
        }
    }
}
