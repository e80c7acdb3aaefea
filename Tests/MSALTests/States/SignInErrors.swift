import GatehouseTesting
import GatehouseWire

/// The errors of sign-in.
enum SignInErrors {
    static let all = signInStart + signInWithPassword + signInCode + signInPassword + signInResend + signInAfter

    private static let browser: ErrorTable.Responses = ["browser": .redirect(reason: "Because.")]

    private static let signInStart: [Row] = {
        let call = FailingCall(.signInStart, "onSignInStartError")
        let blocked = StubResponse.failure(.accessDenied, 550_024, suberror: .blockedByReputation)
        return call.rows(at: .signInInitiate, ["isUserNotFound"], for: ["unknown user": .userNotFound])
            + call.rows(at: .signInInitiate, ["isBrowserRequired"], text: "Because.", for: browser)
            + call.rows(at: .signInInitiate, for: ErrorTable.otherErrors)
            + call.rows(at: .signInChallenge, for: ErrorTable.otherErrors)
            + call.rows(at: .signInChallenge, for: ["blocked": blocked])
    }()

    private static let signInWithPassword: [Row] = {
        let call = FailingCall(.signInWithPassword, "onSignInStartError")
        return call.rows(
            at: .signInToken,
            ["isInvalidCredentials"],
            for: ["wrong password": .invalidPassword]
        )
            + call.rows(
                at: .signInToken,
                ["isUserNotFound"],
                for: ["unknown user, by number": .failure(.invalidGrant, 50_034), "unknown user": .userNotFound]
            )
            + call.rows(at: .signInToken, ["isBrowserRequired"], text: "Because.", for: browser)
            + call.rows(
                at: .signInToken,
                for: [
                    "invalid grant": .invalidGrant, "invalid client": .invalidClient, "invalid scope": .invalidScope,
                    "expired": .expiredToken,
                    "unknown error": ErrorTable.unknownError,
                ]
            )
            + call.rows(at: .signInToken, text: ErrorTable.passwordResetText, for: ErrorTable.passwordReset)
    }()

    private static let signInCode: [Row] = {
        let call = FailingCall(.signInCode, "onSignInVerifyCodeError")
        let unusable = StubResponse.raw(200, #"{"token_type":"Bearer","access_token":"a","expires_in":60}"#)
        return call.rows(at: .signInToken, ["isInvalidCode"], .same, for: ["wrong code": .invalidCode])
            + call.rows(at: .signInToken, ["isBrowserRequired"], .same, text: "Because.", for: browser)
            + call.rows(
                at: .signInToken,
                [],
                .same,
                text: ErrorTable.unreadableResponse,
                for: ["no ID token": unusable]
            )
            + call.rows(at: .signInToken, [], .same, text: ErrorTable.passwordResetText, for: ErrorTable.passwordReset)
            + call.rows(
                at: .signInToken,
                [],
                .same,
                for: [
                    "invalid grant": .invalidGrant, "unknown user": .userNotFound, "invalid request": .invalidRequest,
                    "expired": .expiredToken, "invalid scope": .invalidScope, "unknown error": ErrorTable.unknownError,
                ]
            )
    }()

    private static let signInPassword: [Row] = {
        let call = FailingCall(.signInPassword, "onSignInPasswordRequiredError")
        return call.rows(
            at: .signInToken,
            ["isInvalidPassword"],
            .same,
            text: "Invalid password",
            for: ["wrong password": .invalidPassword]
        )
            + call.rows(at: .signInToken, ["isBrowserRequired"], .same, text: "Because.", for: browser)
            + call.rows(at: .signInToken, [], .same, text: ErrorTable.passwordResetText, for: ErrorTable.passwordReset)
            + call.rows(
                at: .signInToken,
                [],
                .same,
                for: [
                    "unknown user": .userNotFound, "unknown user, by number": .failure(.invalidGrant, 50_034),
                    "invalid grant": .invalidGrant, "expired": .expiredToken, "invalid request": .invalidRequest,
                ]
            )
    }()

    private static let signInResend: [Row] = {
        let call = FailingCall(.signInResend, "onSignInResendCodeError")
        return call.rows(
            at: .signInChallenge,
            [],
            .same,
            for: [
                "invalid request": .invalidRequest, "invalid grant": .invalidGrant, "expired": .expiredToken,
                "too many codes": .tooManyCodes, "unknown error": ErrorTable.unknownError,
            ]
        )
            + call.rows(at: .signInChallenge, ["isBrowserRequired"], .same, text: "Because.", for: browser)
            + call.rows(
                at: .signInChallenge,
                text: ErrorTable.unexpectedChallenge,
                for: ["a password": .passwordRequired]
            )
    }()

    /// Sign-in after another flow: every error is general, except for the browser.
    private static let signInAfter: [Row] =
        after(
            FailingCall(.signInAfterSignUp, "onSignInAfterSignUpError"),
            withoutToken: .signInAfterSignUpWithoutToken
        )
        + after(
            FailingCall(.signInAfterReset, "onSignInAfterResetPasswordError"),
            withoutToken: .signInAfterResetWithoutToken
        )

    private static let unavailable = "Sign In is not available at this point, please use the standalone sign in methods"

    private static func after(_ call: FailingCall, withoutToken: CallSite) -> [Row] {
        [Row(withoutToken, "no token", [], call.method, text: unavailable)]
            + call.rows(
                at: .signInToken,
                for: [
                    "invalid grant": .invalidGrant, "wrong password": .invalidPassword, "unknown user": .userNotFound,
                    "expired": .expiredToken,
                ]
            )
            + call.rows(at: .signInToken, ["isBrowserRequired"], text: "Because.", for: browser)
            + call.rows(at: .signInToken, text: ErrorTable.passwordResetText, for: ErrorTable.passwordReset)
    }
}
