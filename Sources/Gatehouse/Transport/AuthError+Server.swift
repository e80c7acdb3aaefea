import Foundation
import GatehouseWire
import HTTPTypes

extension AuthError {
    /// The maximum delay accepted from a server, in seconds.
    static let longestRetryAfter: Int64 = 24 * 60 * 60

    /// Creates the error for a request without a response.
    init(_ error: TransportError, requestID: String) {
        switch error.code {
        case .cancelled:
            self = .cancelled("The request was cancelled.")
        case .untrustedCertificate:
            self.init(
                .untrustedServer,
                "The server’s certificate is not trusted. Check the certificate, the issuer URL and the clock.",
                recovery: .fixConfiguration
            )
        case .responseTooLarge:
            self.init(.serverUnavailable, "The server’s response is too large.", recovery: .retry(after: nil))
        case .unreachable, .timedOut, .noAccessToken:
            self.init(
                .network,
                "The server could not be reached. Check the connection and try again.",
                recovery: .retry(after: nil)
            )
        }
        self.requestID = requestID
        underlying = error.detail
        wasNeverSent = error.wasNeverSent
    }

    /// Creates the error for an unsuccessful response, by its status first and its body second.
    init(response: EndpointClient.Response) {
        let head = response.head
        let retryAfter = Self.pause(in: head.headerFields)
        let error = try? OAuthError(status: head.status, fields: head.headerFields, body: response.body)
        let entra = try? EntraErrorBody(status: head.status, fields: head.headerFields, body: response.body)
        switch (head.status.kind, head.status, error) {
        case (_, .tooManyRequests, _):
            self.init(
                .rateLimited,
                "The server limits the request rate. Try again later.",
                recovery: .retry(after: retryAfter)
            )
        case (.clientError, _, let error?):
            if let entra { self.init(entra.error) } else { self.init(error, retryAfter: retryAfter) }
        case (.redirection, _, _):
            self.init(
                .misconfigured,
                "The server redirects this request. Check the issuer URL.",
                recovery: .fixConfiguration
            )
        default:
            self.init(
                .serverUnavailable,
                "The server is temporarily unavailable. Try again later.",
                recovery: .retry(after: retryAfter)
            )
        }
        requestID = response.requestID
        var details = ServerResponse(httpStatus: head.status.code, error: error?.code.rawValue)
        details.suberror = entra?.error.suberror?.rawValue
        details.errorNumbers = entra?.error.numbers ?? []
        details.correlationID = entra?.correlationID.flatMap { UUID(uuidString: $0) }
        self.response = details
        serverText = error?.description
        serverPage = entra?.error.page
    }

    /// Returns the delay that a response asks for (RFC 9110 §10.2.3).
    ///
    /// A date is compared with the response's own `Date`, because the device's clock may be wrong.
    private static func pause(in fields: HTTPFields) -> Duration? {
        guard let text = fields[.retryAfter] else { return nil }
        var seconds = Int64(text)
        if let end = HTTPDate(text)?.date, let now = fields[.date].flatMap({ HTTPDate($0) })?.date {
            seconds = Int64(end.timeIntervalSince(now))
        }
        return seconds.map { .seconds(min(max(0, $0), longestRetryAfter)) }
    }

    /// Creates the error for an OAuth error, from a response or a redirect.
    init(_ error: OAuthError, retryAfter: Duration? = nil) {
        let text =
            error.description.isEmpty ? "The server rejected the request: \(error.code)." : error.description
        switch error.code {
        case .accessDenied:
            self = .cancelled("The sign-in was cancelled; nothing was shared.")
        case .loginRequired, .consentRequired, .interactionRequired, .accountSelectionRequired:
            self.init(.interactionRequired, text, recovery: .signInAgain)
        case .serverError, .temporarilyUnavailable:
            self.init(.serverUnavailable, text, recovery: .retry(after: retryAfter))
        case .invalidGrant, .invalidToken, .insufficientScope, .unmetAuthenticationRequirements:
            self.init(.requestRejected, text, recovery: .signInAgain)
        case .expiredToken, .invalidCodePair:
            self.init(.flowExpired, text, recovery: .signInAgain)
        default:
            self.init(.requestRejected, text, recovery: .fixConfiguration)
        }
        response = ServerResponse(error: error.code.rawValue)
    }
}
