import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A `URLSession` with its own connections and the delegate that collects its responses.
final class URLSessionConnections: Sendable {
    private let session: URLSession
    private let exchanges: URLSessionExchanges

    /// - Parameters:
    ///   - timeout: The timeout, in seconds.
    ///   - maximumResponseSize: The maximum size of a response, in bytes.
    init(timeout: TimeInterval, maximumResponseSize: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        exchanges = URLSessionExchanges(maximumResponseSize: maximumResponseSize)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends a request and returns the whole response.
    func send(_ request: URLRequest) async throws(TransportError) -> (HTTPResponse, Data) {
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { exchanges.begin(task, $0) }
        } onCancel: {
            task.cancel()
        }.get()
    }
}
