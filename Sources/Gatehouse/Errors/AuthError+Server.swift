import Foundation
import GatehouseWire
import HTTPTypes

extension AuthError {
    /// The longest pause that a server is believed to want, in seconds.
    static let longestRetryAfter: Int64 = 24 * 60 * 60

    /// No answer came.
    init(_ error: TransportError, requestID: String) {
        switch error.kind {
        case .cancelled:
            self = .cancelled("The request was cancelled.")
        case .untrusted:
            self.init(
                .network,
                "The server’s certificate is not trusted. Check the certificate, the issuer URL and the clock.",
                recovery: .fixConfiguration
            )
        case .tooLarge:
            self.init(.serverUnavailable, "The server’s answer is too large to be one.", recovery: .retry(after: nil))
        case .unreachable, .timedOut, .unauthorized:
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

    /// An answer that is not a success: the status decides, and only then the body is looked at.
    init(refusal answer: ServerConnection.Answer) {
        let response = answer.response
        let retryAfter = Self.pause(askedForIn: response.headerFields)
        let refusal = try? OAuthError(status: response.status, fields: response.headerFields, body: answer.body)
        let entra = try? EntraErrorBody(status: response.status, fields: response.headerFields, body: answer.body)
        switch (response.status.kind, response.status, refusal) {
        case (_, .tooManyRequests, _):
            self.init(
                .rateLimited,
                "The server asks for a pause. Try again later.",
                recovery: .retry(after: retryAfter)
            )
        case (.clientError, _, let refusal?):
            if let entra { self.init(entra.error) } else { self.init(refusal, retryAfter: retryAfter) }
        case (.redirection, _, _):
            self.init(
                .misconfigured,
                "The server redirects this request. Check the issuer URL.",
                recovery: .fixConfiguration
            )
        default:
            self.init(
                .serverUnavailable,
                "The server cannot answer at the moment. Try again later.",
                recovery: .retry(after: retryAfter)
            )
        }
        requestID = answer.requestID
        httpStatus = response.status.code
        serverCode = refusal?.code.rawValue
        suberror = entra?.error.suberror?.rawValue
        serverNumbers = entra?.error.numbers ?? []
        correlationID = entra?.correlationID.flatMap { UUID(uuidString: $0) }
        serverText = refusal?.description
        serverPage = entra?.error.page
    }

    /// The pause that an answer asks for (RFC 9110 §10.2.3); one until a moment is counted from the answer's own time, as the
    /// device's clock may be wrong.
    private static func pause(askedForIn fields: HTTPFields) -> Duration? {
        guard let text = fields[.retryAfter] else { return nil }
        var seconds = Int64(text)
        if let end = HTTPDate(text)?.date, let now = fields[.date].flatMap({ HTTPDate($0) })?.date {
            seconds = Int64(end.timeIntervalSince(now))
        }
        return seconds.map { .seconds(min(max(0, $0), longestRetryAfter)) }
    }

    /// A refusal, from an answer or from a redirect.
    init(_ refusal: OAuthError, retryAfter: Duration? = nil) {
        let text = refusal.description.isEmpty ? "The server refused with \(refusal.code)." : refusal.description
        switch refusal.code {
        case .accessDenied:
            self = .cancelled("The sign-in was cancelled; nothing was shared.")
        case .loginRequired, .consentRequired, .interactionRequired, .accountSelectionRequired:
            self.init(.interactionRequired, text, recovery: .interact)
        case .serverError, .temporarilyUnavailable:
            self.init(.serverUnavailable, text, recovery: .retry(after: retryAfter))
        case .invalidGrant, .invalidToken, .insufficientScope, .unmetAuthenticationRequirements:
            self.init(.refused, text, recovery: .interact)
        case .expiredToken, .invalidCodePair:
            self.init(.expired, text, recovery: .interact)
        default:
            self.init(.refused, text, recovery: .fixConfiguration)
        }
        serverCode = refusal.code.rawValue
    }
}
