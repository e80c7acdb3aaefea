package import Foundation
public import GatehouseWire

/// The current step of a stored password reset; each case has a value whose methods are the next steps.
package enum PasswordResetStep: Sendable {
    /// The user has received a code.
    case codeRequired(PasswordResetCodeStep)
    /// The user must choose a new password.
    case passwordRequired(PasswordResetPasswordStep)
    /// The password is changed; the user is not signed in yet.
    case completed(PasswordResetCompletion)
}

extension PasswordResetStep {
    init(_ saved: SavedPasswordReset, service: any NativeAuthenticationService) {
        switch saved.step {
        case .code(let position, let delivery):
            self = .codeRequired(PasswordResetCodeStep(service: service, position: position, delivery: delivery))
        case .password(let position):
            self = .passwordRequired(PasswordResetPasswordStep(service: service, position: position))
        case .completed(let position):
            self = .completed(PasswordResetCompletion(service: service, position: position))
        }
    }
}

/// A password reset that waits for a code.
///
/// The value remains usable after an incorrect code.
public struct PasswordResetCodeStep: Sendable {
    let service: any NativeAuthenticationService
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
        try await service.continueReset(at: position, code: code)
    }

    /// Sends another code and invalidates the previous one.
    ///
    /// - Returns: The step that waits for the new code.
    /// - Throws: ``AuthError``: `rateLimited` before ``CodeDelivery/resendAt``, after which this value can be used
    ///   again; otherwise as ``submit(_:)``.
    public func resend() async throws(AuthError) -> PasswordResetCodeStep {
        try await service.resendResetCode(at: position)
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedPasswordReset { SavedPasswordReset(.code(position, delivery)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}

/// A password reset that waits for the new password.
///
/// The value remains usable after a rejected password.
public struct PasswordResetPasswordStep: Sendable {
    let service: any NativeAuthenticationService
    let position: NativeFlowPosition

    /// Submits the new password and waits until the server has changed it.
    ///
    /// - Parameter password: The new password.
    /// - Returns: The completed reset.
    /// - Throws: ``AuthError``: `passwordRejected` for the reason in ``AuthError/ServerResponse/suberror``, after which
    ///   this value can be used again; `serverUnavailable` if the server failed or took too long; otherwise as
    ///   ``PasswordResetCodeStep/submit(_:)``.
    public func submit(_ password: String) async throws(AuthError) -> PasswordResetCompletion {
        try await service.changePassword(at: position, to: password)
    }

    /// Returns the step to continue with after an error of ``submit(_:)``: a server that accepts the password first and
    /// rejects it later issues a new continuation token.
    package func after(_ error: AuthError) -> PasswordResetPasswordStep? {
        guard let token = error.continuationToken else { return nil }
        var next = position
        next.token = token
        next.correlationID = error.correlationID ?? position.correlationID
        return PasswordResetPasswordStep(service: service, position: next)
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedPasswordReset { SavedPasswordReset(.password(position)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}

/// A completed password reset, after which the user can sign in without further input.
public struct PasswordResetCompletion: Sendable {
    let service: any NativeAuthenticationService
    let position: NativeFlowPosition

    /// Signs the user in with the new password.
    ///
    /// - Parameter scopes: The requested scopes. `openid` and `offline_access` are always added.
    /// - Returns: The session, which becomes the current one, or the next step of the sign-in.
    /// - Throws: ``AuthError`` as ``SignUpCompletion/signIn(scopes:)``.
    @discardableResult
    public func signIn(scopes: ScopeSet = []) async throws(AuthError) -> SignInStep {
        try await signIn(scopes: scopes, claims: nil)
    }

    package func signIn(scopes: ScopeSet, claims: String?) async throws(AuthError) -> SignInStep {
        try await service.signIn(after: position, for: AccessTokenRequest(scopes: scopes, claims: claims))
    }

    /// The step in a storable form, to continue it in another process.
    package var saved: SavedPasswordReset { SavedPasswordReset(.completed(position)) }

    /// The correlation ID for logs.
    package var correlationID: UUID { position.correlationID }
}
