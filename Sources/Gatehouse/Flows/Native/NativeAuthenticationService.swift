package import Foundation
package import GatehouseWire

/// Native authentication at a server: each method sends the requests of one step.
///
/// The correlation ID of a flow is for logs; it is generated if there is none.
package protocol NativeAuthenticationService: Sendable {
    /// Starts a sign-up and sends a code.
    func startSignUp(
        _ email: String,
        password: String?,
        attributes: [String: JSONValue],
        correlationID: UUID?
    ) async throws(AuthError) -> SignUpCodeStep

    /// Sends another code.
    func resendSignUpCode(at position: NativeFlowPosition) async throws(AuthError) -> SignUpCodeStep

    /// Submits the input of a step of a sign-up.
    func continueSignUp(
        at position: NativeFlowPosition,
        with submission: NativeSubmission
    ) async throws(AuthError) -> SignUpStep

    /// Starts a sign-in; submits the password if the server requires one and it is known.
    func startSignIn(
        _ email: String,
        password: String?,
        for tokenRequest: AccessTokenRequest,
        correlationID: UUID?
    ) async throws(AuthError) -> SignInStep

    /// Sends a code.
    func sendSignInCode(
        at position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInCodeStep

    /// Signs in with a code.
    func signIn(
        at position: NativeFlowPosition,
        code: String,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> Session

    /// Signs in with a password.
    func signIn(
        at position: NativeFlowPosition,
        password: String,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> Session

    /// Signs in after a sign-up or a password reset.
    func signIn(
        after position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> Session

    /// Starts a password reset and sends a code.
    func startReset(_ email: String, correlationID: UUID?) async throws(AuthError) -> PasswordResetCodeStep

    /// Sends another code.
    func resendResetCode(at position: NativeFlowPosition) async throws(AuthError) -> PasswordResetCodeStep

    /// Submits the code of a password reset.
    func continueReset(
        at position: NativeFlowPosition,
        code: String
    ) async throws(AuthError) -> PasswordResetPasswordStep

    /// Submits the new password and waits until the server has changed it.
    func changePassword(
        at position: NativeFlowPosition,
        to password: String
    ) async throws(AuthError) -> PasswordResetCompletion
}

/// The input of a user in a native sign-up.
package enum NativeSubmission: Sendable {
    case code(String)
    case password(String)
    case attributes([String: JSONValue])
}

/// The optional capabilities of an app in native flows.
package struct NativeCapabilities: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Support for second factors.
    package static let secondFactor = Self(rawValue: 1 << 0)
    /// Support for the registration of second factors.
    package static let registration = Self(rawValue: 1 << 1)
}

/// The challenge types that an app supports in native flows, in addition to the browser.
package struct NativeChallengeTypes: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A one-time code.
    package static let code = Self(rawValue: 1 << 0)
    /// A password.
    package static let password = Self(rawValue: 1 << 1)
}
