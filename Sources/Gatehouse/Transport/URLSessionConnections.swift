import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session of Foundation's with connections of its own, and who gathers its answers.
final class URLSessionConnections: Sendable {
    private let session: URLSession
    private let exchanges: URLSessionExchanges

    /// - Parameters:
    ///   - timeLimit: How long an answer may take, in seconds.
    ///   - sizeLimit: How large an answer may be, in bytes.
    init(timeLimit: TimeInterval, sizeLimit: Int) {
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
    func send(_ request: URLRequest) async throws(TransportError) -> (HTTPResponse, Data) {
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { exchanges.begin(task, $0) }
        } onCancel: {
            task.cancel()
        }.get()
    }
}
