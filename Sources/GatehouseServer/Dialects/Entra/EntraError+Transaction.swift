import GatehousePasswords
import GatehouseStore
import GatehouseWire

extension EntraError {
    /// Why a step of the engine did not move on, in the words that Entra's clients decide on.
    ///
    /// - Parameters:
    ///   - error: The engine's reason.
    ///   - client: Whose attributes are meant.
    ///   - invalidToken: The code for a continuation token that is not good, which is not the same at every endpoint.
    init(_ error: TransactionError, client: Client, invalidToken: OAuthErrorCode = .invalidRequest) {
        switch error {
        case .gone, .stale:
            self = .init(
                invalidToken,
                EntraErrorNumber.invalidContinuationToken,
                text: "The \(ParameterName.continuationToken) is not one of this client's, or was used before."
            )
        case .notPossible, .addressTaken:
            self = .init(
                .invalidRequest,
                EntraErrorNumber.invalidContinuationToken,
                text: "The \(ParameterName.continuationToken) is not valid for this endpoint."
            )
        case .tokenExpired:
            self = .init(
                .expiredToken,
                EntraErrorNumber.expiredContinuationToken,
                text: "The \(ParameterName.continuationToken) has expired. Start again."
            )
        case .codeExhausted:
            self = .init(
                .expiredToken,
                EntraErrorNumber.expiredContinuationToken,
                text: "Too many wrong codes were tried. Start again."
            )
        case .invalidEmail: self = .init(Parameters.entraInvalid(.username))
        case .passwordMissing: self = .init(Parameters.entraInvalid(.password))
        case .codeMissing: self = .init(Parameters.entraInvalid(.oob))
        case .wrongCredentials:
            self = .init(
                .invalidGrant,
                EntraErrorNumber.invalidCredentials,
                text: "The user name and the password do not belong together."
            )
        case .wrongCode: self = .code(EntraErrorNumber.invalidCode, "The code is wrong.")
        case .codeExpired: self = .code(EntraErrorNumber.expiredCode, "The code has expired. Ask for another one.")
        case .resendTooSoon(let seconds):
            self = .init(
                .invalidRequest,
                EntraErrorNumber.tooManyCodes,
                text: "A code was sent a moment ago. Wait before asking for another one.",
                retryAfter: seconds
            )
        case .mailsUsedUp(let retryAfter):
            self = .init(
                .invalidRequest,
                EntraErrorNumber.tooManyCodes,
                text: "As many codes were sent as may be for now.",
                retryAfter: Int(retryAfter.rounded(.up))
            )
        case .passwordRefused(let verdict): self = .password(verdict)
        case .attributesRefused(let problems): self = .attributes(problems, client)
        case .scopesRefused(let scopes):
            self = .init(
                .invalidScope,
                EntraErrorNumber.invalidScope,
                text: "The client is not registered for: \(scopes)."
            )
        case .accountDisabled:
            self = .init(.invalidGrant, EntraErrorNumber.accountDisabled, text: "The account is disabled.")
        case .limited(let retryAfter):
            self = .init(
                .invalidGrant,
                EntraErrorNumber.locked,
                text: "There were too many wrong tries. Wait before the next one.",
                retryAfter: Int(retryAfter.rounded(.up))
            )
        case .accountExists:
            self = .init(
                .userAlreadyExists,
                EntraErrorNumber.userAlreadyExists,
                text: "There is an account with this user name already."
            )
        case .accountUnknown:
            self = .init(.userNotFound, EntraErrorNumber.userNotFound, text: "There is no account with this user name.")
        case .accountHasNoPassword:
            self = .init(.invalidRequest, EntraErrorNumber.noPassword, text: "The account has no password to reset.")
        case .overloaded(let retryAfter):
            var busy = OAuthError.busy
            busy.retryAfter = .seconds(retryAfter)
            self = .init(busy)
        case .unavailable: self = .init(.busy)
        case .failed, .needsBrowser: self = .init(.broken)
        }
    }

    private static func code(_ number: Int, _ text: String) -> EntraError {
        EntraError(.invalidGrant, number, suberror: .invalidCode, text: text)
    }

    private static func attributes(_ problems: [String: AttributeProblem], _ client: Client) -> EntraError {
        let attributes = EntraAttributes(client)
        func names(_ isIncluded: (AttributeProblem) -> Bool) -> [String] {
            problems.filter { isIncluded($0.value) }.keys.map(attributes.entra).sorted()
        }
        let (unknown, invalid) = (names { $0 == .notRequested }, names { $0 != .notRequested })
        let texts = [
            unknown.isEmpty ? nil : "The client is not registered to ask for: \(unknown.joined(separator: ", ")).",
            invalid.isEmpty ? nil : "Attributes with invalid values: \(invalid.joined(separator: ", ")).",
        ]
        return EntraError(
            .invalidGrant,
            EntraErrorNumber.attributesInvalid,
            suberror: .attributesInvalid,
            text: texts.compactMap(\.self).joined(separator: " "),
            invalidAttributes: names { _ in true }
        )
    }

    private static func password(_ verdict: PasswordVerdict) -> EntraError {
        let (number, suberror, text) =
            switch verdict {
            case .tooShort(let minimum):
                (
                    EntraErrorNumber.passwordTooShort, EntraSuberror.passwordTooShort,
                    "The password has fewer than \(minimum) characters."
                )
            case .tooLong(let maximum):
                (
                    EntraErrorNumber.passwordTooLong, .passwordTooLong,
                    "The password has more than \(maximum) characters."
                )
            case .tooWeak(.common):
                (EntraErrorNumber.passwordBanned, .passwordBanned, "The password is one that many people use.")
            case .tooWeak(.personal):
                (
                    EntraErrorNumber.passwordTooWeak, .passwordTooWeak,
                    "The password is built on your own address or name."
                )
            case .tooWeak(.pattern):
                (EntraErrorNumber.passwordTooWeak, .passwordTooWeak, "The password follows a pattern or is a date.")
            case .tooWeak(.guessable), .acceptable:
                (EntraErrorNumber.passwordTooWeak, .passwordTooWeak, "The password is easily guessed.")
            }
        return EntraError(.invalidGrant, number, suberror: suberror, text: text)
    }
}
