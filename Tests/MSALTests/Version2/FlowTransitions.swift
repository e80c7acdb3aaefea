import GatehouseTesting

/// The state diagram of version 2, one row per transition.
enum FlowTransitions {
    static let signUp = [
        FlowRow(.signUpStart, "a code is sent", to: "onCodeRequired"),
        FlowRow(.signUpResend, "another code is sent", to: "onCodeRequired"),
        FlowRow(.signUpCode, "the account is created", to: "onSignInAfterSignUpRequired"),
        FlowRow(
            .signUpCode,
            "a password is missing",
            to: "onPasswordRequired",
            after: (.signUpContinue, .credentialRequired),
            (.signUpChallenge, .passwordRequired)
        ),
        FlowRow(
            .signUpCode,
            "attributes are missing",
            to: "onAttributesRequired",
            after: (.signUpContinue, .attributesRequired("city"))
        ),
        FlowRow(.signUpPassword, "the account is created", to: "onSignInAfterSignUpRequired"),
        FlowRow(
            .signUpPassword,
            "attributes are missing",
            to: "onAttributesRequired",
            after: (.signUpContinue, .attributesRequired("city"))
        ),
        FlowRow(.signUpAttributes, "the account is created", to: "onSignInAfterSignUpRequired"),
        FlowRow(
            .signUpAttributes,
            "the next page",
            to: "onAttributesRequired",
            after: (.signUpContinue, .attributesRequired("country"))
        ),
        FlowRow(.signInAfterSignUp, "tokens", to: "onFlowCompleted"),
    ]

    static let signIn = [
        FlowRow(.signInStart, "a code is sent", to: "onCodeRequired"),
        FlowRow(
            .signInStart,
            "a password is missing",
            to: "onPasswordRequired",
            after: (.signInChallenge, .passwordRequired)
        ),
        FlowRow(.signInWithPassword, "tokens", to: "onFlowCompleted"),
        FlowRow(.signInResend, "another code is sent", to: "onCodeRequired"),
        FlowRow(.signInCode, "tokens", to: "onFlowCompleted"),
        FlowRow(.signInPassword, "tokens", to: "onFlowCompleted"),
    ]

    static let resetPassword = [
        FlowRow(.resetStart, "a code is sent", to: "onCodeRequired"),
        FlowRow(.resetResend, "another code is sent", to: "onCodeRequired"),
        FlowRow(.resetCode, "the code is accepted", to: "onNewPasswordRequired"),
        FlowRow(.newPassword, "the password is changed", to: "onSignInAfterResetPasswordRequired"),
        FlowRow(
            .newPassword,
            "the password is changed after polling",
            to: "onSignInAfterResetPasswordRequired",
            after: (.resetPoll, .pollInProgress),
            (.resetPoll, .pollSucceeded)
        ),
        FlowRow(.signInAfterReset, "tokens", to: "onFlowCompleted"),
    ]

    /// The requirement of a second factor, at each call that exchanges a continuation token for tokens.
    static let secondFactorRequired = [
        FlowSite.signInWithPassword, .signInCode, .signInPassword, .signInAfterSignUp, .signInAfterReset, .challenge,
        .registrationCode,
    ].flatMap { site in
        [
            FlowRow(
                site,
                "a second factor is required",
                to: "onAuthMethodSelectionRequired",
                after: (.signInToken, .mfaRequired)
            ),
            FlowRow(
                site,
                "a second factor must be registered",
                to: "onStrongAuthRegistrationRequired",
                after: (.signInToken, .registrationRequired)
            ),
        ]
    }

    static let secondFactor = [
        FlowRow(.selectMethod, "a code is sent", to: "onMFAVerificationRequired"),
        FlowRow(.challengeResend, "another code is sent", to: "onMFAVerificationRequired"),
        FlowRow(.challenge, "tokens", to: "onFlowCompleted"),
        FlowRow(.register, "a code is sent", to: "onStrongAuthVerificationRequired"),
        FlowRow(
            .register,
            "the contact is verified already",
            to: "onFlowCompleted",
            after: (.registerChallenge, .preverified)
        ),
        FlowRow(.registrationResend, "another code is sent", to: "onStrongAuthVerificationRequired"),
        FlowRow(.registrationCode, "tokens", to: "onFlowCompleted"),
    ]

    static let all = signUp + signIn + resetPassword + secondFactorRequired + secondFactor
}
