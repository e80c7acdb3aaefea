/// In the override parameters of `getAccessToken`: `"YES"` for a new access token.
public let kAMZNLWAForceRefresh: String = "kAMZNLWAForceRefresh"
/// In the options of `authorizeUser`: `"YES"` for Amazon's sandbox.
public let kAMZNLWAOptionSandboxMode: String = "kAMZNLWAOptionSandboxMode"
/// In the options of `authorizeUser`: the data of the scopes, a text that holds a JSON object by scope.
public let kAMZNLWAOptionScopeData: String = "kAMZNLWAOptionScopeData"
/// In the options of `authorizeUser`: `true` for a code instead of a session.
public let kAMZNLWAOptionReturnAuthCode: String = "kAMZNLWAOptionReturnAuthCode"
/// In the options of `authorizeUser`: the challenge of whoever redeems the code.
public let kAMZNLWAOptionCodeChallenge: String = "kAMZNLWAOptionCodeChallenge"
/// In the options of `authorizeUser`: how the challenge was made, `S256` or `plain`.
public let kAMZNLWAOptionCodeChallengeMethod: String = "kAMZNLWAOptionCodeChallengeMethod"

// What version 2 and 3.0 call them.

/// In the override parameters of `getAccessToken`: `"YES"` for a new access token.
public let kForceRefresh: String = kAMZNLWAForceRefresh
/// In the options of `authorizeUser`: `"YES"` for Amazon's sandbox.
public let kAIOptionSandboxMode: String = kAMZNLWAOptionSandboxMode
/// In the options of `authorizeUser`: the data of the scopes, a text that holds a JSON object by scope.
public let kAIOptionScopeData: String = kAMZNLWAOptionScopeData
/// In the options of `authorizeUser`: `true` for a code instead of a session.
public let kAIOptionReturnAuthCode: String = kAMZNLWAOptionReturnAuthCode
/// In the options of `authorizeUser`: the challenge of whoever redeems the code.
public let kAIOptionCodeChallenge: String = kAMZNLWAOptionCodeChallenge
/// In the options of `authorizeUser`: how the challenge was made, `S256` or `plain`.
public let kAIOptionCodeChallengeMethod: String = kAMZNLWAOptionCodeChallengeMethod
