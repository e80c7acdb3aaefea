package import Foundation

/// A password reset that waits for the code the person has been sent.
///
/// The value can be used again after a mistake: a code that was wrong leaves it as it is.
public struct ResetCode: Sendable {
    let flow: NativeFlow
    let place: NativePlace
    /// Where the code went, how long it is, and when another one can be sent.
    public let delivery: CodeDelivery

    /// Submits the code.
    ///
    /// - Parameter code: What the person typed.
    /// - Returns: The step that waits for the new password.
    /// - Throws: ``AuthError``: `wrongCode` when the code is not right or has expired, and then this value can be used
    ///   again; `expired` when the reset has to begin again; `browserRequired`, `network`, `serverUnavailable` or
    ///   `rateLimited`.
    public func submit(_ code: String) async throws(AuthError) -> ResetPassword {
        try await flow.resetPassword(place, code: code)
    }

    /// Has another code sent; the one before is worth nothing any more.
    ///
    /// - Returns: The step that waits for the new code.
    /// - Throws: ``AuthError``: `rateLimited` before ``CodeDelivery/resendAt``, and then this value can be used again;
    ///   otherwise as ``submit(_:)``.
    public func resend() async throws(AuthError) -> ResetCode {
        try await flow.resetCode(place)
    }

    /// The step as it can be stored, to go on with it in another process.
    public var saved: SavedPasswordReset { SavedPasswordReset(.code(place, delivery)) }

    /// Names the flow in the logs of both sides.
    package var correlationID: UUID { place.correlationID }
}
