import Foundation
import Gatehouse

/// One person's browser: a client of their own, whose session lives in memory as long as this does.
actor Visitor {
    nonisolated let client: GatehouseClient
    private let agent = WebUserAgent()
    private var journey: Task<String?, Never>?
    private var message: String?

    init(issuer: URL, home: URL) {
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: "gatehouse-demo")
        configuration.redirectURI = home.appending(path: "callback")
        configuration.postLogoutRedirectURI = home.appending(path: "signed-out")
        configuration.tokenStore = MemoryTokenStore()
        configuration.userAgent = agent
        client = GatehouseClient(configuration)
    }

    /// Starts something that leads through the server's pages.
    ///
    /// - Returns: where to send the browser; `nil` when it ended without a page, with a message if it failed.
    func start(_ work: @escaping @Sendable (GatehouseClient) async throws(AuthError) -> Void) async -> URL? {
        let (pages, page) = AsyncStream.makeStream(of: URL.self)
        agent.show(on: page)
        let journey = Task { [client] () -> String? in
            defer { page.finish() }
            do throws(AuthError) {
                try await work(client)
                return nil
            } catch {
                return error.message
            }
        }
        self.journey = journey
        for await url in pages { return url }
        message = await journey.value
        return nil
    }

    /// Hands in the address the browser came back to, and waits until what was started has ended.
    func finish(with url: URL) async {
        guard client.handle(url) else { return }
        message = await journey?.value
    }

    /// What there is to say, once.
    func takeMessage() -> String? {
        defer { message = nil }
        return message
    }
}
