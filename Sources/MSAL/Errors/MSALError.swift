/// The codes of an `NSError` whose domain is ``MSALErrorDomain``: the outcome of calls with a completion block.
public enum MSALError: Int, Sendable {
    /// Something that cannot be mended while the app runs: the description says what.
    case `internal` = -50000
    /// The device would have to be registered; no server says this to this module.
    case workplaceJoinRequired = -50001
    /// The person has to be asked: call ``MSALPublicClientApplication/acquireToken(with:completionBlock:)``.
    case interactionRequired = -50002
    /// Some of the scopes were not granted; no server says this to this module.
    case serverDeclinedScopes = -50003
    /// An app protection policy is in the way; no server says this to this module.
    case serverProtectionPoliciesRequired = -50004
    /// The person closed the page, or did not agree.
    case userCanceled = -50005
    /// The server has a problem.
    case serverError = -50006
}

/// The domain of every `NSError` of this module.
public let MSALErrorDomain: String = "MSALErrorDomain"
/// The key in `userInfo` of what happened, for developers.
public let MSALErrorDescriptionKey: String = "MSALErrorDescriptionKey"
/// The key in `userInfo` of the error code that the server sent.
public let MSALOAuthErrorKey: String = "MSALOAuthErrorKey"
/// The key in `userInfo` of what the error code is in particular.
public let MSALOAuthSubErrorKey: String = "MSALOAuthSubErrorKey"
/// The key in `userInfo` of the status of the answer.
public let MSALHTTPResponseCodeKey: String = "MSALHTTPResponseCodeKey"
/// The key in `userInfo` of what tells the call in logs.
public let MSALCorrelationIDKey: String = "MSALCorrelationIDKey"
/// The key in `userInfo` of the numbers of the error that the server sent.
public let MSALSTSErrorCodesKey: String = "MSALSTSErrorCodesKey"
