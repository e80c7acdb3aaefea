public import Foundation
public import Gatehouse
import GatehouseWire
public import HTTPTypes

/// A fault between an app and the server, for ``InProcessTransport``.
///
/// The named faults are in ``all``, for a test with each of them:
///
/// ```swift
///
/// @Test(arguments: NetworkFault.all)
///
/// func keepsSession(after fault: NetworkFault) async throws {
///
///     device.network.fail(with: fault)
///     // …
/// }
///
/// ```
///
/// A test can create its own from the handling of a request:
///
/// ```swift
///
/// let twice = NetworkFault("the request arrives twice") { exchange in
///
///     _ = await exchange.answer()
///     return await exchange.answer()
/// }
///
/// ```
public struct NetworkFault: Sendable, CustomStringConvertible {
    /// A description of the fault.
    public let description: String

    let carry: @Sendable (NetworkExchange) async throws(TransportError) -> (HTTPResponse, Data)

    /// Creates a fault.
    ///
    /// - Parameters:
    ///   - description: A description of the fault.
    ///   - carry: Handles a request: it arrives only with ``NetworkExchange/answer()``; the result or error is what the
    ///     app receives.
    public init(
        _ description: String,
        carry: @escaping @Sendable (NetworkExchange) async throws(TransportError) -> (HTTPResponse, Data)
    ) {
        self.description = description
        self.carry = carry
    }

    /// Creates a fault with a response in place of the server's: the request never arrives.
    init(_ description: String, status: Int, fields: HTTPFields = [:], body: String = "") {
        self.init(description) { _ in
            (HTTPResponse(status: .init(code: status), headerFields: fields), Data(body.utf8))
        }
    }
}

extension NetworkFault {
    /// One fault of each kind.
    public static let all: [NetworkFault] = [
        .noConnection, .dropsRequest, .dropsResponse, .untrustedCertificate, .slow(by: .seconds(20)),
        .slow(by: .seconds(60)),
        .answers(status: 503),
        .serverError, .tooManyRequests(retryAfter: .seconds(30)), .html, .truncatedJSON,
    ]

    /// The device has no connection: no request leaves it.
    public static let noConnection = NetworkFault("there is no connection") { _ throws(TransportError) in
        throw TransportError(.unreachable, "The test disconnected the device.", wasNeverSent: true)
    }

    /// The request leaves the device and never arrives.
    public static let dropsRequest = NetworkFault("the request is lost") { _ throws(TransportError) in
        throw TransportError(.unreachable, "The test dropped the request.")
    }

    /// The request arrives and takes effect, but the response is lost.
    public static let dropsResponse = NetworkFault("the response is lost") { exchange throws(TransportError) in
        _ = await exchange.answer()
        throw TransportError(.unreachable, "The test dropped the response.")
    }

    /// The certificate is not trusted, as behind an intercepting proxy: the request never arrives.
    public static let untrustedCertificate = NetworkFault("the certificate is not trusted") {
        _ throws(TransportError) in
        throw TransportError(.untrustedCertificate, "The test intercepted the connection.", wasNeverSent: true)
    }

    /// Delays the response by a time, which advances the clock without waiting.
    ///
    /// After 30 seconds the app's request times out, as with `URLSessionTransport`, although the request takes effect.
    ///
    /// - Parameter time: The delay.
    /// - Returns: The fault.
    public static func slow(by time: Duration) -> NetworkFault {
        let limit = Duration.seconds(30)
        return NetworkFault("the response takes \(time)") { exchange throws(TransportError) in
            let answer = await exchange.answer()
            exchange.clock.advance(by: min(time, limit) / .seconds(1))
            guard time < limit else { throw TransportError(.timedOut, "The test delayed the response for too long.") }
            return answer
        }
    }

    /// Responds as an intermediary, with an empty body: the request never arrives.
    ///
    /// - Parameter status: The status of the response, such as 502.
    /// - Returns: The fault.
    public static func answers(status: Int) -> NetworkFault {
        NetworkFault("the status is \(status)", status: status)
    }

    /// The server fails with status 500 and an HTML page; the request has no effect.
    public static let serverError = NetworkFault(
        "the server fails",
        status: 500,
        fields: [.contentType: "text/html; charset=utf-8"],
        body: "<!doctype html><title>500</title><h1>Something went wrong</h1>"
    )

    /// Limits the rate with status 429; the request has no effect.
    ///
    /// - Parameter time: The value of `Retry-After`; `nil` for none.
    /// - Returns: The fault.
    public static func tooManyRequests(retryAfter time: Duration? = nil) -> NetworkFault {
        NetworkFault(
            "the server limits the rate",
            status: 429,
            fields: time.map { [.retryAfter: "\($0.components.seconds)"] } ?? [:]
        )
    }

    /// A captive portal responds with status 200 and an HTML page: the request never arrives.
    public static let html = NetworkFault(
        "a captive portal responds",
        status: 200,
        fields: [.contentType: "text/html; charset=utf-8"],
        body: "<!doctype html><title>Welcome</title><h1>Agree to our terms to go online</h1>"
    )

    /// The request arrives and takes effect, but the second half of the response is lost.
    public static let truncatedJSON = NetworkFault("the response is truncated") { exchange in
        let (response, body) = await exchange.answer()
        return (response, body.prefix(body.count / 2))
    }
}

/// A request to a ``TestServer``, handled by a ``NetworkFault``.
public struct NetworkExchange: Sendable {
    /// The request.
    public let request: HTTPRequest
    /// The body of the request, if there is one.
    public let body: Data?
    /// The server's clock, which a fault advances instead of waiting.
    public let clock: TestClock
    let deliver: @Sendable () async -> (HTTPResponse, Data)

    /// Sends the request to the server, where it takes effect.
    ///
    /// - Returns: The response and its body.
    public func answer() async -> (HTTPResponse, Data) {
        await deliver()
    }
}

/// The path of a request below the issuer; expressible by a string literal.
///
/// The named paths apply to all protocols: ``token`` is also the token endpoint of `LoginWithAmazon`, `MSAL` and
/// `KiiSDK`.
public struct RequestPath: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral {
    /// The path with a leading slash and without a query.
    public let rawValue: String

    /// Creates a path.
    ///
    /// - Parameter rawValue: The path with a leading slash and without a query.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a path.
    ///
    /// - Parameter value: The path with a leading slash and without a query.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The server's metadata, which an app requests first.
    public static let discovery = RequestPath(rawValue: OpenIDConfigurationEndpoint.path)
    /// The keys for ID tokens.
    public static let keySet = RequestPath(rawValue: KeySetEndpoint.path)
    /// The token endpoint, for the end of a sign-in and for refreshes.
    public static let token = RequestPath(rawValue: TokenEndpoint.path)
    /// The user's claims.
    public static let userInfo = RequestPath(rawValue: UserInfoEndpoint.path)
    /// The revocation of a token.
    public static let revocation = RequestPath(rawValue: RevocationEndpoint.path)
    /// The start of a sign-in on another device.
    public static let deviceAuthorization = RequestPath(rawValue: DeviceAuthorizationEndpoint.path)

    /// The sign-up, the sign-in and the password reset on an app's own screens.
    public static let authorizationChallenge = RequestPath(rawValue: AuthorizationChallengeEndpoint.path)

    /// The corresponding paths of the vendors' protocols, without the tenant or app.
    private var alternativeSuffixes: [String] {
        switch self {
        case .discovery: [OpenIDConfigurationEndpoint.path]
        case .keySet: [EntraKeySetEndpoint.path]
        case .token: [TokenEndpoint.path, AmazonTokenEndpoint.path, EntraTokenEndpoint.path]
        case .userInfo: [AmazonProfileEndpoint.path]
        case .revocation: [AmazonRevocationEndpoint.path]
        case .deviceAuthorization: [AmazonCodePairEndpoint.path, EntraDeviceCodeEndpoint.path]
        default: []
        }
    }

    /// Returns whether a request path corresponds to this path.
    func matches(_ path: String) -> Bool {
        path == rawValue || alternativeSuffixes.contains { path.hasSuffix($0) }
    }
}
