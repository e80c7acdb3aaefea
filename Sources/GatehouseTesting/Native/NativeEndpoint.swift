import GatehouseWire

/// An endpoint of native authentication, for ``CannedNativeAuthAPI``.
public enum NativeEndpoint: String, Sendable, Hashable, CaseIterable {
    /// Where a sign-up begins.
    case signUpStart = "SignUpStart"
    /// Where a sign-up has its code sent.
    case signUpChallenge = "SignUpChallenge"
    /// Where a sign-up takes what the person typed.
    case signUpContinue = "SignUpContinue"
    /// Where a sign-in begins.
    case signInInitiate = "SignInInitiate"
    /// Where a sign-in has its code sent.
    case signInChallenge = "SignInChallenge"
    /// Where a flow's end becomes tokens, and a refresh token too.
    case signInToken = "SignInToken"
    /// Where a password reset begins.
    case resetStart = "SSPRStart"
    /// Where a password reset has its code sent.
    case resetChallenge = "SSPRChallenge"
    /// Where a password reset takes the code.
    case resetContinue = "SSPRContinue"
    /// Where a password reset takes the new password.
    case resetSubmit = "SSPRSubmit"
    /// Where a password reset says how far it is.
    case resetPoll = "SSPRPoll"

    /// The path below the tenant.
    var path: String {
        switch self {
        case .signUpStart: EntraSignUpStartEndpoint.path
        case .signUpChallenge: EntraSignUpChallengeEndpoint.path
        case .signUpContinue: EntraSignUpContinueEndpoint.path
        case .signInInitiate: EntraSignInInitiateEndpoint.path
        case .signInChallenge: EntraSignInChallengeEndpoint.path
        case .signInToken: EntraTokenEndpoint.path
        case .resetStart: EntraResetStartEndpoint.path
        case .resetChallenge: EntraResetChallengeEndpoint.path
        case .resetContinue: EntraResetContinueEndpoint.path
        case .resetSubmit: EntraResetSubmitEndpoint.path
        case .resetPoll: EntraResetPollEndpoint.path
        }
    }
}
