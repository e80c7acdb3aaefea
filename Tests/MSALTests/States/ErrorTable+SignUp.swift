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
                "browser at the challenge",
                [(.signUpChallenge, .redirect())],
                method,
                ["isBrowserRequired"],
                text: "The tenant requires a browser."
            ),
            Row(
                .signUpStart,
                "a password instead of a code",
                [(.signUpChallenge, .passwordRequired)],
                method,
                text: unexpectedChallenge
            ),
        ]
        return own
            + rows(
                .signUpStart,
                at: .signUpStart,
                method,
                ["isUserAlreadyExists"],
                for: ["user exists": .userAlreadyExists]
            )
            + rows(
                .signUpStart,
                at: .signUpStart,
                method,
                ["isInvalidUsername"],
                text: "username parameter is empty or not valid",
                for: ["invalid username": .invalidUsername]
            )
            + rows(.signUpStart, at: .signUpStart, method, ["isInvalidPassword"], for: passwords)
            + rows(.signUpStart, at: .signUpStart, method, for: otherErrors)
            + rows(.signUpStart, at: .signUpChallenge, method, for: otherErrors)
            + rows(
                .signUpStart,
                at: .signUpStart,
                method,
                for: ["method": .failure(OAuthErrorCode(rawValue: "unsupported_auth_method"))]
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
                "browser not supported": .unsupportedChallengeType, "expired": .expiredToken,
                "too many codes": .tooManyCodes,
            ]
        )
            + rows(
                .signUpResend,
                at: .signUpChallenge,
                method,
                ["isBrowserRequired"],
                text: "The tenant requires a browser.",
                for: ["browser": .redirect()]
            )
            + rows(
                .signUpResend,
                at: .signUpChallenge,
                method,
                for: ["unknown error": unknownError]
            )
            + rows(
                .signUpResend,
                at: .signUpChallenge,
                method,
                text: unreadableResponse,
                for: ["malformed JSON": .raw(200, "{}")]
            )
            + rows(
                .signUpResend,
                at: .signUpChallenge,
                method,
                text: unexpectedChallenge,
                for: ["a password": .passwordRequired]
            )
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
                text: "The tenant requires a browser."
            ),
            Row(
                .signUpCode,
                "a code instead of a password",
                [(.signUpContinue, .credentialRequired), (.signUpChallenge, .codeSent())],
                method,
                text: unexpectedChallenge
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
                for: ["wrong code": .invalidCode, "late password rejection": .passwordTooWeak]
            )
            + rows(
                .signUpCode,
                at: .signUpContinue,
                method,
                for: [
                    "expired": .expiredToken, "invalid request": .invalidRequest, "unknown client": .unauthorizedClient,
                    "user exists": .userAlreadyExists, "invalid grant": .invalidGrant,
                    "invalid attributes": .attributesInvalid("city"), "unverified": .failure(.verificationRequired),
                    "unknown error": unknownError,
                ]
            )
    }()

    private static let signUpPassword: [Row] = {
        let method = "onSignUpPasswordRequiredError"
        let again = Row(
            .signUpPassword,
            "another password required",
            [(.signUpContinue, .credentialRequired), (.signUpChallenge, .passwordRequired)],
            method,
            text: unexpectedChallenge
        )
        return [again]
            + rows(.signUpPassword, at: .signUpContinue, method, ["isInvalidPassword"], .same, for: passwords)
            + rows(.signUpPassword, at: .signUpContinue, method, [], .same, for: ["wrong code": .invalidCode])
            + rows(
                .signUpPassword,
                at: .signUpContinue,
                method,
                for: ["expired": .expiredToken, "invalid request": .invalidRequest, "user exists": .userAlreadyExists]
            )
            + rows(
                .signUpPassword,
                at: .signUpContinue,
                method,
                ["isBrowserRequired"],
                text: "The tenant requires a browser.",
                for: ["browser": .redirect()]
            )
    }()

    private static let signUpAttributes: [Row] = {
        let method = "onSignUpAttributesRequiredError"
        let password = Row(
            .signUpAttributes,
            "a password",
            [(.signUpContinue, .credentialRequired), (.signUpChallenge, .passwordRequired)],
            method,
            text: unexpectedChallenge
        )
        return [password]
            + rows(
                .signUpAttributes,
                at: .signUpContinue,
                method,
                for: [
                    "invalid grant": .invalidGrant, "expired": .expiredToken, "wrong code": .invalidCode,
                    "user exists": .userAlreadyExists, "invalid attributes without names": .attributesInvalid(),
                ]
            )
            + rows(
                .signUpAttributes,
                at: .signUpContinue,
                method,
                ["isBrowserRequired"],
                text: "The tenant requires a browser.",
                for: ["browser": .redirect()]
            )
    }()
}
