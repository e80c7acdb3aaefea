package import Foundation

/// A sign-up that waits for the code the person has been sent.
///
/// The value can be used again after a mistake: a code that was wrong leaves it as it is.
public struct SignUpCode: Sendable {
    let flow: NativeFlow
    let place: NativePlace
    /// Where the code went, how long it is, and when another one can be sent.
    public let delivery: CodeDelivery

    /// Submits the code.
    ///
    /// - Parameter code: What the person typed.
    /// - Returns: What the sign-up needs next.
    /// - Throws: ``AuthError``: `wrongCode` when the code is not right or has expired, and then this value can be used
    ///   again; `userAlreadyExists` when the address has an account, which only its owner is told; `expired` when the
    ///   sign-up has to begin again; `browserRequired`, `network`, `serverUnavailable` or `rateLimited`.
    public func submit(_ code: String) async throws(AuthError) -> SignUpStep {
        try await flow.continueSignUp(place, with: .code(code))
    }

    /// Has another code sent; the one before is worth nothing any more.
    ///
    /// - Returns: The step that waits for the new code.
    /// - Throws: ``AuthError``: `rateLimited` before ``CodeDelivery/resendAt``, and then this value can be used again;
    ///   otherwise as ``submit(_:)``.
    public func resend() async throws(AuthError) -> SignUpCode {
        try await flow.signUpCode(place)
    }

    /// The step as it can be stored, to go on with it in another process.
    public var saved: SavedSignUp { SavedSignUp(.code(place, delivery)) }

    /// Names the flow in the logs of both sides.
    package var correlationID: UUID { place.correlationID }
}
