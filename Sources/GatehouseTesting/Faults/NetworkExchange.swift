public import Foundation
public import HTTPTypes

/// One request on its way to a ``TestServer``, in the hands of a ``NetworkFault``.
public struct NetworkExchange: Sendable {
    /// The request.
    public let request: HTTPRequest
    /// Its body, when there is one.
    public let body: Data?
    /// The server's time, which a fault lets pass in place of waiting.
    public let clock: TestClock
    let hand: @Sendable () async -> (HTTPResponse, Data)

    /// Lets the request arrive: the server acts on it.
    ///
    /// - Returns: What the server answers.
    public func answer() async -> (HTTPResponse, Data) {
        await hand()
    }
}
