import GatehousePasswords
import GatehouseStore
import GatehouseWire

extension EntraError {
    /// Creates Entra's error for a flow error.
    ///
    /// - Parameters:
    ///   - error: The flow error.
    ///   - client: The client, for the names of attributes.
    ///   - invalidToken: The endpoint's error code for an invalid continuation token.
    init(_ error: FlowError, client: Client, invalidToken: OAuthErrorCode = .invalidRequest) {
        switch error {
        case .gone, .stale, .redirectURIRemoved:
            self = .init(
                invalidToken,
                EntraErrorNumber.invalidContinuationToken,
                text: "The \(ParameterName.continuationToken) is invalid or was already used."
            )
        case .notPossible:
            self = .init(
                .invalidRequest,
                EntraErrorNumber.invalidContinuationToken,
                text: "The \(ParameterName.continuationToken) is not valid for this endpoint."
            )
        case .tokenExpired:
            self = .init(
                .expiredToken,
                EntraErrorNumber.expiredContinuationToken,
                text: "The \(ParameterName.continuationToken) has expired."
            )
        case .codeExhausted:
            self = .init(
                .expiredToken,
                EntraErrorNumber.expiredContinuationToken,
                text: "Too many incorrect codes. Start again."
            )
        case .addressTaken, .addressRejected: self = .invalidContact
        case .invalidEmail: self = .init(Parameters.entraInvalid(.username))
        case .passwordMissing: self = .init(Parameters.entraInvalid(.password))
        case .codeMissing: self = .init(Parameters.entraInvalid(.oob))
        case .wrongCredentials, .passkeyUnknown:
            self = .init(
                .invalidGrant,
                EntraErrorNumber.invalidCredentials,
                text: "The username or password is incorrect."
            )
        case .wrongCode, .factorRejected: self = .code(EntraErrorNumber.invalidCode, "The code is incorrect.")
        case .codeExpired: self = .code(EntraErrorNumber.expiredCode, "The code has expired; request a new one.")
        case .resendTooSoon(let seconds):
            self = .init(
                .invalidRequest,
                EntraErrorNumber.tooManyCodes,
                text: "Too many codes requested. Try again later.",
                retryAfter: seconds
            )
        case .mailLimitReached(let retryAfter):
            self = .init(
                .invalidRequest,
                EntraErrorNumber.tooManyCodes,
                text: "Too many codes requested. Try again later.",
                retryAfter: Int(retryAfter.rounded(.up))
            )
        case .passwordRejected(let verdict): self = .password(verdict)
        case .attributesRejected(let problems): self = .attributes(problems, client)
        case .scopesRejected(let scopes):
            self = .init(
                .invalidScope,
                EntraErrorNumber.invalidScope,
                text: "The client is not authorized for: \(scopes)."
            )
        case .additionalFactorRequired: self = .secondFactorRequired(continuationToken: nil)
        case .accountDisabled:
            self = .init(.invalidGrant, EntraErrorNumber.accountDisabled, text: "The account is disabled.")
        case .limited(let retryAfter):
            self = .init(
                .invalidGrant,
                EntraErrorNumber.locked,
                text: "Too many failed attempts. Try again later.",
                retryAfter: Int(retryAfter.rounded(.up))
            )
        case .accountExists:
            self = .init(
                .userAlreadyExists,
                EntraErrorNumber.userAlreadyExists,
                text: "This username is already taken."
            )
        case .accountUnknown:
            self = .init(.userNotFound, EntraErrorNumber.userNotFound, text: "No account has this username.")
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

    /// The error for an address that cannot be registered as a second factor.
    static var invalidContact: EntraError {
        EntraError(
            .invalidRequest,
            EntraErrorNumber.invalidContact,
            text: "The \(ParameterName.challengeTarget) is not valid for this method."
        )
    }

    /// Returns the error that requires a second factor.
    static func secondFactorRequired(continuationToken: Secret?) -> EntraError {
        EntraError(
            .invalidGrant,
            EntraErrorNumber.mfaRequired,
            suberror: .mfaRequired,
            text: "The sign-in requires another factor.",
            continuationToken: continuationToken
        )
    }

    /// Returns the error that requires the registration of a second factor.
    static func registrationRequired(continuationToken: Secret) -> EntraError {
        EntraError(
            .invalidGrant,
            EntraErrorNumber.registrationRequired,
            suberror: .registrationRequired,
            text: "The sign-in requires the registration of another factor.",
            continuationToken: continuationToken
        )
    }

    private static func code(_ number: Int, _ text: String) -> EntraError {
        EntraError(.invalidGrant, number, suberror: .invalidCode, text: text)
    }

    private static func attributes(_ problems: [String: AttributeError], _ client: Client) -> EntraError {
        let attributes = EntraAttributes(client)
        func names(_ isIncluded: (AttributeError) -> Bool) -> [String] {
            problems.filter { isIncluded($0.value) }.keys.map(attributes.entraName(for:)).sorted()
        }
        let (unknown, invalid) = (names { $0 == .notRequested }, names { $0 != .notRequested })
        let texts = [
            unknown.isEmpty ? nil : "Attributes not registered for the client: \(unknown.joined(separator: ", ")).",
            invalid.isEmpty ? nil : "Invalid attribute values: \(invalid.joined(separator: ", ")).",
        ]
        return EntraError(
            .invalidGrant,
            EntraErrorNumber.attributesInvalid,
            suberror: .attributesInvalid,
            text: texts.compactMap(\.self).joined(separator: " "),
            invalidAttributes: names { _ in true }
        )
    }

    private static func password(_ verdict: PasswordAssessment) -> EntraError {
        let (number, suberror, text) =
            switch verdict {
            case .tooShort(let minimum):
                (
                    EntraErrorNumber.passwordTooShort, EntraSuberror.passwordTooShort,
                    "The password is shorter than \(minimum) characters."
                )
            case .tooLong(let maximum):
                (
                    EntraErrorNumber.passwordTooLong, .passwordTooLong,
                    "The password is longer than \(maximum) characters."
                )
            case .tooWeak(.common):
                (EntraErrorNumber.passwordBanned, .passwordBanned, "The password is too common.")
            case .tooWeak(.personal):
                (
                    EntraErrorNumber.passwordTooWeak, .passwordTooWeak,
                    "The password contains personal information."
                )
            case .tooWeak(.pattern):
                (EntraErrorNumber.passwordTooWeak, .passwordTooWeak, "The password follows a pattern.")
            case .tooWeak(.guessable), .acceptable:
                (EntraErrorNumber.passwordTooWeak, .passwordTooWeak, "The password is too easy to guess.")
            }
        return EntraError(.invalidGrant, number, suberror: suberror, text: text)
    }
}
