/// Which call of version 2 a result or an error belongs to.
public enum API: UInt, Sendable {
    /// `authorizeUser(forScopes:delegate:options:)`.
    case authorizeUser = 1
    /// `getAccessToken(forScopes:withOverrideParams:delegate:)`.
    case getAccessToken = 2
    /// `clearAuthorizationState(_:)`.
    case clearAuthorizationState = 3
    /// `getProfile(_:withOptions:)`.
    case getProfile = 4
    /// `authorizeUser(forScopes:delegate:options:)` that asks for a code.
    case getAuthorizationCode = 5
    /// A code for another device; no call of version 2 here.
    case getCodePair = 6
    /// The token of such a code; no call of version 2 here.
    case getTokenForCodePair = 7
}
