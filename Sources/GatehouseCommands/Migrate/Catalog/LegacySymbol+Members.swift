extension LegacySymbol {
    /// The members of the types that hold results and failures, by type and name.
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
            A token after getAccessToken, a dictionary after getProfile and a code after an authorize call for one are now \
            properties with types: token, user.profileData and authorizationCode.
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
            The codes stay, as constants of UInt: compare UInt(error.code) with kAMZNLWAApplicationNotAuthorized and its kin. \
            kAMZNLWAErrorUserInterrupted and kAMZNLWAAccessDenied do not come any more where the person cancelled or refused: \
            that is userDidCancel.
            """
    )

    private static let errorMessage = LegacySymbol(
        "AIError.message",
        .member,
        evidence: .sdkInSight,
        replacement: #"(error as NSError).userInfo["AMZNLWAErrorNonLocalizedDescription"]"#,
        difference: "A text for developers, in English; it is not for showing to people."
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
