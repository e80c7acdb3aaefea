import Foundation
import Gatehouse
import Synchronization

/// Shows the server's pages by telling the web request under way where to send the browser.
///
/// The browser comes back as a request of its own, which goes to `GatehouseClient.handle(_:)`; that ends the wait here.
final class WebUserAgent: UserAgent {
    private let page = Mutex<AsyncStream<URL>.Continuation?>(nil)

    /// From now on pages go there.
    func show(on continuation: AsyncStream<URL>.Continuation) {
        page.withLock { $0 = continuation }
    }

    func present(_ visit: UserAgentVisit) async throws(AuthError) -> UserAgentAnswer {
        let address = visit.page(redirectingTo: visit.redirectURI)
        page.withLock { _ = $0?.yield(address) }
        // Somebody who has not come back after an hour will not.
        try? await Task.sleep(for: .seconds(3_600))
        return .closed
    }
}
