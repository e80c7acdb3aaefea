package import Foundation
public import GatehouseWire

/// The current step of a stored password reset; each case has a value whose methods are the next steps.
public enum PasswordResetStep: Sendable {
    /// The user has received a code.
    case codeRequired(PasswordResetCodeStep)
    /// The user must choose a new password.
    case passwordRequired(PasswordResetPasswordStep)
    /// The password is changed; the user is not signed in yet.
    case completed(PasswordResetCompletion)
}

/// A password reset that waits for a code.
///
/// The value remains usable after an incorrect code.
public struct PasswordResetCodeStep: Sendable {
    let flow: EntraNativeAuthentication
    let position: NativeFlowPosition
    /// The destination and length of the code, and the time at which another one can be sent.
    public let delivery: CodeDelivery

    /// Submits the code.
    ///
    /// - Parameter code: The code entered by the user.
    /// - Returns: The step that waits for the new password.
    /// - Throws: ``AuthError``: `wrongCode` if the code is incorrect or has expired, after which this value can be used
    ///   again; `flowExpired` if the reset must start again; `browserRequired`, `network`, `serverUnavailable` or
    ///   `rateLimited`.
    public func submit(_ code: String) async throws(AuthError) -> PasswordResetPasswordStep {
        try await flow.resetPassword(position, code: code)
    }

    /// Sends another code and invalidates the previous one.
    ///
    /// - Returns: The step that waits for the new code.
    /// - Throws: ``AuthError``: `rateLimited` before ``CodeDelivery/resendAt``, after which this value can be used
    ///   again; otherwise as ``submit(_:)``.
    public func resend() async throws(AuthError) -> PasswordResetCodeStep {
        try await flow.resetCode(position)
    }

    /// The step in a storable form, to continue it in another process.
    public var saved: SavedPasswordReset { SavedPasswordReset(.code(position, delivery)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}

/// A password reset that waits for the new password.
///
/// The value remains usable after a rejected password.
public struct PasswordResetPasswordStep: Sendable {
    let flow: EntraNativeAuthentication
    let position: NativeFlowPosition

    /// Submits the new password and waits until the server has changed it.
    ///
    /// - Parameter password: The new password.
    /// - Returns: The completed reset.
    /// - Throws: ``AuthError``: `passwordRejected` for the reason in ``AuthError/ServerResponse/suberror``, after which
    ///   this value can be used again; `serverUnavailable` if the server failed or took too long; otherwise as
    ///   ``PasswordResetCodeStep/submit(_:)``.
    public func submit(_ password: String) async throws(AuthError) -> PasswordResetCompletion {
        try await flow.changePassword(position, to: password)
    }

    /// Returns the step to continue with after an error of ``submit(_:)``: a server that accepts the password first and
    /// rejects it later issues a new continuation token.
    package func after(_ error: AuthError) -> PasswordResetPasswordStep? {
        error.position.map { PasswordResetPasswordStep(flow: flow, position: $0) }
    }

    /// The step in a storable form, to continue it in another process.
    public var saved: SavedPasswordReset { SavedPasswordReset(.password(position)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}

/// A completed password reset, after which the user can sign in without further input.
public struct PasswordResetCompletion: Sendable {
    let flow: EntraNativeAuthentication
    let position: NativeFlowPosition

    /// Signs the user in with the new password.
    ///
    /// - Parameter scopes: The requested scopes. `openid` and `offline_access` are always added.
    /// - Returns: The session, which becomes the current one.
    /// - Throws: ``AuthError`` as ``SignUpCompletion/signIn(scopes:)``.
    @discardableResult
    public func signIn(scopes: ScopeSet = []) async throws(AuthError) -> Session {
        try await signIn(scopes: scopes, claims: nil)
    }

    package func signIn(scopes: ScopeSet, claims: String?) async throws(AuthError) -> Session {
        try await flow.signIn(after: position, scopes: scopes, claims: claims)
    }

    /// The step in a storable form, to continue it in another process.
    public var saved: SavedPasswordReset { SavedPasswordReset(.completed(position)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}
