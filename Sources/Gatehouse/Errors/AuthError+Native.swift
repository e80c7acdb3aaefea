import Foundation
import GatehouseWire

extension AuthError {
    /// A refusal of a server of native flows.
    init(_ refusal: EntraError) {
        let retryAfter = refusal.retryAfter.map { Duration.seconds(max(0, $0)) }
        let text = refusal.sentence
        let code = Code(refusal)
        switch code {
        case .rateLimited?:
            self.init(.rateLimited, text, recovery: .retry(after: retryAfter))
        case .expired?, .secondFactorRequired?, .registrationRequired?:
            self.init(code ?? .refused, text, recovery: .interact)
        case let code?:
            self.init(code, text)
            attributeNames = refusal.invalidAttributes ?? []
        // Not the person: the server keeps the contact out.
        case nil where refusal.code == .accessDenied && refusal.suberror != nil:
            self.init(.refused, text, recovery: .interact)
        case nil:
            self.init(
                OAuthError(refusal.code, text, status: refusal.status),
                retryAfter: retryAfter
            )
        }
    }

    /// What the person gave is nothing at all, so that no server has to be asked.
    static func empty(_ code: Code, _ name: String) -> AuthError {
        AuthError(code, "The \(name) is empty.")
    }

    /// The server sends the person to its pages.
    static func browserRequired(reason: String?) -> AuthError {
        var error = AuthError(
            .browserRequired,
            reason ?? "The server wants something that only its pages in a browser offer.",
            recovery: .interact
        )
        error.serverText = reason
        return error
    }

    /// The server asks for something that has no place in this flow.
    static let unexpectedChallenge = AuthError(
        .unexpectedChallenge,
        "The server chose a challenge that this step does not have.",
        recovery: .interact
    )

    /// There is nothing that an automatic sign-in could be asked with.
    static let signInUnavailable = AuthError(
        .signInUnavailable,
        "The server does not sign the person in after this. Begin an ordinary sign-in.",
        recovery: .interact
    )
}

extension AuthError.Code {
    /// What a refusal means, where that is something of native flows.
    fileprivate init?(_ refusal: EntraError) {
        switch (refusal.code, refusal.suberror, refusal.numbers.first) {
        case (_, .invalidCode?, _): self = .wrongCode
        case (_, let suberror?, _) where suberror.isOfPassword: self = .passwordRefused
        case (_, .attributesInvalid?, _): self = .attributesRefused
        case (_, .mfaRequired?, _): self = .secondFactorRequired
        case (_, .registrationRequired?, _): self = .registrationRequired
        case (.userAlreadyExists, _, _): self = .userAlreadyExists
        case (.userNotFound, _, _), (.invalidGrant, _, EntraErrorNumber.userNotFound): self = .userNotFound
        case (.invalidGrant, _, EntraErrorNumber.invalidCredentials): self = .wrongPassword
        case (.invalidRequest, _, EntraErrorNumber.noPassword): self = .userHasNoPassword
        case (.invalidRequest, _, EntraErrorNumber.invalidParameter)
        where refusal.text.localizedCaseInsensitiveContains("\(ParameterName.username) parameter"):
            self = .invalidUsername
        case (_, _, EntraErrorNumber.tooManyCodes?), (_, _, EntraErrorNumber.locked?): self = .rateLimited
        case (.expiredToken, _, _), (_, _, EntraErrorNumber.invalidContinuationToken?): self = .expired
        case _ where refusal.numbers.contains(EntraErrorNumber.mfaRequired): self = .secondFactorRequired
        default: return nil
        }
    }
}

extension EntraError {
    /// The text without what stands around it for logs: the number before it, and the lines below.
    fileprivate var sentence: String {
        let line = text.prefix { !$0.isNewline }
        let words = line.hasPrefix("AADSTS") ? line.drop { $0 != " " }.dropFirst() : line
        return words.isEmpty ? "The server refused with \(code)." : String(words)
    }
}
