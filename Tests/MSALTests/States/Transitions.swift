import GatehouseTesting

/// The state diagrams of native authentication, one row per transition.
///
/// Each calls an optional delegate method.
enum Transitions {
    static let signUp: [Row] = [
        Row(.signUpStart, "a code is sent", [], "onSignUpCodeRequired", [], .new("SignUpCodeRequiredState")),
        Row(
            .signUpWithAttributes,
            "an attribute is not valid",
            [(.signUpStart, .attributesInvalid("city"))],
            "onSignUpAttributesInvalid"
        ),
        Row(
            .signUpResend,
            "another code is sent",
            [],
            "onSignUpResendCodeCodeRequired",
            [],
            .new("SignUpCodeRequiredState")
        ),
        Row(.signUpCode, "the account is created", [], "onSignUpCompleted", [], .new("SignInAfterSignUpState")),
        Row(
            .signUpCode,
            "a password is missing",
            [(.signUpContinue, .credentialRequired), (.signUpChallenge, .passwordRequired)],
            "onSignUpPasswordRequired",
            [],
            .new("SignUpPasswordRequiredState")
        ),
        Row(
            .signUpCode,
            "attributes are missing",
            [(.signUpContinue, .attributesRequired("city"))],
            "onSignUpAttributesRequired",
            [],
            .new("SignUpAttributesRequiredState")
        ),
        Row(.signUpPassword, "the account is created", [], "onSignUpCompleted", [], .new("SignInAfterSignUpState")),
        Row(
            .signUpPassword,
            "attributes are missing",
            [(.signUpContinue, .attributesRequired("city"))],
            "onSignUpAttributesRequired",
            [],
            .new("SignUpAttributesRequiredState")
        ),
        Row(.signUpAttributes, "the account is created", [], "onSignUpCompleted", [], .new("SignInAfterSignUpState")),
        Row(
            .signUpAttributes,
            "the next page",
            [(.signUpContinue, .attributesRequired("country"))],
            "onSignUpAttributesRequired",
            [],
            .new("SignUpAttributesRequiredState")
        ),
        Row(
            .signUpAttributes,
            "an attribute is not valid",
            [(.signUpContinue, .attributesInvalid("city"))],
            "onSignUpAttributesInvalid",
            [],
            .same
        ),
        Row(.signInAfterSignUp, "tokens", [], "onSignInCompleted"),
    ]

    static let signIn: [Row] = [
        Row(.signInStart, "a code is sent", [], "onSignInCodeRequired", [], .new("SignInCodeRequiredState")),
        Row(
            .signInStart,
            "a password is missing",
            [(.signInChallenge, .passwordRequired)],
            "onSignInPasswordRequired",
            [],
            .new("SignInPasswordRequiredState")
        ),
        Row(.signInWithPassword, "tokens", [], "onSignInCompleted"),
        Row(
            .signInWithUnusedPassword,
            "a code is sent anyway",
            [],
            "onSignInCodeRequired",
            [],
            .new("SignInCodeRequiredState")
        ),
        Row(
            .signInResend,
            "another code is sent",
            [],
            "onSignInResendCodeCodeRequired",
            [],
            .new("SignInCodeRequiredState")
        ),
        Row(.signInCode, "tokens", [], "onSignInCompleted"),
        Row(.signInPassword, "tokens", [], "onSignInCompleted"),
    ]

    static let resetPassword: [Row] = [
        Row(
            .resetStart,
            "a code is sent",
            [],
            "onResetPasswordCodeRequired",
            [],
            .new("ResetPasswordCodeRequiredState")
        ),
        Row(
            .resetResend,
            "another code is sent",
            [],
            "onResetPasswordResendCodeRequired",
            [],
            .new("ResetPasswordCodeRequiredState")
        ),
        Row(.resetCode, "the code is accepted", [], "onPasswordRequired", [], .new("ResetPasswordRequiredState")),
        Row(
            .resetPassword,
            "the password is changed",
            [],
            "onResetPasswordCompleted",
            [],
            .new("SignInAfterResetPasswordState")
        ),
        Row(
            .resetPassword,
            "the password is changed after polling",
            [(.resetPoll, .pollNotStarted), (.resetPoll, .pollInProgress), (.resetPoll, .pollSucceeded)],
            "onResetPasswordCompleted",
            [],
            .new("SignInAfterResetPasswordState")
        ),
        Row(.signInAfterReset, "tokens", [], "onSignInCompleted"),
        Row(.accessToken, "another token", [], "onAccessTokenRetrieveCompleted"),
    ]

    /// The requirement of a second factor, at each call that exchanges a continuation token for tokens.
    static let secondFactorRequired: [Row] = [
        .signInWithPassword, .signInCode, .signInPassword, .signInAfterSignUp, .signInAfterReset,
    ].flatMap { (site: CallSite) in
        [
            Row(
                site,
                "a second factor is required",
                [(.signInToken, .mfaRequired)],
                "onSignInAwaitingMFA",
                [],
                .new("AwaitingMFAState")
            ),
            Row(
                site,
                "a second factor must be registered",
                [(.signInToken, .registrationRequired)],
                "onSignInStrongAuthMethodRegistration",
                [],
                .new("RegisterStrongAuthState")
            ),
        ]
    }

    static let secondFactor: [Row] = [
        Row(
            .mfaRequest,
            "a code is sent",
            [],
            "onMFARequestChallengeVerificationRequired",
            [],
            .new("MFARequiredState")
        ),
        Row(
            .mfaResend,
            "another code is sent",
            [],
            "onMFARequestChallengeVerificationRequired",
            [],
            .new("MFARequiredState")
        ),
        Row(.mfaSubmit, "tokens", [], "onSignInCompleted"),
        Row(
            .registerChallenge,
            "a code is sent",
            [],
            "onRegisterStrongAuthVerificationRequired",
            [],
            .new("RegisterStrongAuthVerificationRequiredState")
        ),
        Row(
            .registerChallenge,
            "the contact is verified already",
            [(.registerChallenge, .preverified)],
            "onSignInCompleted"
        ),
        Row(
            .registerResend,
            "a code is sent to another contact",
            [],
            "onRegisterStrongAuthVerificationRequired",
            [],
            .new("RegisterStrongAuthVerificationRequiredState")
        ),
        Row(
            .registerResend,
            "another contact is verified already",
            [(.registerChallenge, .preverified)],
            "onSignInCompleted"
        ),
        Row(.registerSubmit, "tokens", [], "onSignInCompleted"),
    ]

    static let all = signUp + signIn + resetPassword + secondFactorRequired + secondFactor
}
