import Foundation
import Gatehouse

/// A user agent that passes the server's pages to the current web request for a redirect.
///
/// The browser returns in another request, which calls `GatehouseClient.handle(_:)`; that ends the wait here.
actor WebUserAgent: UserAgent {
    private var page: AsyncStream<URL>.Continuation?

    /// Sets the receiver of pages.
    func show(on continuation: AsyncStream<URL>.Continuation) {
        page = continuation
    }

    func present(_ request: UserAgentRequest) async throws(AuthError) -> UserAgentResult {
        let address = request.url(redirectURI: request.redirectURI)
        page?.yield(address)
        // Waits for at most an hour.
        try? await Task.sleep(for: .seconds(3_600))
        return .dismissed
    }
}
