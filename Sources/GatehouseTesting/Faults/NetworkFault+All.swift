import Foundation
import Gatehouse
import HTTPTypes

extension NetworkFault {
    /// One of each kind.
    public static let all: [NetworkFault] = [
        .noConnection, .losesRequest, .losesAnswer, .isUntrusted, .slow(by: .seconds(20)), .slow(by: .seconds(60)),
        .answers(status: 503),
        .serverError, .tooManyRequests(retryAfter: .seconds(30)), .html, .truncatedJSON,
    ]

    /// The device has no connection: nothing leaves it.
    public static let noConnection = NetworkFault("there is no connection") { _ throws(TransportError) in
        throw TransportError(.unreachable, "The test took the device off the network.", wasNeverSent: true)
    }

    /// The request leaves the device and never arrives.
    public static let losesRequest = NetworkFault("the request is lost") { _ throws(TransportError) in
        throw TransportError(.unreachable, "The test lost the request.")
    }

    /// The request arrives and the server acts on it, for good, but the answer is lost.
    public static let losesAnswer = NetworkFault("the answer is lost") { exchange throws(TransportError) in
        _ = await exchange.answer()
        throw TransportError(.unreachable, "The test lost the answer.")
    }

    /// The certificate at the other end is not to be trusted, as behind a proxy that opens connections: the request never arrives.
    public static let isUntrusted = NetworkFault("the certificate is not trusted") { _ throws(TransportError) in
        throw TransportError(.untrusted, "The test put a proxy in between.", wasNeverSent: true)
    }

    /// The request arrives at once and the answer takes so long, during which the clock moves on; no test waits for it.
    ///
    /// After 30 seconds the app gives up, as `URLSessionTransport` does, and the server has acted on the request nevertheless.
    ///
    /// - Parameter time: How long the answer takes.
    /// - Returns: The fault.
    public static func slow(by time: Duration) -> NetworkFault {
        let limit = Duration.seconds(30)
        return NetworkFault("the answer takes \(time)") { exchange throws(TransportError) in
            let answer = await exchange.answer()
            exchange.clock.advance(by: min(time, limit) / .seconds(1))
            guard time < limit else { throw TransportError(.timedOut, "The test let the answer take too long.") }
            return answer
        }
    }

    /// Something in between answers in the server's place, with an empty body: the request never arrives.
    ///
    /// - Parameter status: The status of its answer, such as 502.
    /// - Returns: The fault.
    public static func answers(status: Int) -> NetworkFault {
        NetworkFault("the status is \(status)", status: status)
    }

    /// The server fails, with status 500 and a page for people, before it has done anything.
    public static let serverError = NetworkFault(
        "the server fails",
        status: 500,
        fields: [.contentType: "text/html; charset=utf-8"],
        body: "<!doctype html><title>500</title><h1>Something went wrong</h1>"
    )

    /// The server asks for a pause, with status 429, and does nothing else.
    ///
    /// - Parameter time: How long a pause; `nil` when it does not say.
    /// - Returns: The fault.
    public static func tooManyRequests(retryAfter time: Duration? = nil) -> NetworkFault {
        NetworkFault(
            "the server asks for a pause",
            status: 429,
            fields: time.map { [.retryAfter: "\($0.components.seconds)"] } ?? [:]
        )
    }

    /// The network's own page comes back with status 200, as in a hotel: the request never arrives.
    public static let html = NetworkFault(
        "a page of the network comes back",
        status: 200,
        fields: [.contentType: "text/html; charset=utf-8"],
        body: "<!doctype html><title>Welcome</title><h1>Agree to our terms to go online</h1>"
    )

    /// The request arrives and the server acts on it, but the second half of the answer's body is lost.
    public static let truncatedJSON = NetworkFault("the answer is cut off") { exchange in
        let (response, body) = await exchange.answer()
        return (response, body.prefix(body.count / 2))
    }
}
