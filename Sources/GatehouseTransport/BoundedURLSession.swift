package import Foundation
package import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests over `URLSession`: no cookies, no cache, limited in time and size.
package final class BoundedURLSession: Sendable {
    private let connections: @Sendable () -> Connections

    /// Creates a session with its own connections.
    ///
    /// - Parameters:
    ///   - timeout: The time limit of a request with its response, in seconds.
    ///   - maximumResponseSize: The maximum size of a response, in bytes.
    ///   - redirects: The redirects that are followed.
    package init(timeout: TimeInterval, maximumResponseSize: Int, redirects: RedirectPolicy) {
        let create: @Sendable () -> Connections = {
            Connections(
                timeout: timeout,
                collector: ExchangeCollector(maximumResponseSize: maximumResponseSize, redirects: redirects)
            )
        }
        #if canImport(FoundationNetworking)
        // Uses each connection once: when the server has closed a reused one, libcurl sends the request again, but
        // Foundation on Linux does not provide the body again, and the request times out.
        connections = create
        #else
        let kept = create()
        connections = { kept }
        #endif
    }

    /// Sends a request and returns the whole response.
    ///
    /// - Parameters:
    ///   - request: The request, with its scheme, authority and path.
    ///   - body: The body, if there is one.
    /// - Returns: The response of any status, and its whole body.
    /// - Throws: ``ExchangeError`` if there is no response.
    package func send(_ request: HTTPRequest, body: Data?) async throws(ExchangeError) -> (HTTPResponse, Data) {
        guard let request = URLRequest(request, body: body) else {
            throw ExchangeError(.invalidRequest, wasNeverSent: true)
        }
        return try await connections().send(request)
    }
}

/// The redirects that are followed; all others are returned as responses.
package enum RedirectPolicy: Sendable {
    case never
    /// Those of GET requests without an `Authorization` field, unless they lead from https to http.
    case withoutCredentials
}

/// A `URLSession` with its own connections and the delegate that collects its responses.
private final class Connections: Sendable {
    private let session: URLSession
    private let collector: ExchangeCollector

    init(timeout: TimeInterval, collector: ExchangeCollector) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        self.collector = collector
        session = URLSession(configuration: configuration, delegate: collector, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    func send(_ request: URLRequest) async throws(ExchangeError) -> (HTTPResponse, Data) {
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { collector.begin(task, $0) }
        } onCancel: {
            task.cancel()
        }.get()
    }
}

extension URLRequest {
    fileprivate init?(_ request: HTTPRequest, body: Data?) {
        guard let scheme = request.scheme, let authority = request.authority,
            // Without the slash, the path would be a part of the host's name.
            case let path = request.path ?? "/", path.hasPrefix("/"),
            let url = URL(string: "\(scheme)://\(authority)\(path)")
        else { return nil }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        httpBody = body
        for field in request.headerFields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    }
}
