import GatehouseServer
import GatehouseWire
import HTTPTypes

extension OAuthError {
    /// The error for a browser that did not send the page's cookie.
    static let noCookie = OAuthError(
        .invalidRequest,
        "The browser did not send the cookie of this server. It blocks cookies, or the page was opened in another browser or at another address than the issuer's."
    )

    /// A transaction that cannot be shown again, as the page that says so.
    init(page error: TransactionError) {
        switch error {
        case .limited(let seconds), .mailsUsedUp(let seconds):
            self.init(
                .temporarilyUnavailable,
                "Too many tries.",
                status: .tooManyRequests,
                retryAfter: .seconds(seconds.rounded(.up))
            )
        case .overloaded(let seconds):
            self.init(
                .temporarilyUnavailable,
                "The server has too much to do.",
                retryAfter: .seconds(seconds.rounded(.up))
            )
        case .accountDisabled: self.init(.accessDenied, "The account is blocked.", status: .forbidden)
        case .unavailable: self = .busy
        case .failed: self = .broken
        default:
            self.init(
                .invalidRequest,
                "This sign-in is over, or was begun in another browser. Go back to the app and start again.",
                status: .gone
            )
        }
    }
}
