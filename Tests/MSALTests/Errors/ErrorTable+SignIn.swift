import GatehouseTesting
import GatehouseWire

extension ErrorTable {
    static let signIn = signInStart + signInWithPassword + signInCode + signInPassword + signInResend + signInAfter

    private static let browser: Answers = ["browser": .redirect(reason: "Because.")]

    private static let signInStart: [Row] = {
        let method = "onSignInStartError"
        let blocked = CannedAnswer.refusal(.accessDenied, 550_024, suberror: .blockedByReputation)
        return rows(.signInStart, at: .signInInitiate, method, ["isUserNotFound"], for: ["nobody": .userNotFound])
            + rows(.signInStart, at: .signInInitiate, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(.signInStart, at: .signInInitiate, method, for: others)
            + rows(.signInStart, at: .signInChallenge, method, for: others)
            + rows(.signInStart, at: .signInChallenge, method, for: ["blocked": blocked])
    }()

    private static let signInWithPassword: [Row] = {
        let (place, method) = (Place.signInWithPassword, "onSignInStartError")
        return rows(
            place,
            at: .signInToken,
            method,
            ["isInvalidCredentials"],
            for: ["wrong password": .invalidPassword]
        )
            + rows(
                place,
                at: .signInToken,
                method,
                ["isUserNotFound"],
                for: ["nobody, by number": .refusal(.invalidGrant, 50_034), "nobody": .userNotFound]
            )
            + rows(place, at: .signInToken, method, ["isMFARequired"], for: ["second factor": .mfaRequired])
            + rows(place, at: .signInToken, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(
                place,
                at: .signInToken,
                method,
                for: [
                    "invalid grant": .invalidGrant, "invalid client": .invalidClient, "invalid scope": .invalidScope,
                    "expired": .expiredToken, "registration": .registrationRequired, "unheard of": unheardOf,
                ]
            )
            + rows(place, at: .signInToken, method, text: passwordResetText, for: passwordReset)
    }()

    private static let signInCode: [Row] = {
        let (place, method) = (Place.signInCode, "onSignInVerifyCodeError")
        let unusable = CannedAnswer.raw(200, #"{"token_type":"Bearer","access_token":"a","expires_in":60}"#)
        return rows(place, at: .signInToken, method, ["isInvalidCode"], .same, for: ["wrong code": .invalidCode])
            + rows(place, at: .signInToken, method, ["isBrowserRequired"], .same, text: "Because.", for: browser)
            + rows(place, at: .signInToken, method, ["isMFARequired"], for: ["second factor": .mfaRequired])
            + rows(place, at: .signInToken, method, [], .same, text: unreadable, for: ["no ID token": unusable])
            + rows(place, at: .signInToken, method, [], .same, text: passwordResetText, for: passwordReset)
            + rows(
                place,
                at: .signInToken,
                method,
                [],
                .same,
                for: [
                    "invalid grant": .invalidGrant, "nobody": .userNotFound, "invalid request": .invalidRequest,
                    "expired": .expiredToken, "invalid scope": .invalidScope, "unheard of": unheardOf,
                ]
            )
    }()

    private static let signInPassword: [Row] = {
        let (place, method) = (Place.signInPassword, "onSignInPasswordRequiredError")
        return rows(
            place,
            at: .signInToken,
            method,
            ["isInvalidPassword"],
            .same,
            text: "Invalid password",
            for: ["wrong password": .invalidPassword]
        )
            + rows(place, at: .signInToken, method, ["isBrowserRequired"], .same, text: "Because.", for: browser)
            + rows(place, at: .signInToken, method, ["isMFARequired"], for: ["second factor": .mfaRequired])
            + rows(place, at: .signInToken, method, [], .same, text: passwordResetText, for: passwordReset)
            + rows(
                place,
                at: .signInToken,
                method,
                [],
                .same,
                for: [
                    "nobody": .userNotFound, "nobody, by number": .refusal(.invalidGrant, 50_034),
                    "invalid grant": .invalidGrant, "expired": .expiredToken, "invalid request": .invalidRequest,
                ]
            )
    }()

    private static let signInResend: [Row] = {
        let (place, method) = (Place.signInResend, "onSignInResendCodeError")
        return rows(
            place,
            at: .signInChallenge,
            method,
            [],
            .same,
            for: [
                "invalid request": .invalidRequest, "invalid grant": .invalidGrant, "expired": .expiredToken,
                "too many codes": .tooManyCodes, "unheard of": unheardOf,
            ]
        )
            + rows(place, at: .signInChallenge, method, ["isBrowserRequired"], .same, text: "Because.", for: browser)
            + rows(place, at: .signInChallenge, method, text: unexpected, for: ["a password": .passwordWanted])
    }()

    /// Signing in after another flow: each error is general, but for the browser, and for the second factor, which Microsoft's SDK
    /// does not tell.
    private static let signInAfter: [Row] =
        after(.signInAfterSignUp, .signInAfterSignUpWithoutToken, "onSignInAfterSignUpError")
        + after(.signInAfterReset, .signInAfterResetWithoutToken, "onSignInAfterResetPasswordError")

    private static let unavailable = "Sign In is not available at this point, please use the standalone sign in methods"

    private static func after(_ place: Place, _ withoutToken: Place, _ method: String) -> [Row] {
        [Row(withoutToken, "no token", [], method, text: unavailable)]
            + rows(
                place,
                at: .signInToken,
                method,
                for: [
                    "invalid grant": .invalidGrant, "wrong password": .invalidPassword, "nobody": .userNotFound,
                    "expired": .expiredToken,
                ]
            )
            + rows(place, at: .signInToken, method, ["isBrowserRequired"], text: "Because.", for: browser)
            + rows(place, at: .signInToken, method, ["isMFARequired"], for: ["second factor": .mfaRequired])
            + rows(place, at: .signInToken, method, text: passwordResetText, for: passwordReset)
    }
}
