import Foundation
import Gatehouse
import Synchronization

/// A user agent that passes the server's pages to the current web request for a redirect.
///
/// The browser returns in another request, which calls `GatehouseClient.handle(_:)`; that ends the wait here.
final class WebUserAgent: UserAgent {
    private let page = Mutex<AsyncStream<URL>.Continuation?>(nil)

    /// Sets the receiver of pages.
    func show(on continuation: AsyncStream<URL>.Continuation) {
        page.withLock { $0 = continuation }
    }

    func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        let address = request.url(redirectURI: request.redirectURI)
        page.withLock { _ = $0?.yield(address) }
        // Waits for at most an hour.
        try? await Task.sleep(for: .seconds(3_600))
        return .dismissed
    }
}
