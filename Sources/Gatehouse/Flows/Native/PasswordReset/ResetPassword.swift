package import Foundation

/// A password reset that waits for the new password.
///
/// The value can be used again after a mistake: a password that was refused leaves it as it is.
public struct ResetPassword: Sendable {
    let flow: NativeFlow
    let place: NativePlace

    /// Submits the new password and waits until the server has changed it.
    ///
    /// - Parameter password: What the person chose.
    /// - Returns: The end of the reset.
    /// - Throws: ``AuthError``: `passwordRefused` when the server does not take it, for the reason in
    ///   ``AuthError/suberror``, and then this value can be used again; `serverUnavailable` when the server could not change
    ///   it, or takes too long to; otherwise as ``ResetCode/submit(_:)``.
    public func submit(_ password: String) async throws(AuthError) -> ResetCompleted {
        try await flow.changePassword(place, to: password)
    }

    /// The step to go on with after an error of ``submit(_:)``, where it is another one: a server that has taken the password
    /// at first, and refused it later, has a new name for it.
    package func after(_ error: AuthError) -> ResetPassword? {
        error.place.map { ResetPassword(flow: flow, place: $0) }
    }

    /// The step as it can be stored, to go on with it in another process.
    public var saved: SavedPasswordReset { SavedPasswordReset(.password(place)) }

    /// Names the flow in the logs of both sides.
    package var correlationID: UUID { place.correlationID }
}
