extension LegacySymbol {
    /// The members of the result and error types, by type and name.
    static let members: [String: [String: LegacySymbol]] = [
        "APIResult": ["result": resultValue, "api": resultAPI],
        "APIError": ["error": failureError, "api": resultAPI],
        "AIError": ["code": errorCode, "message": errorMessage, "errorName": errorName, "userInfo": errorUserInfo],
    ]

    private static let resultValue = LegacySymbol(
        "APIResult.result",
        .member,
        evidence: .sdkInSight,
        replacement: "AMZNAuthorizeResult.token and .user, or AMZNUser.profileData",
        difference: """
            The token of getAccessToken, the dictionary of getProfile and the code of authorize are now typed \
            properties: token, user.profileData and authorizationCode.
            """
    )

    private static let resultAPI = LegacySymbol(
        "api",
        .member,
        evidence: .sdkInSight,
        replacement: "nothing",
        difference: api.difference
    )

    static let failureError = LegacySymbol(
        "APIError.error",
        .member,
        evidence: .sdkInSight,
        replacement: "the handler's error",
        difference: failure.difference
    )

    private static let errorCode = LegacySymbol(
        "AIError.code",
        .member,
        evidence: .sdkInSight,
        replacement: "(error as NSError).code",
        difference: """
            The codes stay, as constants of UInt: compare UInt(error.code) with kAMZNLWAApplicationNotAuthorized and \
            the others. If the user cancels or denies, the handler gets userDidCancel instead of \
            kAMZNLWAErrorUserInterrupted or kAMZNLWAAccessDenied.
            """
    )

    private static let errorMessage = LegacySymbol(
        "AIError.message",
        .member,
        evidence: .sdkInSight,
        replacement: #"(error as NSError).userInfo["AMZNLWAErrorNonLocalizedDescription"]"#,
        difference: "An English text for developers, not for users."
    )

    private static let errorName = LegacySymbol(
        "AIError.errorName",
        .member,
        evidence: .sdkInSight,
        replacement: "(error as NSError).code",
        difference: "NSError has no name for a code; compare the code with the constants."
    )

    private static let errorUserInfo = LegacySymbol(
        "AIError.userInfo",
        .member,
        evidence: .sdkInSight,
        replacement: "(error as NSError).userInfo"
    )

    static let makeResult = LegacySymbol(
        "making an APIResult",
        .call,
        evidence: .sdkInSight,
        replacement: "AMZNAuthorizeResult()",
        difference: "The properties of an AMZNAuthorizeResult can be set, which helps tests."
    )

    static let makeFailure = LegacySymbol(
        "making an APIError",
        .call,
        evidence: .sdkInSight,
        replacement: "NSError(domain:code:userInfo:)",
        difference: failure.difference
    )
}
