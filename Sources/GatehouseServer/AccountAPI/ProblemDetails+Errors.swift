import Foundation
import GatehousePasswords
package import GatehouseWire
import HTTPTypes

extension ProblemDetails {
    /// Creates the problem of an error that is not specific to an operation.
    package init(_ error: OAuthError) {
        let type: ProblemType =
            switch error.status {
            case .unauthorized: .invalidToken
            case .forbidden: .insufficientScope
            case .notFound: .notFound
            case .methodNotAllowed: .methodNotAllowed
            case .contentTooLarge: .contentTooLarge
            case .unsupportedMediaType: .unsupportedMediaType
            case .tooManyRequests: .tooManyRequests
            case .serviceUnavailable: .temporarilyUnavailable
            case _ where error.status.kind == .serverError: .serverError
            default: .invalidRequest
            }
        let seconds = error.retryAfter.map { Int(($0 / .seconds(1)).rounded(.up)) }
        self.init(
            type,
            error.description,
            retryAfter: seconds ?? ([.tooManyRequests, .temporarilyUnavailable].contains(type) ? 5 : nil),
            challenge: error.challenge
        )
        alternativeChallenge = error.alternativeChallenge
        dpopNonce = error.dpopNonce
    }

    /// Creates the problem of an error of an account operation.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - caller: The user, whose request determines the scheme of a challenge.
    init(_ error: AccountError, for caller: AccountAPICaller) {
        var challenge = caller.challenge
        switch error {
        case .signInRequired(let lifetime, let acr):
            let maxAge = Int(lifetime)
            let factors = acr == nil ? "" : " with a second factor"
            challenge.error = .insufficientUserAuthentication
            challenge.maxAge = maxAge
            challenge.acrValues = [acr].compactMap(\.self)
            self.init(
                .insufficientUserAuthentication,
                "The user must have signed in\(factors) within the last \(maxAge) seconds.",
                maxAge: maxAge,
                acrValues: acr.map { [$0] },
                challenge: challenge
            )
        case .notFound:
            // The account was deleted after the token was checked.
            challenge.error = .invalidToken
            challenge.errorDescription = OAuthError.invalidAccessToken.description
            self.init(.invalidToken, challenge.errorDescription, challenge: challenge)
        case .additionalFactorRequired:
            challenge.error = .insufficientUserAuthentication
            self.init(
                .insufficientUserAuthentication,
                "The user must sign in with more factors.",
                challenge: challenge
            )
        case .limited(let wait): self.init(.tooManyRequests, "Try again later.", retryAfter: Self.seconds(wait))
        case .overloaded(let wait):
            self.init(.temporarilyUnavailable, "Try again later.", retryAfter: Self.seconds(wait))
        case .failed, .expirationRejected: self.init(.serverError, "The cause is in the log of the server.")
        default: self = Self.conflict(error) ?? Self.invalid(error)
        }
    }

    private static func seconds(_ wait: TimeInterval) -> Int { max(1, Int(wait.rounded(.up))) }

    /// Returns the problem of an operation that the state of the account does not allow.
    private static func conflict(_ error: AccountError) -> ProblemDetails? {
        switch error {
        case .itemNotFound, .noAddress, .noPassword, .nothingPending: ProblemDetails(.notFound)
        case .lastSignInMethod: ProblemDetails(.lastSignInMethod, "Add another way to sign in first.")
        case .lastAddress: ProblemDetails(.lastAddress, "Add and verify another address first.")
        case .addressClaimed, .taken: ProblemDetails(.addressClaimed)
        case .addressUnverified: ProblemDetails(.addressUnverified, "Verify the address first.")
        case .tooManyAddresses: ProblemDetails(.tooManyAddresses, "Remove another address of that kind first.")
        case .tooManyCredentials: ProblemDetails(.tooManyCredentials, "Remove another one of that kind first.")
        case .secondFactorMissing:
            ProblemDetails(.secondFactorMissing, "Add a passkey or an authenticator app first.")
        case .nameMissing, .passwordMissing, .alreadyHasCredentials:
            ProblemDetails(.addressRequired, "Add and verify an address first.")
        case .changedMeanwhile: ProblemDetails(.preconditionFailed, "Read the account again.")
        default: nil
        }
    }

    /// Returns the problem of an invalid value.
    private static func invalid(_ error: AccountError) -> ProblemDetails {
        let newPassword = PasswordRequest.CodingKeys.newPassword.stringValue
        return switch error {
        case .passwordRejected(let assessment):
            ProblemDetails(.passwordRejected, field: newPassword, reason: PasswordRejection(assessment))
        case .passwordUnchanged: ProblemDetails(.passwordRejected, field: newPassword, reason: .unchanged)
        case .wrongCode: ProblemDetails(.wrongCode, field: VerifyAddressRequest.CodingKeys.code.stringValue)
        case .codeExpired: ProblemDetails(.codeExpired, "Request a new code.")
        case .noTextMessages: ProblemDetails(.textMessagesUnavailable)
        case .attributeRejected(let name):
            ProblemDetails(
                .invalidValue,
                "The attribute does not exist, cannot be changed, or has another type.",
                field: name
            )
        default:
            ProblemDetails(
                .invalidValue,
                "The address is malformed.",
                field: AddAddressRequest.CodingKeys.value.stringValue
            )
        }
    }
}

extension PasswordRejection {
    fileprivate init(_ assessment: PasswordAssessment) {
        switch assessment {
        case .tooShort: self = .tooShort
        case .tooLong: self = .tooLong
        case .tooWeak(.personal): self = .personal
        case .tooWeak(.common): self = .common
        case .tooWeak(.pattern): self = .pattern
        case .tooWeak(.guessable), .acceptable: self = .guessable
        }
    }
}
