import FlyingFox
import Foundation
import Gatehouse

/// Everybody who uses the app, by the cookie in their browser.
actor Visitors {
    private static let cookieName = "gatehouse-demo"
    private static let limit = 1_000

    private let issuer: URL
    private let home: URL
    private var visitors: [String: Visitor] = [:]
    /// Oldest first, so that a demo left running does not grow for ever.
    private var order: [String] = []

    init(issuer: URL, home: URL) {
        self.issuer = issuer
        self.home = home
    }

    /// Who sent the request, if they have been here before.
    func visitor(of request: HTTPRequest) -> Visitor? {
        cookie(of: request).flatMap { visitors[$0] }
    }

    /// Who sent the request; for somebody new, with the cookie to set.
    func visitorOrNew(of request: HTTPRequest) -> (Visitor, cookie: String?) {
        if let visitor = visitor(of: request) { return (visitor, nil) }
        let id = GatehouseClient.Environment.systemRandomBytes(32).map { String($0, radix: 16) }.joined()
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
