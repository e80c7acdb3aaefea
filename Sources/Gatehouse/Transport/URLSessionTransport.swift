public import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transport over `URLSession`: no cookies, no cache, thirty seconds, one mebibyte at most.
public final class URLSessionTransport: HTTPTransport {
    /// The transport that clients use unless they are given another one.
    public static let shared = URLSessionTransport()

    private let session: URLSession
    private let exchanges: URLSessionExchanges

    /// A transport with connections of its own.
    ///
    /// - Parameters:
    ///   - timeLimit: How long an answer may take, in seconds.
    ///   - sizeLimit: How large an answer may be, in bytes.
    public init(timeLimit: TimeInterval = 30, sizeLimit: Int = 1 << 20) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = timeLimit
        configuration.timeoutIntervalForResource = timeLimit
        exchanges = URLSessionExchanges(sizeLimit: sizeLimit)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends one request and waits for the whole answer.
    ///
    /// - Parameters:
    ///   - request: The request, with its scheme, authority and path.
    ///   - body: The body, when there is one.
    /// - Returns: The answer and its whole body.
    /// - Throws: ``TransportError`` when no answer came.
    public func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        guard let request = URLRequest(request, body: body) else {
            throw TransportError(.unreachable, "The request has no scheme, host or path.")
        }
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { exchanges.begin(task, $0) }
        } onCancel: {
            task.cancel()
        }.get()
    }
}

extension URLRequest {
    fileprivate init?(_ request: HTTPRequest, body: Data?) {
        guard let scheme = request.scheme, let authority = request.authority,
            let url = URL(string: "\(scheme)://\(authority)\(request.path ?? "/")")
        else { return nil }
        self.init(url: url)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        httpBody = body
        for field in request.headerFields { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    }
}
