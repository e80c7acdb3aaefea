import Foundation
import GatehouseWire
import HTTPTypes

/// The errors of OAuth 2.0, and those of Entra's native authentication, which also follow from its sessions.
struct EntraErrorDecoder: ResponseErrorDecoder {
    func error(for response: EndpointClient.Response) -> AuthError {
        let head = response.head
        let body = try? EntraErrorBody(status: head.status, fields: head.headerFields, body: response.body)
        guard let body else { return OAuthErrorDecoder().error(for: response) }
        var error = OAuthErrorDecoder().error(for: response) { _, _ in Self.error(for: body.error) }
        error.response?.suberror = body.error.suberror?.rawValue
        error.response?.errorNumbers = body.error.numbers
        error.response?.correlationID = body.correlationID.flatMap { UUID(uuidString: $0) }
        error.serverPage = body.error.page
        return error
    }

    /// Returns the error for an error response of native authentication.
    private static func error(for error: EntraError) -> AuthError {
        let retryAfter = error.retryAfter.map { Duration.seconds(max(0, $0)) }
        let text = error.sentence
        switch error.authErrorCode {
        case .rateLimited?:
            return AuthError(.rateLimited, text, recovery: .retry(after: retryAfter))
        case .flowExpired?:
            return AuthError(.flowExpired, text, recovery: .signInAgain)
        case let code? where code == .secondFactorRequired || code == .secondFactorEnrollmentRequired:
            return AuthError(code, text, recovery: .signInAgain)
        case let code?:
            var authError = AuthError(code, text)
            authError.invalidAttributes = error.invalidAttributes ?? []
            return authError
        // The server denies access, not the user.
        case nil where error.code == .accessDenied && error.suberror != nil:
            return AuthError(.requestRejected, text, recovery: .signInAgain)
        case nil:
            let plain = OAuthError(error.code, text, status: error.status)
            return OAuthErrorDecoder.error(for: plain, retryAfter: retryAfter)
        }
    }
}

extension EntraError {
    /// The code for an error of native authentication; `nil` for other errors.
    fileprivate var authErrorCode: AuthError.Code? {
        switch (code, suberror, numbers.first) {
        case (_, .invalidCode?, _): .wrongCode
        case (_, let suberror?, _) where suberror.isOfPassword: .passwordRejected
        case (_, .attributesInvalid?, _): .attributesRejected
        case (.accessDenied, .blockedByReputation?, _), (.accessDenied, .blockedByAdministrator?, _): .factorBlocked
        case (_, .mfaRequired?, _): .secondFactorRequired
        case (_, .registrationRequired?, _): .secondFactorEnrollmentRequired
        case (.userAlreadyExists, _, _): .userAlreadyExists
        case (.userNotFound, _, _), (.invalidGrant, _, EntraErrorNumber.userNotFound): .userNotFound
        case (.invalidGrant, _, EntraErrorNumber.invalidCredentials): .wrongPassword
        case (.invalidRequest, _, EntraErrorNumber.noPassword): .passwordNotSet
        case (.invalidRequest, _, EntraErrorNumber.invalidParameter)
        where text.localizedCaseInsensitiveContains("\(ParameterName.username) parameter"):
            .invalidUsername
        case (_, _, EntraErrorNumber.tooManyCodes?), (_, _, EntraErrorNumber.locked?): .rateLimited
        case (.expiredToken, _, _), (_, _, EntraErrorNumber.invalidContinuationToken?): .flowExpired
        case (.invalidRequest, _, _) where numbers.contains(EntraErrorNumber.invalidContact): .invalidAddress
        case _ where numbers.contains(EntraErrorNumber.mfaRequired): .secondFactorRequired
        default: nil
        }
    }

    /// The error text without the leading number and the lines for logs.
    fileprivate var sentence: String {
        let line = text.prefix { !$0.isNewline }
        let words = line.hasPrefix("AADSTS") ? line.drop { $0 != " " }.dropFirst() : line
        return words.isEmpty ? "The server rejected the request: \(code)." : String(words)
    }
}

extension AuthError {
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
