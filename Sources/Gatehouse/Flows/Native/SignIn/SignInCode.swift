package import Foundation

/// A sign-in that waits for the code the person has been sent.
///
/// The value can be used again after a mistake: a code that was wrong leaves it as it is.
public struct SignInCode: Sendable {
    let flow: NativeFlow
    let place: NativePlace
    let wish: TokenWish
    /// Where the code went, how long it is, and when another one can be sent.
    public let delivery: CodeDelivery

    /// Submits the code.
    ///
    /// - Parameter code: What the person typed.
    /// - Returns: The session, which is the current one from now on.
    /// - Throws: ``AuthError``: `wrongCode` when the code is not right or has expired, and then this value can be used
    ///   again; `expired` when the sign-in has to begin again; `secondFactorRequired`, `registrationRequired` or
    ///   `browserRequired` when the server wants more; a `store…` code when the session cannot be kept; `network`,
    ///   `serverUnavailable` or `rateLimited`.
    @discardableResult
    public func submit(_ code: String) async throws(AuthError) -> Session {
        try await flow.signIn(at: place, code: code, wish)
    }

    /// Has another code sent; the one before is worth nothing any more.
    ///
    /// - Returns: The step that waits for the new code.
    /// - Throws: ``AuthError``: `rateLimited` before ``CodeDelivery/resendAt``, and then this value can be used again;
    ///   otherwise as ``submit(_:)``.
    public func resend() async throws(AuthError) -> SignInCode {
        try await flow.signInCode(place, wish)
    }

    /// The step as it can be stored, to go on with it in another process.
    public var saved: SavedSignIn { SavedSignIn(.code(place, wish, delivery)) }

    /// Names the flow in the logs of both sides.
    package var correlationID: UUID { place.correlationID }
}
