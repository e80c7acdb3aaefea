extension LegacySymbol {
    static let delegates: Set<String> = ["AIAuthenticationDelegate", "AMZNLWAAuthenticationDelegate"]
    static let errors: Set<String> = ["AIError", "AMZNLWAError"]

    /// The types that apps mention by name.
    static let types: [String: LegacySymbol] = [
        "AIMobileLib": mobileLib, "AMZNLWAMobileLib": mobileLib, "AMZNMobileLib": mobileLib,
        "AIAuthenticationDelegate": delegate, "AMZNLWAAuthenticationDelegate": delegate,
        "APIResult": result,
        "APIError": failure,
        "AIError": error("AIError", evidence: .sdkInSight), "AMZNLWAError": error("AMZNLWAError", evidence: .itself),
        "API": api,
    ]

    static let mobileLib = LegacySymbol(
        "the library class",
        .type,
        replacement: "AMZNAuthorizationManager and AMZNUser",
        difference:
            "The class methods are now methods of AMZNAuthorizationManager.shared(), and AMZNUser.fetch(_:)."
    )

    static let delegate = LegacySymbol(
        "the delegate as a type",
        .type,
        replacement: "AMZNAuthorizationRequestHandler, AMZNUserFetchRequestHandler or AMZNSignOutRequestHandler",
        difference: delegateConformance.difference
    )

    static let delegateConformance = LegacySymbol(
        "the delegate",
        .conformance,
        replacement: "a handler with each call",
        difference: """
            v3 has no delegate: every call takes a closure, which is called exactly once. Remove objects that only \
            receive requestDidSucceed and requestDidFail.
            """
    )

    /// The methods of the delegate, with the parameter type that identifies them.
    static let callbacks: [String: (symbol: LegacySymbol, parameter: String)] = [
        "requestDidSucceed": (requestDidSucceed, "APIResult"), "requestDidFail": (requestDidFail, "APIError"),
    ]

    static let requestDidSucceed = LegacySymbol(
        "requestDidSucceed",
        .callback,
        replacement: "the handler's result",
        difference: """
            The handler gets an AMZNAuthorizeResult with the token and the user. Each call has its own handler.
            """
    )

    static let requestDidFail = LegacySymbol(
        "requestDidFail",
        .callback,
        replacement: "the handler's error and userDidCancel",
        difference: """
            Closing the page, cancelling or denying consent is no longer a failure: the handler of authorize gets \
            userDidCancel and no error. Any other failure is an NSError of the domain AMZNLWAErrorDomain.
            """
    )

    static let result = LegacySymbol(
        "APIResult",
        .type,
        evidence: .sdkInSight,
        replacement: "AMZNAuthorizeResult, or AMZNUser",
        difference:
            "The result is typed: token and user, or authorizationCode, clientId and redirectUri."
    )

    static let failure = LegacySymbol(
        "APIError",
        .type,
        evidence: .sdkInSight,
        replacement: "NSError",
        difference: "The error is not wrapped."
    )

    private static func error(_ name: String, evidence: Evidence) -> LegacySymbol {
        LegacySymbol(
            name,
            .type,
            evidence: evidence,
            replacement: "NSError",
            difference: """
                An NSError of the domain AMZNLWAErrorDomain, with the same codes. The text is in userInfo under \
                AMZNLWAErrorNonLocalizedDescription.
                """
        )
    }

    static let api = LegacySymbol(
        "API",
        .type,
        evidence: .sdkInSight,
        replacement: "nothing",
        difference: "Every call has its own handler, so the handler knows its call."
    )

    /// The cases of the enumeration in Swift; in Objective-C they begin with kAPI and a capital letter.
    static let apiCases: Set<String> = [
        "authorizeUser", "getAccessToken", "clearAuthorizationState", "getProfile", "getAuthorizationCode",
        "getCodePair",
        "getTokenForCodePair",
    ]

    static let apiCase = LegacySymbol("a case of API", .constant, replacement: "nothing", difference: api.difference)
}
