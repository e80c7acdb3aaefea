#if os(macOS) || os(Linux)
import FlyingFox
import FlyingSocks
import Foundation
import GatehouseWire

/// What the loopback server answers.
enum LoopbackResponse {
    /// Answers a request of the browser; tells of the redirect once the person has the page.
    static func answer(
        _ request: HTTPRequest,
        to visit: UserAgentVisit,
        at redirectURI: URL,
        _ arrive: AsyncStream<URL>.Continuation
    ) -> HTTPResponse {
        guard request.method == .GET,
            let url = URL(string: request.target.rawValue, relativeTo: redirectURI)?.absoluteURL,
            url.path == redirectURI.path
        else { return response(.notFound, .nothingHere) }
        guard visit.isEnded(by: url, redirectingTo: redirectURI) else { return response(.badRequest, .anotherSignIn) }
        let page = LoopbackPage.end(of: visit.purpose, url)
        let farewell = LoopbackFarewell(page: page.html) { arrive.yield(url) }
        return response(.ok, page, HTTPBodySequence(from: farewell, count: page.html.utf8.count))
    }

    private static func response(
        _ status: HTTPStatusCode,
        _ page: LoopbackPage,
        _ body: HTTPBodySequence? = nil
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

/// The last page as a body that tells when it has been sent, or could not be.
struct LoopbackFarewell: AsyncBufferedSequence {
    typealias Element = UInt8

    /// Lives as long as somebody still sends the page.
    fileprivate final class Presence: Sendable {
        let onEnd: @Sendable () -> Void

        init(onEnd: @escaping @Sendable () -> Void) {
            self.onEnd = onEnd
        }

        deinit {
            onEnd()
        }
    }

    private let page: String
    private let presence: Presence

    init(page: String, onEnd: @escaping @Sendable () -> Void) {
        self.page = page
        presence = Presence(onEnd: onEnd)
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(rest: Array(page.utf8)[...], presence: presence)
    }

    struct Iterator: AsyncBufferedIteratorProtocol {
        fileprivate var rest: ArraySlice<UInt8>
        fileprivate let presence: Presence

        fileprivate init(rest: ArraySlice<UInt8>, presence: Presence) {
            self.rest = rest
            self.presence = presence
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
