package import Foundation

/// A sign-in that waits for the person's password.
///
/// The value can be used again after a mistake: a password that was wrong leaves it as it is.
public struct SignInPassword: Sendable {
    let flow: NativeFlow
    let place: NativePlace
    let wish: TokenWish

    /// Submits the password.
    ///
    /// - Parameter password: What the person typed.
    /// - Returns: The session, which is the current one from now on.
    /// - Throws: ``AuthError``: `wrongPassword` when the password is not right, and then this value can be used again;
    ///   otherwise as ``SignInCode/submit(_:)``.
    @discardableResult
    public func submit(_ password: String) async throws(AuthError) -> Session {
        try await flow.signIn(at: place, password: password, wish)
    }

    /// The step as it can be stored, to go on with it in another process.
    public var saved: SavedSignIn { SavedSignIn(.password(place, wish)) }

    /// Names the flow in the logs of both sides.
    package var correlationID: UUID { place.correlationID }
}
