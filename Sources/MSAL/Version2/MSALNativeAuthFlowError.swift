import Foundation
import Gatehouse

/// An error of a flow of version 2.
///
/// After a mistake of the user, such as an incorrect code, the state that was called can be called again.
public nonisolated final class MSALNativeAuthFlowError: MSALNativeAuthError {
    /// A Boolean value that indicates whether the delegate lacks the protocol of the next state.
    public var isNotImplemented: Bool { failure.kind == .notImplemented }

    /// A Boolean value that indicates whether the account does not exist, if the server discloses it.
    public var isUserNotFound: Bool { failure.kind == .userNotFound }

    /// A Boolean value that indicates whether an account with this address exists.
    public var isUserAlreadyExists: Bool { failure.kind == .userAlreadyExists }

    /// A Boolean value that indicates whether the account has no password to reset, if the server discloses it.
    public var isUserDoesNotHavePassword: Bool { failure.kind == .userDoesNotHavePassword }

    /// A Boolean value that indicates whether the address is empty or invalid.
    public var isInvalidUsername: Bool { failure.kind == .invalidUsername }

    /// A Boolean value that indicates whether the password is empty, incorrect or rejected by the server's policy.
    public var isInvalidPassword: Bool { failure.kind == .invalidPassword }

    /// A Boolean value that indicates whether attributes are invalid; the description contains their names.
    public var isInvalidAttributes: Bool { failure.kind == .invalidAttributes }

    /// A Boolean value that indicates whether the code is empty, incorrect or expired, also that of a second factor.
    public var isInvalidCode: Bool { failure.kind == .invalidCode || isInvalidChallenge }

    /// A Boolean value that indicates whether the code of a second factor is empty, incorrect or expired.
    public var isInvalidChallenge: Bool { failure.kind == .invalidChallenge }

    /// A Boolean value that indicates whether the server sends no codes to the address of the chosen method.
    public var isAuthMethodBlocked: Bool { failure.kind == .authMethodBlocked }

    /// A Boolean value that indicates whether the server sends no codes to the address to register.
    public var isVerificationContactBlocked: Bool { failure.kind == .contactBlocked }

    /// A Boolean value that indicates whether the address to register is empty or invalid.
    public var isInvalidInput: Bool { failure.kind == .invalidInput }

    override class var kinds: [AuthError.Code: MSALFailure.Kind] {
        [
            .userNotFound: .userNotFound,
            .userAlreadyExists: .userAlreadyExists,
            .passwordNotSet: .userDoesNotHavePassword,
            .invalidUsername: .invalidUsername,
            .wrongCode: .invalidCode,
            .wrongPassword: .invalidPassword,
            .passwordRejected: .invalidPassword,
            .attributesRejected: .invalidAttributes,
        ]
    }

    /// The kinds of errors while the user proves a second factor.
    static let secondFactorKinds: [AuthError.Code: MSALFailure.Kind] = [
        .wrongCode: .invalidChallenge,
        .factorBlocked: .authMethodBlocked,
    ]

    /// The kinds of errors while the user registers a second factor.
    static let registrationKinds: [AuthError.Code: MSALFailure.Kind] = [
        .wrongCode: .invalidChallenge,
        .factorBlocked: .contactBlocked,
        .invalidAddress: .invalidInput,
    ]

    /// Creates an error from an error of the core.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - kinds: The kinds that the call distinguishes from general errors.
    ///   - correlationID: The correlation ID if the error has none.
    /// - Returns: The error.
    static func of(
        _ error: AuthError,
        distinguishing kinds: [AuthError.Code: MSALFailure.Kind],
        correlationID: UUID
    ) -> MSALNativeAuthFlowError {
        var failure = MSALFailure(error, kinds: kinds, correlationID: correlationID)
        if failure.kind == .invalidAttributes, !error.invalidAttributes.isEmpty {
            let names = "Invalid attributes: \(error.invalidAttributes.joined(separator: ", "))."
            failure.message = error.serverText.map { "\(names) \($0)" } ?? names
        }
        return MSALNativeAuthFlowError(failure)
    }
}
