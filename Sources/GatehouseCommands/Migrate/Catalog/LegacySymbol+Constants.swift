extension LegacySymbol {
    /// The constants that must change: in the spelling up to 3.0, and in that since 3.1 if v3 has no replacement.
    static let constants: [String: LegacySymbol] = {
        var constants = options
        for (old, new) in errorCodes {
            constants[old] = LegacySymbol(old, .constant, replacement: new)
        }
        for (old, new) in cancellations {
            let replacement = "userDidCancel, or " + new
            constants[old] = LegacySymbol(
                old,
                .constant,
                replacement: replacement,
                difference: cancellationDifference
            )
            // v3 has this constant too, for async calls that throw.
            constants[new] = LegacySymbol(
                new,
                .constant,
                evidence: .otherUses,
                replacement: replacement,
                difference: cancellationDifference
            )
        }
        constants["AIErrorDomain"] = LegacySymbol(
            "AIErrorDomain",
            .constant,
            evidence: .sdkInSight,
            replacement: "kAMZNLWAErrorDomain"
        )
        for name in apiCases {
            constants["kAPI" + name.prefix(1).uppercased() + name.dropFirst()] = apiCase
        }
        return constants
    }()

    /// The error codes in the spelling up to 3.0, with the spelling since 3.1.
    private static let errorCodes = [
        "kAINoError": "kAMZNLWANoError",
        "kAIApplicationNotAuthorized": "kAMZNLWAApplicationNotAuthorized",
        "kAIServerError": "kAMZNLWAServerError",
        "kAIDeviceError": "kAMZNLWADeviceError",
        "kAIInvalidInput": "kAMZNLWAInvalidInput",
        "kAINetworkError": "kAMZNLWANetworkError",
        "kAIUnauthorizedClient": "kAMZNLWAUnauthorizedClient",
        "kAIInternalError": "kAMZNLWAInternalError",
        "kAIVersionDenied": "kAMZNLWAVersionDenied",
    ]

    /// The codes for a user who cancelled.
    private static let cancellations = [
        "kAIErrorUserInterrupted": "kAMZNLWAErrorUserInterrupted", "kAIAccessDenied": "kAMZNLWAAccessDenied",
    ]

    private static let cancellationDifference = """
        Closing the page, cancelling or denying consent is not an error in v3: the handler gets userDidCancel, and \
        error is nil.
        """

    /// The keys of the options of a call.
    static let options: [String: LegacySymbol] = [
        "kAIOptionSandboxMode": sandboxMode, "kAMZNLWAOptionSandboxMode": sandboxMode,
        "kAIOptionScopeData": scopeData, "kAMZNLWAOptionScopeData": scopeData,
        "kAIOptionReturnAuthCode": returnAuthCode, "kAMZNLWAOptionReturnAuthCode": returnAuthCode,
        "kAIOptionCodeChallenge": codeChallenge, "kAMZNLWAOptionCodeChallenge": codeChallenge,
        "kAIOptionCodeChallengeMethod": codeChallengeMethod, "kAMZNLWAOptionCodeChallengeMethod": codeChallengeMethod,
        "kForceRefresh": forceRefresh(.sdkInSight), "kAMZNLWAForceRefresh": forceRefresh(.itself),
    ]

    private static let sandboxMode = LegacySymbol(
        "sandbox mode",
        .option,
        replacement: "AMZNAuthorizationManager.shared().isSandboxMode = true",
        difference: "Set once for all later calls, instead of an option of each call."
    )

    private static let scopeData = LegacySymbol(
        "scope data",
        .option,
        replacement: "AMZNScopeFactory.scope(withName:data:)",
        difference: """
            A dictionary for each scope replaces one JSON string for all scopes.
            """
    )

    private static let returnAuthCode = LegacySymbol(
        "return of the authorization code",
        .option,
        replacement: "request.grantType = .code",
        difference: """
            One result contains the code, the client id and the redirect URI. As before, nothing is stored on the \
            device and no user is signed in on it.
            """
    )

    private static let codeChallenge = LegacySymbol("code challenge", .option, replacement: "request.codeChallenge")

    private static let codeChallengeMethod = LegacySymbol(
        "code challenge method",
        .option,
        replacement: "request.codeChallengeMethod"
    )

    static let forcedRefresh = "forced refresh"

    private static func forceRefresh(_ evidence: Evidence) -> LegacySymbol {
        LegacySymbol(
            forcedRefresh,
            .option,
            evidence: evidence,
            replacement: "nothing",
            difference: getRefreshedAccessToken.difference
        )
    }
}
