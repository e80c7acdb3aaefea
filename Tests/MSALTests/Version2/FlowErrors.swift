import GatehouseTesting

/// The errors of version 2 for the errors of the server, with the state that was called.
enum FlowErrors {
    private static let browser = StubResponse.redirect(reason: "Because.")
    private static let blockedText = "More information: AADSTS550024: \(StubResponse.rejection)"

    /// Returns the rows of a required browser and of an unknown error at the endpoint of a call.
    private static func common(_ site: FlowSite, _ endpoint: NativeEndpoint) -> [FlowRow] {
        [
            FlowRow(
                site,
                "browser",
                failing: ["isBrowserRequired"],
                text: "Because.",
                at: endpoint,
                with: (endpoint, browser)
            ),
            FlowRow(
                site,
                "unknown error",
                failing: ["isGeneralError"],
                at: endpoint,
                with: (endpoint, ErrorTable.unknownError)
            ),
        ]
    }

    /// Returns the rows of one error at several calls.
    private static func rows(
        _ name: String,
        failing flags: Set<String>,
        text: String = StubResponse.rejection,
        with response: StubResponse,
        at calls: (FlowSite, NativeEndpoint)...
    ) -> [FlowRow] {
        calls.map { site, endpoint in
            FlowRow(site, name, failing: flags, text: text, at: endpoint, with: (endpoint, response))
        }
    }

    static let starts =
        rows(
            "invalid address",
            failing: ["isInvalidUsername"],
            text: "",
            with: .invalidUsername,
            at: (.signUpStart, .signUpStart),
            (.signInStart, .signInInitiate),
            (.resetStart, .resetStart)
        )
        + rows(
            "no account",
            failing: ["isUserNotFound"],
            with: .userNotFound,
            at: (.signInStart, .signInInitiate),
            (.resetStart, .resetStart)
        )
        + rows(
            "an account exists",
            failing: ["isUserAlreadyExists"],
            with: .userAlreadyExists,
            at: (.signUpStart, .signUpStart),
            (.signUpCode, .signUpContinue)
        )
        + rows(
            "no password to reset",
            failing: ["isUserDoesNotHavePassword"],
            with: .passwordNotSet,
            at: (.resetStart, .resetStart)
        )
        + rows(
            "invalid attributes",
            failing: ["isInvalidAttributes"],
            text: "Invalid attributes: city, country.",
            with: .attributesInvalid("city", "country"),
            at: (.signUpStart, .signUpStart),
            (.signUpAttributes, .signUpContinue)
        )
        + common(.signUpStart, .signUpStart) + common(.signInStart, .signInInitiate) + common(.resetStart, .resetStart)

    static let codes =
        rows(
            "incorrect code",
            failing: ["isInvalidCode"],
            with: .invalidCode,
            at: (.signUpCode, .signUpContinue),
            (.signInCode, .signInToken),
            (.resetCode, .resetContinue)
        )
        + rows(
            "incorrect code",
            failing: ["isInvalidCode", "isInvalidChallenge"],
            with: .invalidCode,
            at: (.challenge, .signInToken),
            (.registrationCode, .registerContinue)
        )
        + rows(
            "too many codes",
            failing: ["isGeneralError"],
            with: .tooManyCodes,
            at: (.signUpResend, .signUpChallenge),
            (.signInResend, .signInChallenge),
            (.resetResend, .resetChallenge),
            (.challengeResend, .signInChallenge),
            (.registrationResend, .registerChallenge)
        )
        + common(.signUpCode, .signUpContinue) + common(.signInCode, .signInToken) + common(.resetCode, .resetContinue)

    static let passwords =
        rows(
            "incorrect password",
            failing: ["isInvalidPassword"],
            with: .invalidPassword,
            at: (.signInPassword, .signInToken),
            (.signInWithPassword, .signInToken)
        )
        + ErrorTable.passwords.flatMap { name, response in
            rows(
                name,
                failing: ["isInvalidPassword"],
                with: response,
                at: (.signUpPassword, .signUpContinue),
                (.newPassword, .resetSubmit)
            )
        }
        + common(.signUpPassword, .signUpContinue) + common(.signInPassword, .signInToken)
        + common(.newPassword, .resetSubmit)

    static let secondFactor =
        rows(
            "blocked",
            failing: ["isAuthMethodBlocked"],
            text: blockedText,
            with: .contactBlocked,
            at: (.selectMethod, .signInChallenge),
            (.challengeResend, .signInChallenge)
        )
        + rows(
            "blocked",
            failing: ["isVerificationContactBlocked"],
            text: blockedText,
            with: .contactBlocked,
            at: (.register, .registerChallenge),
            (.registrationResend, .registerChallenge)
        )
        + rows(
            "invalid contact",
            failing: ["isInvalidInput"],
            with: .invalidContact,
            at: (.register, .registerChallenge)
        )
        + common(.selectMethod, .signInChallenge) + common(.challenge, .signInToken)
        + common(.register, .registerChallenge) + common(.registrationCode, .registerContinue)
        + common(.signInAfterSignUp, .signInToken) + common(.signInAfterReset, .signInToken)

    /// Errors of the list of methods, after which the flow must start again.
    static let methods = [
        FlowRow(
            .signInCode,
            "no methods",
            failing: ["isGeneralError"],
            text: ErrorTable.unexpectedChallenge,
            at: .signInIntrospect,
            with: (.signInToken, .mfaRequired),
            (.signInIntrospect, .methods(of: []))
        ),
        FlowRow(
            .signInCode,
            "no methods",
            failing: ["isGeneralError"],
            text: ErrorTable.unexpectedChallenge,
            at: .registerIntrospect,
            with: (.signInToken, .registrationRequired),
            (.registerIntrospect, .methods(of: []))
        ),
    ]

    /// The errors after which the same state accepts another attempt.
    static let allowingRetry = starts + codes + passwords + secondFactor

    static let all = allowingRetry + methods
}
