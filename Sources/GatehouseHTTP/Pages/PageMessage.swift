/// Something a page tells the person: what is wrong with a field or a form, or what has just been done.
package struct PageMessage: Sendable, Hashable {
    let key: String
    var arguments: [String: String] = [:]
    var wait: WaitTime?

    private init(_ name: String, _ arguments: [String: String] = [:], wait: Int? = nil) {
        key = "message." + name
        self.arguments = arguments
        self.wait = wait.map(WaitTime.init)
    }
}

extension PageMessage {
    package static let emailInvalid = PageMessage("emailInvalid")

    package static let credentialsWrong = PageMessage("credentialsWrong")
    /// Where the account is given, and only its password is typed.
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
    package static func codeWrong(triesLeft: Int) -> PageMessage {
        PageMessage("codeWrong", ["count": "\(triesLeft)"])
    }
    /// Good news on the code page.
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

    /// The CSRF token or the flow no longer fits; the page is shown afresh.
    package static let formStale = PageMessage("formStale")
    /// The server has more to do than it can; it is nobody's fault.
    package static func busy(seconds: Int) -> PageMessage { PageMessage("busy", wait: seconds) }
    package static func tooManyTries(seconds: Int) -> PageMessage {
        PageMessage("tooManyTries", wait: seconds)
    }
}
