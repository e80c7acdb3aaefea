import Foundation
import GatehouseServer
import GatehouseWire
import HTTPTypes

/// What a page says about the form that was just sent.
struct PageProblem: Sendable {
    /// Above the form.
    var alert: PageMessage?
    /// At the page's main field.
    var field: PageMessage?
    /// At the field for a new password, where a page has another main field.
    var password: PageMessage?
    /// At attributes, by name.
    var attributes: [String: PageMessage] = [:]
    /// What was typed, to be shown again; never a password or a code.
    var email: String?
    var typed: [String: String]?
    /// The scopes that were ticked when a consent page was submitted.
    var ticked: ScopeSet?
    var status: HTTPResponse.Status = .ok
    /// Seconds to wait.
    var retryAfter: Int?

    init(alert: PageMessage? = nil) {
        self.alert = alert
        if alert != nil { status = .unprocessableContent }
    }

    /// Creates a problem without an error: the page is shown again in another language, as it was filled in.
    init(typed form: Parameters) {
        email = form.page(.email)
        typed = form.pageAttributes
        ticked = form.ticked
    }

    /// - Returns: `nil` when the page cannot be shown again.
    init?(_ error: TransactionError, form: Parameters, settings: ServerSettings) {
        status = .unprocessableContent
        email = form.page(.email)
        typed = form.pageAttributes
        switch error {
        case .gone, .accountDisabled, .unavailable, .failed, .accountExists, .accountUnknown, .accountHasNoPassword,
            .needsBrowser,
            .tokenExpired, .scopesRefused, .addressTaken:
            return nil
        case .stale, .notPossible: alert = .formStale
        case .invalidEmail: field = .emailInvalid
        case .wrongCredentials: field = .credentialsWrong
        case .passwordMissing: field = .passwordMissing
        case .codeMissing: field = .codeMissing(digits: settings.codeLength)
        case .wrongCode(let triesLeft): field = .codeWrong(triesLeft: triesLeft)
        case .codeExhausted: alert = .codeTriesUsedUp
        case .codeExpired: field = .codeExpired
        case .resendTooSoon(let seconds): alert = .resendTooSoon(seconds: seconds)
        case .passwordRefused(let verdict): password = PageMessage(verdict)
        case .attributesRefused(let problems): attributes = problems.mapValues(PageMessage.init)
        case .limited(let time):
            alert = .tooManyTries(seconds: wait(time))
            status = .tooManyRequests
        case .mailsUsedUp(let time):
            alert = .resendLimit(seconds: wait(time))
            status = .tooManyRequests
        case .overloaded(let time):
            alert = .busy(seconds: wait(time))
            status = .serviceUnavailable
        }
    }

    private mutating func wait(_ time: TimeInterval) -> Int {
        let seconds = max(1, Int(time.rounded(.up)))
        retryAfter = seconds
        return seconds
    }
}
