import GatehouseTesting
import GatehouseWire

extension ErrorTable {
    static let signUp = signUpStart + signUpResend + signUpCode + signUpPassword + signUpAttributes

    private static let signUpStart: [Row] = {
        let method = "onSignUpStartError"
        let own = [
            Row(
                .signUpWithAttributes,
                "invalid attributes without names",
                [(.signUpStart, .attributesInvalid())],
                method,
                text: Row.words
            ),
            Row(
                .signUpStart,
                "browser",
                [(.signUpStart, .redirect(reason: "Because."))],
                method,
                ["isBrowserRequired"],
                text: "Because."
            ),
            Row(
                .signUpStart,
                "browser without a reason",
                [(.signUpStart, .redirect(reason: nil))],
                method,
                ["isBrowserRequired"],
                text: "Browser required. Use acquireTokenInteractively instead"
            ),
            Row(
                .signUpStart,
                "browser, late",
                [(.signUpChallenge, .redirect())],
                method,
                ["isBrowserRequired"],
                text: "The tenant wants a browser."
            ),
            Row(
                .signUpStart,
                "a password instead of a code",
                [(.signUpChallenge, .passwordWanted)],
                method,
                text: unexpected
            ),
        ]
        return own
            + rows(.signUpStart, at: .signUpStart, method, ["isUserAlreadyExists"], for: ["taken": .userAlreadyExists])
            + rows(
                .signUpStart,
                at: .signUpStart,
                method,
                ["isInvalidUsername"],
                text: "username parameter is empty or not valid",
                for: ["no address": .invalidUsername]
            )
            + rows(.signUpStart, at: .signUpStart, method, ["isInvalidPassword"], for: passwords)
            + rows(.signUpStart, at: .signUpStart, method, for: others)
            + rows(.signUpStart, at: .signUpChallenge, method, for: others)
            + rows(
                .signUpStart,
                at: .signUpStart,
                method,
                for: ["method": .refusal(OAuthErrorCode(rawValue: "unsupported_auth_method"))]
            )
            + rows(
                .signUpStart,
                at: .signUpStart,
                method,
                text: "Data is needed.",
                for: ["attributes": .attributesRequired("city")]
            )
    }()

    private static let signUpResend: [Row] = {
        let method = "onSignUpResendCodeError"
        return rows(
            .signUpResend,
            at: .signUpChallenge,
            method,
            [],
            .same,
            for: [
                "invalid request": .invalidRequest, "unknown client": .unauthorizedClient,
                "no browser": .unsupportedChallengeType, "expired": .expiredToken, "too many codes": .tooManyCodes,
            ]
        )
            + rows(
                .signUpResend,
                at: .signUpChallenge,
                method,
                ["isBrowserRequired"],
                text: "The tenant wants a browser.",
                for: ["browser": .redirect()]
            )
            + rows(
                .signUpResend,
                at: .signUpChallenge,
                method,
                for: ["unheard of": unheardOf]
            )
            + rows(.signUpResend, at: .signUpChallenge, method, text: unreadable, for: ["no JSON": .raw(200, "{}")])
            + rows(.signUpResend, at: .signUpChallenge, method, text: unexpected, for: ["a password": .passwordWanted])
    }()

    private static let signUpCode: [Row] = {
        let method = "onSignUpVerifyCodeError"
        let own = [
            Row(
                .signUpCode,
                "browser",
                [(.signUpContinue, .redirect(reason: "Because."))],
                method,
                ["isBrowserRequired"],
                text: "Because."
            ),
            Row(
                .signUpCode,
                "browser instead of a password",
                [(.signUpContinue, .credentialRequired), (.signUpChallenge, .redirect())],
                method,
                ["isBrowserRequired"],
                text: "The tenant wants a browser."
            ),
            Row(
                .signUpCode,
                "a code instead of a password",
                [(.signUpContinue, .credentialRequired), (.signUpChallenge, .codeSent())],
                method,
                text: unexpected
            ),
            Row(
                .signUpCode,
                "an error instead of a password",
                [(.signUpContinue, .credentialRequired), (.signUpChallenge, .invalidRequest)],
                method,
                text: Row.words
            ),
        ]
        return own
            + rows(
                .signUpCode,
                at: .signUpContinue,
                method,
                ["isInvalidCode"],
                .same,
                for: ["wrong code": .invalidCode, "password refused so late": .passwordTooWeak]
            )
            + rows(
                .signUpCode,
                at: .signUpContinue,
                method,
                for: [
                    "expired": .expiredToken, "invalid request": .invalidRequest, "unknown client": .unauthorizedClient,
                    "taken": .userAlreadyExists, "invalid grant": .invalidGrant,
                    "invalid attributes": .attributesInvalid("city"), "unverified": .refusal(.verificationRequired),
                    "unheard of": unheardOf,
                ]
            )
    }()

    private static let signUpPassword: [Row] = {
        let method = "onSignUpPasswordRequiredError"
        let again = Row(
            .signUpPassword,
            "a password again",
            [(.signUpContinue, .credentialRequired), (.signUpChallenge, .passwordWanted)],
            method,
            text: unexpected
        )
        return [again]
            + rows(.signUpPassword, at: .signUpContinue, method, ["isInvalidPassword"], .same, for: passwords)
            + rows(.signUpPassword, at: .signUpContinue, method, [], .same, for: ["wrong code": .invalidCode])
            + rows(
                .signUpPassword,
                at: .signUpContinue,
                method,
                for: ["expired": .expiredToken, "invalid request": .invalidRequest, "taken": .userAlreadyExists]
            )
            + rows(
                .signUpPassword,
                at: .signUpContinue,
                method,
                ["isBrowserRequired"],
                text: "The tenant wants a browser.",
                for: ["browser": .redirect()]
            )
    }()

    private static let signUpAttributes: [Row] = {
        let method = "onSignUpAttributesRequiredError"
        let password = Row(
            .signUpAttributes,
            "a password",
            [(.signUpContinue, .credentialRequired), (.signUpChallenge, .passwordWanted)],
            method,
            text: unexpected
        )
        return [password]
            + rows(
                .signUpAttributes,
                at: .signUpContinue,
                method,
                for: [
                    "invalid grant": .invalidGrant, "expired": .expiredToken, "wrong code": .invalidCode,
                    "taken": .userAlreadyExists, "invalid attributes without names": .attributesInvalid(),
                ]
            )
            + rows(
                .signUpAttributes,
                at: .signUpContinue,
                method,
                ["isBrowserRequired"],
                text: "The tenant wants a browser.",
                for: ["browser": .redirect()]
            )
    }()
}
