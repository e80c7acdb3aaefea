import Foundation
import GatehouseWire
import Synchronization
import Testing

@testable import Gatehouse

/// A user agent that does what the test says; by default the person agrees.
final class FakeBrowser: UserAgent {
    typealias Script = @Sendable (UserAgentVisit) async throws -> UserAgentAnswer

    private struct State {
        var scripts: [Script] = []
        var pages: [URL] = []
    }

    private let server: FakeServer
    private let state = Mutex(State())

    init(server: FakeServer) {
        self.server = server
    }

    /// What the next visit does.
    func next(_ script: @escaping Script) {
        state.withLock { $0.scripts.append(script) }
    }

    /// Every page shown.
    var pages: [URL] { state.withLock { $0.pages } }

    func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
        let page = visit.page(redirectingTo: visit.redirectURI)
        let script = state.withLock { state -> Script? in
            state.pages.append(page)
            return state.scripts.isEmpty ? nil : state.scripts.removeFirst()
        }
        do {
            return try await script?(visit) ?? .redirect(server.agree(to: page))
        } catch let error as AuthError {
            throw error
        } catch {
            throw AuthError(.noBrowser, "The script failed: \(error)")
        }
    }
}

/// Suspends until the task is cancelled, like a person who does nothing.
func untilCancelled() async {
    _ = await OneShot<Void>().value
}

/// A redirect to the visit's own redirect URI, with its state and these parameters.
func answer(to visit: UserAgentVisit, _ parameters: String) throws -> URL {
    let page = visit.page(redirectingTo: visit.redirectURI)
    let state = try #require(try Parameters(formEncoded: page.query() ?? "")[.state])
    return try #require(URL(string: "com.example.app:/callback?state=\(state)&\(parameters)"))
}
