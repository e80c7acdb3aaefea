import Foundation
import GatehouseConcurrency
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Collects the responses of a session's tasks, each up to a size limit.
final class ExchangeCollector: NSObject, URLSessionDataDelegate {
    typealias Outcome = Result<(HTTPResponse, Data), ExchangeError>

    fileprivate struct Exchange {
        var continuation: CheckedContinuation<Outcome, Never>
        var body = Data()
        var isTooLarge = false
        /// Whether the metrics show that no request was started on any connection.
        var beganNoRequest = false
    }

    private let maximumResponseSize: Int
    private let redirects: RedirectPolicy
    private let exchanges = Mutex<[Int: Exchange]>([:])

    init(maximumResponseSize: Int, redirects: RedirectPolicy) {
        self.maximumResponseSize = maximumResponseSize
        self.redirects = redirects
    }

    func begin(_ task: URLSessionDataTask, _ continuation: CheckedContinuation<Outcome, Never>) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
        task.resume()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = exchanges.withLock {
            guard var exchange = $0[dataTask.taskIdentifier] else { return false }
            exchange.isTooLarge = exchange.body.count + data.count > maximumResponseSize
            if !exchange.isTooLarge { exchange.body.append(data) }
            $0[dataTask.taskIdentifier] = exchange
            return exchange.isTooLarge
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
        completionHandler(follows(request, after: task.originalRequest) ? request : nil)
    }

    private func follows(_ request: URLRequest, after original: URLRequest?) -> Bool {
        guard redirects == .withoutCredentials else { return false }
        let isGetWithoutCredentials =
            original?.httpMethod == "GET" && original?.value(forHTTPHeaderField: "Authorization") == nil
        let staysSafe = original?.url?.scheme == request.url?.scheme || request.url?.scheme == "https"
        return isGetWithoutCredentials && staysSafe
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

    #if !canImport(FoundationNetworking)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        let beganNoRequest = metrics.transactionMetrics.allSatisfy { $0.requestStartDate == nil }
        exchanges.withLock { $0[task.taskIdentifier]?.beganNoRequest = beganNoRequest }
    }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        finish(task, error)
    }

    private func finish(_ task: URLSessionTask, _ error: (any Error)?) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.continuation.resume(returning: outcome(of: exchange, task, error))
    }

    private func outcome(of exchange: Exchange, _ task: URLSessionTask, _ error: (any Error)?) -> Outcome {
        if exchange.isTooLarge {
            return .failure(ExchangeError(.responseTooLarge(limit: maximumResponseSize)))
        }
        if let error {
            return .failure(ExchangeError(.failed(error), wasNeverSent: exchange.wasNeverSent(by: task, error)))
        }
        guard let response = task.response as? HTTPURLResponse else { return .failure(ExchangeError(.noHTTPResponse)) }
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else {
                continue
            }
            fields.append(HTTPField(name: name, value: value))
        }
        return .success((HTTPResponse(status: .init(code: response.statusCode), headerFields: fields), exchange.body))
    }
}

extension ExchangeCollector.Exchange {
    /// Returns whether no byte of a failed request has left the device.
    fileprivate func wasNeverSent(by task: URLSessionTask, _ error: any Error) -> Bool {
        #if canImport(FoundationNetworking)
        // The body counts as sent before libcurl gets to read it, so a connection that failed later leaves the count
        // above zero.
        if let body = task.originalRequest?.httpBody, !body.isEmpty { return task.countOfBytesSent == 0 }
        // Without a body only the error shows it. libcurl may report the refusal of an earlier address, which is
        // harmless: a request without a body spends no token.
        let code = (error as? URLError)?.code
        return code == .cannotFindHost || code == .cannotConnectToHost
        #else
        return beganNoRequest && task.countOfBytesSent == 0
        #endif
    }
}
