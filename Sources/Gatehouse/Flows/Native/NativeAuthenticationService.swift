package import Foundation
package import GatehouseWire

/// Native authentication at a server: each method sends the requests of one step.
///
/// The correlation ID of a flow is for logs; it is generated if there is none.
package protocol NativeAuthenticationService: Sendable {
    /// The steps after the first factor that the app supports; a flow declares them when it starts.
    var capabilities: NativeCapabilities { get set }

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
    ) async throws(AuthError) -> SignInStep

    /// Signs in with a password.
    func signIn(
        at position: NativeFlowPosition,
        password: String,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep

    /// Signs in after a sign-up or a password reset.
    func signIn(
        after position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep

    /// Chooses a second factor, and sends its code if codes of its kind are sent by email or SMS.
    func chooseSecondFactor(
        _ factor: SecondFactor,
        of choice: FactorChoice<SecondFactor>
    ) async throws(AuthError) -> SecondFactorChallengeStep

    /// Submits the proof of a second factor.
    func proveSecondFactor(
        _ factor: SecondFactor,
        with proof: FactorProof,
        of choice: FactorChoice<SecondFactor>
    ) async throws(AuthError) -> SignInStep

    /// Starts the enrolment of a second factor.
    func beginEnrolment(
        of factor: EnrollableFactor,
        contact: String?,
        in choice: FactorChoice<EnrollableFactor>
    ) async throws(AuthError) -> FactorEnrolmentResult

    /// Submits the proof of a factor that is being enrolled.
    func completeEnrolment(
        of factor: EnrollableFactor,
        with proof: FactorProof,
        in choice: FactorChoice<EnrollableFactor>
    ) async throws(AuthError) -> SignInStep

    /// Returns the ceremony with an authenticator; `nil` is that of the client's configuration.
    func passkeyCeremony(
        with authenticator: (any PasskeyAuthenticator)?
    ) async throws(AuthError) -> PasskeyCeremony

    /// Continues after the user has saved the recovery codes.
    func proceed(
        at position: NativeFlowPosition,
        for tokenRequest: AccessTokenRequest
    ) async throws(AuthError) -> SignInStep

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

extension NativeAuthenticationService {
    /// Throws `unexpectedChallenge`: most protocols have no passkeys.
    package func passkeyCeremony(
        with authenticator: (any PasskeyAuthenticator)?
    ) async throws(AuthError) -> PasskeyCeremony {
        throw .unexpectedChallenge
    }
}

/// The input of a user in a native sign-up.
package enum NativeSubmission: Sendable {
    case code(String)
    case password(String)
    case attributes([String: JSONValue])
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
