extension LegacySymbol {
    /// Every constant that has to change: in the spelling up to 3.0, and in that since 3.1 where v3 has no use for it.
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
            // v3 has it too, where an async call throws.
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

    /// The codes of failures, spelt as up to 3.0, with the spelling since 3.1.
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

    /// Those of a person who did not go on.
    private static let cancellations = [
        "kAIErrorUserInterrupted": "kAMZNLWAErrorUserInterrupted", "kAIAccessDenied": "kAMZNLWAAccessDenied",
    ]

    private static let cancellationDifference = """
        A person who closes the page, cancels or refuses consent is no error in v3: the handler gets userDidCancel, and error is nil.
        """

    /// What the options of a call are looked up by.
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
        difference: "Set once, and true for every call that follows, instead of an option of one call."
    )

    private static let scopeData = LegacySymbol(
        "scope data",
        .option,
        replacement: "AMZNScopeFactory.scope(withName:data:)",
        difference: """
            One string of JSON for all scopes becomes a dictionary with each scope.
            """
    )

    private static let returnAuthCode = LegacySymbol(
        "return of the authorization code",
        .option,
        replacement: "request.grantType = .code",
        difference: """
            The code, the client id and the redirect URI come in one result. As before, nothing is stored on the device, and \
            nobody is signed in there.
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
