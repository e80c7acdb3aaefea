import Foundation
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Gathers the answers of a session's tasks, each up to a size.
final class URLSessionExchanges: NSObject, URLSessionDataDelegate {
    typealias Outcome = Result<(HTTPResponse, Data), TransportError>

    fileprivate struct Exchange {
        var continuation: CheckedContinuation<Outcome, Never>
        var body = Data()
        var isTooLarge = false
        /// Whether the system has measured that no request was begun on any connection.
        var beganNoRequest = false
    }

    private let sizeLimit: Int
    private let exchanges = Mutex<[Int: Exchange]>([:])

    init(sizeLimit: Int) {
        self.sizeLimit = sizeLimit
    }

    func begin(_ task: URLSessionDataTask, _ continuation: CheckedContinuation<Outcome, Never>) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
        task.resume()
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = exchanges.withLock {
            guard var exchange = $0[dataTask.taskIdentifier] else { return false }
            exchange.isTooLarge = exchange.body.count + data.count > sizeLimit
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
        let original = task.originalRequest
        let carriesNothing =
            original?.httpMethod == "GET" && original?.value(forHTTPHeaderField: "Authorization") == nil
        let staysSafe = original?.url?.scheme == request.url?.scheme || request.url?.scheme == "https"
        completionHandler(carriesNothing && staysSafe ? request : nil)
    }

    #if canImport(FoundationNetworking)
    /// Takes a 401 for the answer that it is.
    ///
    /// Linux asks here for the credentials that a 401 wants, with the body already read, and waits for ever when there are none
    /// (swift-corelibs-foundation issue 5456); Apple platforms ask before the body, and go on without being told to.
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
            return .failure(TransportError(.tooLarge, "The answer is larger than \(sizeLimit) bytes."))
        }
        if let error { return .failure(TransportError(error, wasNeverSent: exchange.wasNeverSent(by: task, error))) }
        guard let answer = task.response as? HTTPURLResponse else {
            return .failure(TransportError(.unreachable, "The answer is not one of HTTP."))
        }
        var fields = HTTPFields()
        for (name, value) in answer.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String else {
                continue
            }
            fields.append(HTTPField(name: name, value: value))
        }
        return .success((HTTPResponse(status: .init(code: answer.statusCode), headerFields: fields), exchange.body))
    }
}

extension URLSessionExchanges.Exchange {
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

extension TransportError {
    fileprivate init(_ error: any Error, wasNeverSent: Bool) {
        let kind: Kind =
            switch (error as? URLError)?.code {
            case .cancelled?: .cancelled
            case .timedOut?: .timedOut
            case .serverCertificateUntrusted?, .serverCertificateHasBadDate?, .serverCertificateHasUnknownRoot?,
                .serverCertificateNotYetValid?, .secureConnectionFailed?:
                .untrusted
            // What Linux knows of it is what libcurl says: "SSL certificate problem: self-signed certificate", and its like.
            case .unknown? where error.localizedDescription.contains("certificate"): .untrusted
            default: .unreachable
            }
        self.init(kind, error.localizedDescription, wasNeverSent: wasNeverSent)
    }
}
