package import Foundation

/// A sign-up that waits for the person to choose a password.
///
/// The value can be used again after a mistake: a password that was refused leaves it as it is.
public struct SignUpPassword: Sendable {
    let flow: NativeFlow
    let place: NativePlace

    /// Submits the password.
    ///
    /// - Parameter password: What the person chose.
    /// - Returns: What the sign-up needs next.
    /// - Throws: ``AuthError``: `passwordRefused` when the server does not take it, for the reason in
    ///   ``AuthError/suberror``, and then this value can be used again; otherwise as ``SignUpCode/submit(_:)``.
    public func submit(_ password: String) async throws(AuthError) -> SignUpStep {
        try await flow.continueSignUp(place, with: .password(password))
    }

    /// The step as it can be stored, to go on with it in another process.
    public var saved: SavedSignUp { SavedSignUp(.password(place)) }

    /// Names the flow in the logs of both sides.
    package var correlationID: UUID { place.correlationID }
}
