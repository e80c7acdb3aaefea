import Foundation
import GatehouseConcurrency
import GatehouseWire
import Testing

@testable import Gatehouse

/// A user agent that runs the test's scripts; by default the user approves.
final class FakeBrowser: UserAgent {
    typealias Script = @Sendable (UserAgentRequest) async throws -> UserAgentResult

    private struct State {
        var scripts: [Script] = []
        var pages: [URL] = []
    }

    private let server: FakeServer
    private let state = Mutex(State())

    init(server: FakeServer) {
        self.server = server
    }

    /// Adds a script for the next request.
    func next(_ script: @escaping Script) {
        state.withLock { $0.scripts.append(script) }
    }

    /// All pages shown.
    var pages: [URL] { state.withLock { $0.pages } }

    func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        let page = request.url(redirectURI: request.redirectURI)
        let script = state.withLock { state -> Script? in
            state.pages.append(page)
            return state.scripts.isEmpty ? nil : state.scripts.removeFirst()
        }
        do {
            return try await script?(request) ?? .redirected(server.approve(page))
        } catch let error as AuthError {
            throw error
        } catch {
            throw AuthError(.browserUnavailable, "The script failed: \(error)")
        }
    }
}

/// Suspends until the task is cancelled.
func waitUntilCancelled() async {
    _ = await Promise<Void>().value
}

/// Returns a redirect to the request's redirect URI with its state and these parameters.
func redirectURL(for request: UserAgentRequest, _ parameters: String) throws -> URL {
    let page = request.url(redirectURI: request.redirectURI)
    let state = try #require(try Parameters(formEncoded: page.query() ?? "")[.state])
    return try #require(URL(string: "com.example.app:/callback?state=\(state)&\(parameters)"))
}
