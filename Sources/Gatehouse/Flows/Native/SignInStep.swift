package import Foundation

/// The next step of a sign-in; each case has a value whose methods are the next steps.
@nonexhaustive public enum SignInStep: Sendable {
    /// The user has received a code.
    case codeRequired(SignInCodeStep)
    /// The user must enter the password.
    case passwordRequired(SignInPasswordStep)
    /// The user must prove a second factor.
    case secondFactorRequired(SecondFactorStep)
    /// The user must enrol a second factor.
    case enrolmentRequired(FactorEnrolmentStep)
    /// The user has received new recovery codes and must keep them.
    case recoveryCodesIssued(RecoveryCodesStep)
    /// The user is signed in.
    case signedIn(Session)

    /// The session; `nil` unless the user is signed in.
    public var session: Session? {
        if case .signedIn(let session) = self { session } else { nil }
    }
}

/// A sign-in that waits for a code.
///
/// The value remains usable after an incorrect code.
public struct SignInCodeStep: Sendable {
    let service: any NativeAuthenticationService
    let position: NativeFlowPosition
    let tokenRequest: AccessTokenRequest
    /// The destination and length of the code, and the time at which another one can be sent.
    public let delivery: CodeDelivery

    /// Submits the code.
    ///
    /// - Parameter code: The code entered by the user.
    /// - Returns: The session, which becomes the current one, or the next step.
    /// - Throws: ``AuthError``: `wrongCode` if the code is incorrect or has expired, after which this value can be used
    ///   again; `flowExpired` if the sign-in must start again; `browserRequired` if the server requires a step that the
    ///   app does not support; a `store…` code if the session cannot be stored; `network`, `serverUnavailable` or
    ///   `rateLimited`.
    @discardableResult
    public func submit(_ code: String) async throws(AuthError) -> SignInStep {
        try await service.signIn(at: position, code: code, for: tokenRequest)
    }

    /// Sends another code and invalidates the previous one.
    ///
    /// - Returns: The step that waits for the new code.
    /// - Throws: ``AuthError``: `rateLimited` before ``CodeDelivery/resendAt``, after which this value can be used
    ///   again; otherwise as ``submit(_:)``.
    public func resend() async throws(AuthError) -> SignInCodeStep {
        try await service.sendSignInCode(at: position, for: tokenRequest)
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignIn { SavedSignIn(.code(position, tokenRequest, delivery)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}

/// A sign-in that waits for the user's password.
///
/// The value remains usable after an incorrect password.
public struct SignInPasswordStep: Sendable {
    let service: any NativeAuthenticationService
    let position: NativeFlowPosition
    let tokenRequest: AccessTokenRequest

    /// Submits the password.
    ///
    /// - Parameter password: The password entered by the user.
    /// - Returns: The session, which becomes the current one, or the next step.
    /// - Throws: ``AuthError``: `wrongPassword` if the password is incorrect, after which this value can be used again;
    ///   otherwise as ``SignInCodeStep/submit(_:)``.
    @discardableResult
    public func submit(_ password: String) async throws(AuthError) -> SignInStep {
        try await service.signIn(at: position, password: password, for: tokenRequest)
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedSignIn { SavedSignIn(.password(position, tokenRequest)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}
