import Foundation
import GatehousePasswords
import GatehouseServer
import GatehouseStore
import GatehouseWire
import HTTPTypes

/// The errors of a submitted form, and the values to show again.
struct FormErrors: Sendable {
    /// The message above the form.
    var alert: PageMessage?
    /// The message at the page's main field.
    var field: PageMessage?
    /// The message at the field for a new password, on pages with another main field.
    var password: PageMessage?
    /// The messages at attributes, by name.
    var attributes: [String: PageMessage] = [:]
    /// The entered email address, to be shown again; passwords and codes are never shown again.
    var email: String?
    /// The entered phone number.
    var phone: String?
    /// The address, session, app or credential that the form was about.
    var item: String?
    /// The entered name of a credential.
    var name: String?
    /// The sealed state of the enrolment in progress.
    var enrolment: String?
    var enteredAttributes: [String: String]?
    /// The revision of the account that the form has shown.
    var revision: Int?
    /// The optional scopes selected when a consent page was submitted.
    var selectedScopes: ScopeSet?
    /// Whether the checkbox "This is not my computer" is selected; `nil` before a form was submitted.
    var isSharedComputer: Bool?
    var status: HTTPResponse.Status = .ok
    /// The credential ID of a passkey that the server does not know, as the browser sent it.
    var unknownPasskey: String?
    /// The number of seconds to wait.
    var retryAfter: Int?

    init(alert: PageMessage? = nil) {
        self.alert = alert
        if alert != nil { status = .unprocessableContent }
    }

    /// Creates a value without errors, to show the filled-in page in another language.
    init(entered form: Parameters) {
        email = form.page(.email)
        phone = form.page(.phone)
        item = form.page(.item)
        name = form.page(.name)
        enrolment = form.page(.enrolment)
        enteredAttributes = form.pageAttributes
        revision = form.revision
        selectedScopes = form.selectedScopes
        isSharedComputer = form.isSharedComputer
    }

    /// Creates the errors to show for a flow error.
    ///
    /// - Returns: `nil` if the page cannot be shown again.
    init?(_ error: FlowError, form: Parameters, settings: ServerSettings) {
        status = .unprocessableContent
        email = form.page(.email)
        enteredAttributes = form.pageAttributes
        isSharedComputer = form.isSharedComputer
        switch error {
        case .gone, .redirectURIRemoved, .accountDisabled, .unavailable, .failed, .accountExists, .accountUnknown,
            .accountHasNoPassword, .additionalFactorRequired, .needsBrowser,
            .tokenExpired, .scopesRejected, .addressTaken, .addressRejected:
            return nil
        case .stale, .notPossible: alert = .formStale
        case .invalidEmail: field = .emailInvalid
        case .wrongCredentials: field = .credentialsWrong
        case .factorRejected(.passkey): alert = .passkeyRejected
        case .factorRejected(.authenticatorApp): field = .appCodeWrong
        case .factorRejected(.recoveryCode): field = .recoveryCodeWrong
        case .factorRejected: field = .codeIncorrect
        case .passkeyUnknown:
            alert = .passkeyUnknown
            unknownPasskey = form.passkeyResponse?["id"]?.string
        case .passwordMissing: field = .passwordMissing
        case .codeMissing: field = .codeMissing(digits: settings.codeLength)
        case .wrongCode(let attemptsRemaining): field = .codeWrong(attemptsRemaining: attemptsRemaining)
        case .codeExhausted: alert = .codeTriesUsedUp
        case .codeExpired: field = .codeExpired
        case .resendTooSoon(let seconds): alert = .resendTooSoon(seconds: seconds)
        case .passwordRejected(let assessment): password = PageMessage(assessment)
        case .attributesRejected(let problems): attributes = problems.mapValues(PageMessage.init)
        case .limited(let time):
            alert = .tooManyTries(seconds: wait(time))
            status = .tooManyRequests
        case .mailLimitReached(let time):
            alert = .resendLimit(seconds: wait(time))
            status = .tooManyRequests
        case .overloaded(let time):
            alert = .busy(seconds: wait(time))
            status = .serviceUnavailable
        }
    }

    mutating func wait(_ time: TimeInterval) -> Int {
        let seconds = max(1, Int(time.rounded(.up)))
        retryAfter = seconds
        return seconds
    }
}

/// A message on a page: an error of a field or form, or a confirmation.
package struct PageMessage: Sendable, Hashable {
    let key: String
    var arguments: [String: String] = [:]
    var wait: WaitTime?

    init(_ name: String, _ arguments: [String: String] = [:], wait: Int? = nil) {
        key = "message." + name
        self.arguments = arguments
        self.wait = wait.map(WaitTime.init)
    }
}

extension PageMessage {
    package static let emailInvalid = PageMessage("emailInvalid")

    package static let passkeyRejected = PageMessage("passkeyRejected")
    package static let passkeyUnknown = PageMessage("passkeyUnknown")
    package static let appCodeWrong = PageMessage("appCodeWrong")
    package static let recoveryCodeWrong = PageMessage("recoveryCodeWrong")
    package static let credentialsWrong = PageMessage("credentialsWrong")
    /// The password is wrong, on a page where only the password is entered.
    package static let passwordWrong = PageMessage("passwordWrong")
    package static let passwordMissing = PageMessage("passwordMissing")
    package static let passwordTooWeak = PageMessage("passwordTooWeak")
    package static let passwordPersonal = PageMessage("passwordPersonal")
    package static let passwordCommon = PageMessage("passwordCommon")
    package static let passwordPattern = PageMessage("passwordPattern")
    package static func passwordTooShort(minimum: Int) -> PageMessage {
        PageMessage("passwordTooShort", ["minimum": "\(minimum)"])
    }
    package static func passwordTooLong(maximum: Int) -> PageMessage {
        PageMessage("passwordTooLong", ["maximum": "\(maximum)"])
    }

    package static func codeMissing(digits: Int) -> PageMessage {
        PageMessage("codeMissing", ["digits": "\(digits)"])
    }
    package static let codeExpired = PageMessage("codeExpired")
    package static let codeTriesUsedUp = PageMessage("codeTriesUsedUp")
    package static func codeWrong(attemptsRemaining: Int) -> PageMessage {
        attemptsRemaining == 1
            ? PageMessage("codeWrong.one")
            : PageMessage("codeWrong.other", ["count": "\(attemptsRemaining)"])
    }
    /// A confirmation on the code page.
    package static let codeResent = PageMessage("codeResent")
    package static func resendLimit(seconds: Int) -> PageMessage {
        PageMessage("resendLimit", wait: seconds)
    }
    package static func resendTooSoon(seconds: Int) -> PageMessage {
        PageMessage("resendTooSoon", wait: seconds)
    }

    package static let deviceCodeWrong = PageMessage("deviceCodeWrong")

    package static let fieldRequired = PageMessage("fieldRequired")
    package static let fieldInvalid = PageMessage("fieldInvalid")
    package static let fieldNumber = PageMessage("fieldNumber")
    package static let fieldDate = PageMessage("fieldDate")
    package static let fieldChoice = PageMessage("fieldChoice")
    package static func fieldTooLong(maximum: Int) -> PageMessage {
        PageMessage("fieldTooLong", ["maximum": "\(maximum)"])
    }

    /// The CSRF token or the step does not match; the current page is shown.
    package static let formStale = PageMessage("formStale")
    /// Returns the message that the server is overloaded, which is not the user's fault.
    package static func busy(seconds: Int) -> PageMessage { PageMessage("busy", wait: seconds) }
    package static func tooManyTries(seconds: Int) -> PageMessage {
        PageMessage("tooManyTries", wait: seconds)
    }
}

extension PageMessage {
    /// Creates the message for a rejected password.
    init(_ assessment: PasswordAssessment) {
        switch assessment {
        case .tooShort(let minimum): self = .passwordTooShort(minimum: minimum)
        case .tooLong(let maximum): self = .passwordTooLong(maximum: maximum)
        case .tooWeak(.personal): self = .passwordPersonal
        case .tooWeak(.common): self = .passwordCommon
        case .tooWeak(.pattern): self = .passwordPattern
        case .tooWeak(.guessable), .acceptable: self = .passwordTooWeak
        }
    }

    /// Creates the message for a rejected attribute value.
    init(_ problem: AttributeError) {
        switch problem {
        case .missing: self = .fieldRequired
        case .tooLong(let maximum): self = .fieldTooLong(maximum: maximum)
        case .notA(.email): self = .emailInvalid
        case .notA(.number): self = .fieldNumber
        case .notA(.date): self = .fieldDate
        case .notA(.choice): self = .fieldChoice
        case .notA, .patternMismatch, .notRequested: self = .fieldInvalid
        }
    }
}

/// A waiting time in a readable unit, rounded up.
package struct WaitTime: Sendable, Hashable {
    private let seconds: Int

    package init(seconds: Int) {
        self.seconds = seconds
    }

    func text(_ text: PageText) -> String {
        switch seconds {
        case ...1: text("wait.second", 1)
        case ..<120: text("wait.seconds", seconds)
        case ..<7_200: text("wait.minutes", (seconds + 59) / 60)
        default: text("wait.hours", (seconds + 3_599) / 3_600)
        }
    }
}
