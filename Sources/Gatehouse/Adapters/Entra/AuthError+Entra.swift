import Foundation
import GatehouseWire

extension AuthError {
    /// Creates the error for an error response of native authentication.
    init(_ error: EntraError) {
        let retryAfter = error.retryAfter.map { Duration.seconds(max(0, $0)) }
        let text = error.sentence
        let code = Code(error)
        switch code {
        case .rateLimited?:
            self.init(.rateLimited, text, recovery: .retry(after: retryAfter))
        case .flowExpired?, .secondFactorRequired?, .secondFactorEnrollmentRequired?:
            self.init(code ?? .requestRejected, text, recovery: .signInAgain)
        case let code?:
            self.init(code, text)
            invalidAttributes = error.invalidAttributes ?? []
        // Not denied by the user: the server blocks the contact.
        case nil where error.code == .accessDenied && error.suberror != nil:
            self.init(.requestRejected, text, recovery: .signInAgain)
        case nil:
            self.init(
                OAuthError(error.code, text, status: error.status),
                retryAfter: retryAfter
            )
        }
    }

    /// Returns the error for empty input, without a request to the server.
    static func empty(_ code: Code, _ name: String) -> AuthError {
        AuthError(code, "The \(name) is empty.")
    }

    /// Returns the error for a server that requires its own pages.
    static func browserRequired(reason: String?) -> AuthError {
        var error = AuthError(
            .browserRequired,
            reason ?? "The server requires a step that is only available in the browser.",
            recovery: .signInAgain
        )
        error.serverText = reason
        return error
    }

    /// The error for a challenge that this flow does not support.
    static let unexpectedChallenge = AuthError(
        .unexpectedChallenge,
        "The server chose a challenge that this step does not support.",
        recovery: .signInAgain
    )

    /// The error for a flow without a continuation token for an automatic sign-in.
    static let automaticSignInUnavailable = AuthError(
        .automaticSignInUnavailable,
        "The server does not support automatic sign-in after this flow. Start an ordinary sign-in.",
        recovery: .signInAgain
    )
}

extension AuthError.Code {
    /// Creates the code for an error of native authentication; `nil` for other errors.
    fileprivate init?(_ error: EntraError) {
        switch (error.code, error.suberror, error.numbers.first) {
        case (_, .invalidCode?, _): self = .wrongCode
        case (_, let suberror?, _) where suberror.isOfPassword: self = .passwordRejected
        case (_, .attributesInvalid?, _): self = .attributesRejected
        case (_, .mfaRequired?, _): self = .secondFactorRequired
        case (_, .registrationRequired?, _): self = .secondFactorEnrollmentRequired
        case (.userAlreadyExists, _, _): self = .userAlreadyExists
        case (.userNotFound, _, _), (.invalidGrant, _, EntraErrorNumber.userNotFound): self = .userNotFound
        case (.invalidGrant, _, EntraErrorNumber.invalidCredentials): self = .wrongPassword
        case (.invalidRequest, _, EntraErrorNumber.noPassword): self = .passwordNotSet
        case (.invalidRequest, _, EntraErrorNumber.invalidParameter)
        where error.text.localizedCaseInsensitiveContains("\(ParameterName.username) parameter"):
            self = .invalidUsername
        case (_, _, EntraErrorNumber.tooManyCodes?), (_, _, EntraErrorNumber.locked?): self = .rateLimited
        case (.expiredToken, _, _), (_, _, EntraErrorNumber.invalidContinuationToken?): self = .flowExpired
        case _ where error.numbers.contains(EntraErrorNumber.mfaRequired): self = .secondFactorRequired
        default: return nil
        }
    }
}

extension EntraError {
    /// The error text without the leading number and the lines for logs.
    fileprivate var sentence: String {
        let line = text.prefix { !$0.isNewline }
        let words = line.hasPrefix("AADSTS") ? line.drop { $0 != " " }.dropFirst() : line
        return words.isEmpty ? "The server rejected the request: \(code)." : String(words)
    }
}
