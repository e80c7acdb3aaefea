import FlyingFox
import Foundation
import Gatehouse

/// A browser of a user, with its own client and a session in memory.
actor Visitor {
    nonisolated let client: GatehouseClient
    private let agent = WebUserAgent()
    private var pendingAction: Task<String?, Never>?
    private var message: String?

    init(issuer: URL, home: URL) {
        var configuration = GatehouseClient.Configuration(issuer: issuer, clientID: "gatehouse-demo")
        configuration.redirectURI = home.appending(path: "callback")
        configuration.postLogoutRedirectURI = home.appending(path: "signed-out")
        configuration.tokenStore = MemoryTokenStore()
        configuration.userAgent = agent
        client = GatehouseClient(configuration: configuration)
    }

    /// Starts an action that shows the server's pages.
    ///
    /// - Returns: The page for the browser; `nil` if the action ended without one, with a message if it failed.
    func start(_ work: @escaping @Sendable (GatehouseClient) async throws(AuthError) -> Void) async -> URL? {
        let (pages, page) = AsyncStream.makeStream(of: URL.self)
        await agent.show(on: page)
        let action = Task { [client] () -> String? in
            defer { page.finish() }
            do throws(AuthError) {
                try await work(client)
                return nil
            } catch {
                return error.userMessage() ?? error.message
            }
        }
        pendingAction = action
        for await url in pages { return url }
        message = await action.value
        return nil
    }

    /// Handles the redirect and waits for the end of the action.
    func finish(with url: URL) async {
        guard client.handle(url) else { return }
        message = await pendingAction?.value
    }

    /// Returns the message and removes it.
    func takeMessage() -> String? {
        defer { message = nil }
        return message
    }
}

/// The visitors of the app, by the cookie in their browser.
actor Visitors {
    private static let cookieName = "gatehouse-demo"
    private static let limit = 1_000

    private let issuer: URL
    private let home: URL
    private var visitors: [String: Visitor] = [:]
    /// The visitors, oldest first, to limit their number.
    private var order: [String] = []

    init(issuer: URL, home: URL) {
        self.issuer = issuer
        self.home = home
    }

    /// Returns the visitor of a request, if known.
    func visitor(of request: HTTPRequest) -> Visitor? {
        cookie(of: request).flatMap { visitors[$0] }
    }

    /// Returns the visitor of a request; for a new visitor, with the cookie to set.
    func visitorOrNew(of request: HTTPRequest) -> (Visitor, cookie: String?) {
        if let visitor = visitor(of: request) { return (visitor, nil) }
        let id = ClientEnvironment.systemRandomBytes(32).map { String($0, radix: 16) }.joined()
        let visitor = Visitor(issuer: issuer, home: home)
        visitors[id] = visitor
        order.append(id)
        if order.count > Self.limit { visitors[order.removeFirst()] = nil }
        return (visitor, "\(Self.cookieName)=\(id); Path=/; HttpOnly; SameSite=Lax")
    }

    private func cookie(of request: HTTPRequest) -> String? {
        let pairs = (request.headers[.cookie] ?? "").split(separator: ";").map { $0.trimmingPrefix { $0 == " " } }
        return pairs.first { $0.hasPrefix(Self.cookieName + "=") }.map {
            String($0.dropFirst(Self.cookieName.count + 1))
        }
    }
}
