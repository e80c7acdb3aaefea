import Foundation
import GatehouseConcurrency
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport over `URLSession`: no cookies, no cache, no redirects, limited in time and size.
struct URLSessionVerifierTransport: VerifierTransport {
    /// The time limit of a request with its response, in seconds.
    private static let timeout: TimeInterval = 10
    /// The maximum size of a response in bytes.
    static let maximumResponseSize = 1 << 20

    /// An error of a request without a response.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func send(_ request: HTTPRequest, body: Data?) async throws -> (HTTPResponse, Data) {
        guard let scheme = request.scheme, let authority = request.authority, let path = request.path,
            let url = URL(string: "\(scheme)://\(authority)\(path)")
        else { throw Failure(description: "The request has no URL.") }
        var message = URLRequest(url: url)
        message.httpMethod = request.method.rawValue
        message.httpBody = body
        for field in request.headerFields { message.addValue(field.value, forHTTPHeaderField: field.name.rawName) }

        // A session of its own: Foundation on Linux cannot repeat a body on a connection that the server has closed.
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.timeoutIntervalForRequest = Self.timeout
        configuration.timeoutIntervalForResource = Self.timeout
        let exchange = URLSessionExchange()
        let session = URLSession(configuration: configuration, delegate: exchange, delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        let task = session.dataTask(with: message)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.begin(continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }
}

/// Collects the response of one task, up to a size limit.
private final class URLSessionExchange: NSObject, URLSessionDataDelegate {
    private struct State {
        var continuation: CheckedContinuation<(HTTPResponse, Data), any Error>?
        var body = Data()
        var isTooLarge = false
    }

    private let state = Mutex(State())

    func begin(_ continuation: CheckedContinuation<(HTTPResponse, Data), any Error>) {
        state.withLock { $0.continuation = continuation }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = state.withLock { state in
            state.isTooLarge = state.body.count + data.count > URLSessionVerifierTransport.maximumResponseSize
            if !state.isTooLarge { state.body.append(data) }
            return state.isTooLarge
        }
        if isTooLarge { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    #if canImport(FoundationNetworking)
    /// Completes a request with status 401.
    ///
    /// On Linux this is called for the credentials that a 401 asks for, with the body already read, and blocks forever
    /// without them (swift-corelibs-foundation issue 5456). Apple platforms do not need it.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        finish(task, nil)
        completionHandler(.cancelAuthenticationChallenge, nil)
    }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finish(task, error)
    }

    private func finish(_ task: URLSessionTask, _ error: (any Error)?) {
        let (continuation, body, isTooLarge) = state.withLock { state in
            defer { state.continuation = nil }
            return (state.continuation, state.body, state.isTooLarge)
        }
        if isTooLarge {
            let limit = URLSessionVerifierTransport.maximumResponseSize
            let text = "The response is larger than \(limit) bytes."
            continuation?.resume(throwing: URLSessionVerifierTransport.Failure(description: text))
        } else if let error {
            continuation?.resume(throwing: error)
        } else if let response = task.response as? HTTPURLResponse {
            continuation?.resume(returning: (HTTPResponse(status: .init(code: response.statusCode)), body))
        } else {
            let text = "The response is not an HTTP response."
            continuation?.resume(throwing: URLSessionVerifierTransport.Failure(description: text))
        }
    }
}
