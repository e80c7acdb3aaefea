import GatehouseTesting
import GatehouseWire

extension ErrorTable {
    static let signIn = signInStart + signInWithPassword + signInCode + signInPassword + signInResend + signInAfter

    private static let browser: Responses = ["browser": .redirect(reason: "Because.")]

    private static let signInStart: [Row] = {
        let method = "onSignInStartError"
        let blocked = StubResponse.failure(.accessDenied, 550_024, suberror: .blockedByReputation)
        return rows(.signInStart, at: .signInInitiate, method, ["isUserNotFound"], for: ["unknown user": .userNotFound])
            + rows(.signInStart, at: .signInInitiate, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(.signInStart, at: .signInInitiate, method, for: otherErrors)
            + rows(.signInStart, at: .signInChallenge, method, for: otherErrors)
            + rows(.signInStart, at: .signInChallenge, method, for: ["blocked": blocked])
    }()

    private static let signInWithPassword: [Row] = {
        let (site, method) = (CallSite.signInWithPassword, "onSignInStartError")
        return rows(
            site,
            at: .signInToken,
            method,
            ["isInvalidCredentials"],
            for: ["wrong password": .invalidPassword]
        )
            + rows(
                site,
                at: .signInToken,
                method,
                ["isUserNotFound"],
                for: ["unknown user, by number": .failure(.invalidGrant, 50_034), "unknown user": .userNotFound]
            )
            + rows(site, at: .signInToken, method, ["isMFARequired"], for: ["second factor": .mfaRequired])
            + rows(site, at: .signInToken, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(
                site,
                at: .signInToken,
                method,
                for: [
                    "invalid grant": .invalidGrant, "invalid client": .invalidClient, "invalid scope": .invalidScope,
                    "expired": .expiredToken, "registration": .registrationRequired, "unknown error": unknownError,
                ]
            )
            + rows(site, at: .signInToken, method, text: passwordResetText, for: passwordReset)
    }()

    private static let signInCode: [Row] = {
        let (site, method) = (CallSite.signInCode, "onSignInVerifyCodeError")
        let unusable = StubResponse.raw(200, #"{"token_type":"Bearer","access_token":"a","expires_in":60}"#)
        return rows(site, at: .signInToken, method, ["isInvalidCode"], .same, for: ["wrong code": .invalidCode])
            + rows(site, at: .signInToken, method, ["isBrowserRequired"], .same, text: "Because.", for: browser)
            + rows(site, at: .signInToken, method, ["isMFARequired"], for: ["second factor": .mfaRequired])
            + rows(site, at: .signInToken, method, [], .same, text: unreadableResponse, for: ["no ID token": unusable])
            + rows(site, at: .signInToken, method, [], .same, text: passwordResetText, for: passwordReset)
            + rows(
                site,
                at: .signInToken,
                method,
                [],
                .same,
                for: [
                    "invalid grant": .invalidGrant, "unknown user": .userNotFound, "invalid request": .invalidRequest,
                    "expired": .expiredToken, "invalid scope": .invalidScope, "unknown error": unknownError,
                ]
            )
    }()

    private static let signInPassword: [Row] = {
        let (site, method) = (CallSite.signInPassword, "onSignInPasswordRequiredError")
        return rows(
            site,
            at: .signInToken,
            method,
            ["isInvalidPassword"],
            .same,
            text: "Invalid password",
            for: ["wrong password": .invalidPassword]
        )
            + rows(site, at: .signInToken, method, ["isBrowserRequired"], .same, text: "Because.", for: browser)
            + rows(site, at: .signInToken, method, ["isMFARequired"], for: ["second factor": .mfaRequired])
            + rows(site, at: .signInToken, method, [], .same, text: passwordResetText, for: passwordReset)
            + rows(
                site,
                at: .signInToken,
                method,
                [],
                .same,
                for: [
                    "unknown user": .userNotFound, "unknown user, by number": .failure(.invalidGrant, 50_034),
                    "invalid grant": .invalidGrant, "expired": .expiredToken, "invalid request": .invalidRequest,
                ]
            )
    }()

    private static let signInResend: [Row] = {
        let (site, method) = (CallSite.signInResend, "onSignInResendCodeError")
        return rows(
            site,
            at: .signInChallenge,
            method,
            [],
            .same,
            for: [
                "invalid request": .invalidRequest, "invalid grant": .invalidGrant, "expired": .expiredToken,
                "too many codes": .tooManyCodes, "unknown error": unknownError,
            ]
        )
            + rows(site, at: .signInChallenge, method, ["isBrowserRequired"], .same, text: "Because.", for: browser)
            + rows(
                site,
                at: .signInChallenge,
                method,
                text: unexpectedChallenge,
                for: ["a password": .passwordRequired]
            )
    }()

    /// Sign-in after another flow: every error is general, except for the browser and the second factor, which
    /// Microsoft's SDK does not distinguish.
    private static let signInAfter: [Row] =
        after(.signInAfterSignUp, .signInAfterSignUpWithoutToken, "onSignInAfterSignUpError")
        + after(.signInAfterReset, .signInAfterResetWithoutToken, "onSignInAfterResetPasswordError")

    private static let unavailable = "Sign In is not available at this point, please use the standalone sign in methods"

    private static func after(_ site: CallSite, _ withoutToken: CallSite, _ method: String) -> [Row] {
        [Row(withoutToken, "no token", [], method, text: unavailable)]
            + rows(
                site,
                at: .signInToken,
                method,
                for: [
                    "invalid grant": .invalidGrant, "wrong password": .invalidPassword, "unknown user": .userNotFound,
                    "expired": .expiredToken,
                ]
            )
            + rows(site, at: .signInToken, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(site, at: .signInToken, method, ["isMFARequired"], for: ["second factor": .mfaRequired])
            + rows(site, at: .signInToken, method, text: passwordResetText, for: passwordReset)
    }
}
