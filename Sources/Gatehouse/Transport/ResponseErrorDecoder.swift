import Foundation
import GatehouseWire
import HTTPTypes

/// The errors of a server's protocol.
protocol ResponseErrorDecoder: Sendable {
    /// Returns the error for an unsuccessful response.
    func error(for response: EndpointClient.Response) -> AuthError
}

/// The errors of OAuth 2.0 (RFC 6749 §5.2, RFC 6750 §3).
struct OAuthErrorDecoder: ResponseErrorDecoder {
    /// The maximum delay accepted from a server, in seconds.
    static let longestRetryAfter: Int64 = 24 * 60 * 60

    func error(for response: EndpointClient.Response) -> AuthError {
        error(for: response) { Self.error(for: $0, retryAfter: $1) }
    }

    /// Returns the error for an unsuccessful response, by its status first and its body second.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - decode: Returns the error for the body of a 4xx response.
    /// - Returns: The error with the details of the response.
    func error(
        for response: EndpointClient.Response,
        decoding decode: (OAuthError, _ retryAfter: Duration?) -> AuthError
    ) -> AuthError {
        let head = response.head
        let retryAfter = Self.pause(in: head.headerFields)
        let body = try? OAuthError(status: head.status, fields: head.headerFields, body: response.body)
        var error: AuthError
        switch (head.status.kind, head.status, body) {
        case (_, .tooManyRequests, _):
            error = AuthError(
                .rateLimited,
                "The server limits the request rate. Try again later.",
                recovery: .retry(after: retryAfter)
            )
        case (.clientError, _, let body?):
            error = decode(body, retryAfter)
        case (.redirection, _, _):
            error = AuthError(
                .misconfigured,
                "The server redirects this request. Check the issuer URL.",
                recovery: .fixConfiguration
            )
        default:
            error = AuthError(
                .serverUnavailable,
                "The server is temporarily unavailable. Try again later.",
                recovery: .retry(after: retryAfter)
            )
        }
        error.requestID = response.requestID
        error.response = AuthError.ServerResponse(httpStatus: head.status.code, error: body?.code.rawValue)
        error.serverText = body?.description
        error.isTokenRejected = head.status == .unauthorized || body?.code == .invalidToken
        error.signedOutReason = body?.sessionEnd.flatMap(SignedOutReason.init)
        return error
    }

    /// Returns the error for an OAuth error, from a response or a redirect.
    static func error(for error: OAuthError, retryAfter: Duration? = nil) -> AuthError {
        let text =
            error.description.isEmpty ? "The server rejected the request: \(error.code)." : error.description
        let response = AuthError.ServerResponse(error: error.code.rawValue)
        let (code, recovery): (AuthError.Code, AuthError.Recovery)
        switch error.code {
        case .accessDenied:
            var cancelled = AuthError.cancelled("The sign-in was cancelled; nothing was shared.")
            cancelled.response = response
            return cancelled
        case .loginRequired, .consentRequired, .interactionRequired, .accountSelectionRequired:
            (code, recovery) = (.interactionRequired, .signInAgain)
        // The next attempt has the nonce of this response.
        case .serverError, .temporarilyUnavailable, .useDPoPNonce:
            (code, recovery) = (.serverUnavailable, .retry(after: retryAfter))
        case .invalidGrant, .invalidToken, .insufficientScope, .unmetAuthenticationRequirements:
            (code, recovery) = (.requestRejected, .signInAgain)
        case .expiredToken, .invalidCodePair:
            (code, recovery) = (.flowExpired, .signInAgain)
        case .invalidTarget:
            let advice = "Register the API at the server, and name it in SignInOptions.resources at the sign-in."
            return AuthError(.requestRejected, "\(text) \(advice)", recovery: .fixConfiguration, response: response)
        default:
            (code, recovery) = (.requestRejected, .fixConfiguration)
        }
        return AuthError(code, text, recovery: recovery, response: response)
    }

    /// Returns the delay that a response requests (RFC 9110 §10.2.3).
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
}

extension TransportError {
    /// Returns the error for a request without a response.
    func authError(requestID: String) -> AuthError {
        var error: AuthError =
            switch code {
            case .cancelled:
                .cancelled("The request was cancelled.")
            case .untrustedCertificate:
                AuthError(
                    .untrustedServer,
                    "The server’s certificate is not trusted. Check the certificate, the issuer URL and the clock.",
                    recovery: .fixConfiguration
                )
            case .responseTooLarge:
                AuthError(.serverUnavailable, "The server’s response is too large.", recovery: .retry(after: nil))
            case .unreachable, .timedOut, .noAccessToken:
                AuthError(
                    .network,
                    "The server could not be reached. Check the connection and try again.",
                    recovery: .retry(after: nil)
                )
            }
        error.requestID = requestID
        error.underlying = detail
        error.wasNeverSent = wasNeverSent
        return error
    }
}
