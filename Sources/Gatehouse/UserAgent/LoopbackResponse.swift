#if LOOPBACK
import FlyingFox
import FlyingSocks
import Foundation
import GatehouseWire

/// The responses of the loopback server.
enum LoopbackResponse {
    /// Responds to a request of the browser; reports the redirect after the page has been sent.
    static func respond(
        to request: HTTPRequest,
        for pageRequest: UserAgentRequest,
        at redirectURI: URL,
        _ arrive: AsyncStream<URL>.Continuation
    ) -> HTTPResponse {
        guard request.method == .GET,
            let url = URL(string: request.target.rawValue, relativeTo: redirectURI)?.absoluteURL,
            url.path == redirectURI.path
        else { return response(.notFound, .nothingHere) }
        guard pageRequest.isCompleted(by: url, redirectURI: redirectURI) else {
            return response(.badRequest, .anotherSignIn)
        }
        let page = LoopbackPage.end(of: pageRequest.purpose, url)
        let body = LoopbackPageBody(page: page.html) { arrive.yield(url) }
        return response(.ok, page, body: HTTPBodySequence(from: body, count: page.html.utf8.count))
    }

    private static func response(
        _ status: HTTPStatusCode,
        _ page: LoopbackPage,
        body: HTTPBodySequence? = nil
    ) -> HTTPResponse {
        HTTPResponse(
            statusCode: status,
            headers: HTTPHeaders([
                .contentType: "text/html; charset=utf-8",
                .cacheControl: "no-store",
                .connection: "close",
                HTTPHeader("Content-Security-Policy"): LoopbackPage.contentSecurityPolicy,
                HTTPHeader("Referrer-Policy"): "no-referrer",
                HTTPHeader("X-Content-Type-Options"): "nosniff",
            ]),
            body: body ?? HTTPBodySequence(data: Data(page.html.utf8))
        )
    }
}

/// The final page as a body that reports when it has been sent, or could not be.
struct LoopbackPageBody: AsyncBufferedSequence {
    typealias Element = UInt8

    /// Lives as long as the page is being sent.
    fileprivate final class Lifetime: Sendable {
        let onEnd: @Sendable () -> Void

        init(onEnd: @escaping @Sendable () -> Void) {
            self.onEnd = onEnd
        }

        deinit {
            onEnd()
        }
    }

    private let page: String
    private let lifetime: Lifetime

    init(page: String, onEnd: @escaping @Sendable () -> Void) {
        self.page = page
        lifetime = Lifetime(onEnd: onEnd)
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(rest: Array(page.utf8)[...], lifetime: lifetime)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate var rest: ArraySlice<UInt8>
        fileprivate let lifetime: Lifetime

        fileprivate init(rest: ArraySlice<UInt8>, lifetime: Lifetime) {
            self.rest = rest
            self.lifetime = lifetime
        }

        mutating func next() async -> UInt8? {
            rest.popFirst()
        }

        mutating func nextBuffer(suggested count: Int) async -> ArraySlice<UInt8>? {
            defer { rest = rest.dropFirst(count) }
            return rest.isEmpty ? nil : rest.prefix(count)
        }
    }
}
#endif
