import GatehouseTesting
import GatehouseWire

/// The errors of second factors and their registration.
enum SecondFactorErrors {
    static let all = introspection + request + submission + registration + registrationCode

    private static let browser: ErrorTable.Responses = ["browser": .redirect(reason: "Because.")]
    private static let blockedText = "More information: AADSTS550024: The stub server rejects the request."
    /// Errors without a property of their own.
    private static let others: ErrorTable.Responses = [
        "invalid request": .invalidRequest, "invalid grant": .invalidGrant, "expired": .expiredToken,
        "too many codes": .tooManyCodes, "unknown error": ErrorTable.unknownError,
    ]

    /// The list of methods: every error ends the sign-in.
    private static let introspection: [Row] = {
        let calls: [(CallSite, String)] = [
            (.signInWithPassword, "onSignInStartError"), (.signInCode, "onSignInVerifyCodeError"),
            (.signInPassword, "onSignInPasswordRequiredError"), (.signInAfterSignUp, "onSignInAfterSignUpError"),
            (.signInAfterReset, "onSignInAfterResetPasswordError"),
        ]
        let failures: ErrorTable.Responses = ["invalid request": .invalidRequest, "expired": .expiredToken]
        let nothing: ErrorTable.Responses = ["no methods": .methods(of: [])]
        return calls.flatMap { (site, method) -> [Row] in
            let proving = FailingCall(site, method, after: [(.signInToken, .mfaRequired)])
            let registering = FailingCall(site, method, after: [(.signInToken, .registrationRequired)])
            var rows: [Row] = []
            for (call, endpoint) in [(proving, NativeEndpoint.signInIntrospect), (registering, .registerIntrospect)] {
                rows += call.rows(at: endpoint, for: failures)
                rows += call.rows(at: endpoint, text: ErrorTable.unexpectedChallenge, for: nothing)
                rows += call.rows(at: endpoint, ["isBrowserRequired"], text: "Because.", for: browser)
            }
            return rows
        }
    }()

    private static let request: [Row] = {
        let first = FailingCall(.mfaRequest, "onMFARequestChallengeError")
        let again = FailingCall(.mfaResend, "onMFARequestChallengeError")
        var rows: [Row] = []
        for (call, state) in [(first, Row.State.new("MFARequiredState")), (again, .same)] {
            rows += call.rows(
                at: .signInChallenge,
                ["isAuthMethodBlocked"],
                state,
                text: blockedText,
                for: ["blocked": .contactBlocked]
            )
            rows += call.rows(at: .signInChallenge, ["isBrowserRequired"], state, text: "Because.", for: browser)
            rows += call.rows(at: .signInChallenge, [], state, for: others)
            rows += call.rows(
                at: .signInChallenge,
                text: ErrorTable.unexpectedChallenge,
                for: ["a password": .passwordRequired]
            )
        }
        return rows
    }()

    private static let submission: [Row] = {
        let call = FailingCall(.mfaSubmit, "onMFASubmitChallengeError")
        return call.rows(at: .signInToken, ["isInvalidChallenge"], .same, for: ["wrong code": .invalidCode])
            + call.rows(at: .signInToken, ["isBrowserRequired"], .same, text: "Because.", for: browser)
            + call.rows(
                at: .signInToken,
                [],
                .same,
                for: ["invalid grant": .invalidGrant, "expired": .expiredToken, "invalid scope": .invalidScope]
            )
            + call.rows(
                at: .signInToken,
                text: ErrorTable.unexpectedChallenge,
                for: ["another second factor": .mfaRequired, "a registration": .registrationRequired]
            )
    }()

    private static let registration: [Row] = {
        let first = FailingCall(.registerChallenge, "onRegisterStrongAuthChallengeError")
        let again = FailingCall(.registerResend, "onRegisterStrongAuthChallengeError")
        var rows: [Row] = []
        for (call, state) in [(first, Row.State.same), (again, .new("RegisterStrongAuthState"))] {
            rows += call.rows(at: .registerChallenge, ["isInvalidInput"], state, for: ["bad contact": .invalidContact])
            rows += call.rows(
                at: .registerChallenge,
                ["isVerificationContactBlocked"],
                state,
                text: blockedText,
                for: ["blocked": .contactBlocked]
            )
            rows += call.rows(at: .registerChallenge, [], state, for: others)
            rows += call.rows(at: .registerChallenge, ["isBrowserRequired"], text: "Because.", for: browser)
            let verified = FailingCall(call.site, call.method, after: [(.registerChallenge, .preverified)])
            rows += verified.rows(at: .registerContinue, for: ["invalid grant": .invalidGrant])
            rows += verified.rows(at: .signInToken, for: ["no tokens": .invalidGrant])
            rows += verified.rows(
                at: .signInToken,
                text: ErrorTable.unexpectedChallenge,
                for: ["another second factor": .mfaRequired]
            )
        }
        return rows
    }()

    private static let registrationCode: [Row] = {
        let call = FailingCall(.registerSubmit, "onRegisterStrongAuthSubmitChallengeError")
        return call.rows(at: .registerContinue, ["isInvalidChallenge"], .same, for: ["wrong code": .invalidCode])
            + call.rows(at: .registerContinue, ["isBrowserRequired"], text: "Because.", for: browser)
            + call.rows(
                at: .registerContinue,
                [],
                .same,
                for: ["invalid grant": .invalidGrant, "expired": .expiredToken, "invalid request": .invalidRequest]
            )
            + call.rows(at: .signInToken, for: ["no tokens": .invalidGrant])
            + call.rows(at: .signInToken, ["isBrowserRequired"], text: "Because.", for: browser)
    }()
}
