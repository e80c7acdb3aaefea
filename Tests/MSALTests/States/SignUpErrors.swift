import GatehouseTesting
import GatehouseWire

/// The errors of sign-up.
enum SignUpErrors {
    static let all = signUpStart + signUpResend + signUpCode + signUpPassword + signUpAttributes

    private static let signUpStart: [Row] = {
        let method = "onSignUpStartError"
        let call = FailingCall(.signUpStart, method)
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
                text: ErrorTable.unexpectedChallenge
            ),
        ]
        return own
            + call.rows(
                at: .signUpStart,
                ["isUserAlreadyExists"],
                for: ["user exists": .userAlreadyExists]
            )
            + call.rows(
                at: .signUpStart,
                ["isInvalidUsername"],
                text: "username parameter is empty or not valid",
                for: ["invalid username": .invalidUsername]
            )
            + call.rows(at: .signUpStart, ["isInvalidPassword"], for: ErrorTable.passwords)
            + call.rows(at: .signUpStart, for: ErrorTable.otherErrors)
            + call.rows(at: .signUpChallenge, for: ErrorTable.otherErrors)
            + call.rows(
                at: .signUpStart,
                for: ["method": .failure(OAuthErrorCode(rawValue: "unsupported_auth_method"))]
            )
            + call.rows(
                at: .signUpStart,
                text: "Data is needed.",
                for: ["attributes": .attributesRequired("city")]
            )
    }()

    private static let signUpResend: [Row] = {
        let method = "onSignUpResendCodeError"
        let call = FailingCall(.signUpResend, method)
        return call.rows(
            at: .signUpChallenge,
            [],
            .same,
            for: [
                "invalid request": .invalidRequest, "unknown client": .unauthorizedClient,
                "browser not supported": .unsupportedChallengeType, "expired": .expiredToken,
                "too many codes": .tooManyCodes,
            ]
        )
            + call.rows(
                at: .signUpChallenge,
                ["isBrowserRequired"],
                text: "The tenant requires a browser.",
                for: ["browser": .redirect()]
            )
            + call.rows(
                at: .signUpChallenge,
                for: ["unknown error": ErrorTable.unknownError]
            )
            + call.rows(
                at: .signUpChallenge,
                text: ErrorTable.unreadableResponse,
                for: ["malformed JSON": .raw(200, "{}")]
            )
            + call.rows(
                at: .signUpChallenge,
                text: ErrorTable.unexpectedChallenge,
                for: ["a password": .passwordRequired]
            )
    }()

    private static let signUpCode: [Row] = {
        let method = "onSignUpVerifyCodeError"
        let call = FailingCall(.signUpCode, method)
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
                text: ErrorTable.unexpectedChallenge
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
            + call.rows(
                at: .signUpContinue,
                ["isInvalidCode"],
                .same,
                for: ["wrong code": .invalidCode, "late password rejection": .passwordTooWeak]
            )
            + call.rows(
                at: .signUpContinue,
                for: [
                    "expired": .expiredToken, "invalid request": .invalidRequest, "unknown client": .unauthorizedClient,
                    "user exists": .userAlreadyExists, "invalid grant": .invalidGrant,
                    "invalid attributes": .attributesInvalid("city"), "unverified": .failure(.verificationRequired),
                    "unknown error": ErrorTable.unknownError,
                ]
            )
    }()

    private static let signUpPassword: [Row] = {
        let method = "onSignUpPasswordRequiredError"
        let call = FailingCall(.signUpPassword, method)
        let again = Row(
            .signUpPassword,
            "another password required",
            [(.signUpContinue, .credentialRequired), (.signUpChallenge, .passwordRequired)],
            method,
            text: ErrorTable.unexpectedChallenge
        )
        return [again]
            + call.rows(at: .signUpContinue, ["isInvalidPassword"], .same, for: ErrorTable.passwords)
            + call.rows(at: .signUpContinue, [], .same, for: ["wrong code": .invalidCode])
            + call.rows(
                at: .signUpContinue,
                for: ["expired": .expiredToken, "invalid request": .invalidRequest, "user exists": .userAlreadyExists]
            )
            + call.rows(
                at: .signUpContinue,
                ["isBrowserRequired"],
                text: "The tenant requires a browser.",
                for: ["browser": .redirect()]
            )
    }()

    private static let signUpAttributes: [Row] = {
        let method = "onSignUpAttributesRequiredError"
        let call = FailingCall(.signUpAttributes, method)
        let password = Row(
            .signUpAttributes,
            "a password",
            [(.signUpContinue, .credentialRequired), (.signUpChallenge, .passwordRequired)],
            method,
            text: ErrorTable.unexpectedChallenge
        )
        return [password]
            + call.rows(
                at: .signUpContinue,
                for: [
                    "invalid grant": .invalidGrant, "expired": .expiredToken, "wrong code": .invalidCode,
                    "user exists": .userAlreadyExists, "invalid attributes without names": .attributesInvalid(),
                ]
            )
            + call.rows(
                at: .signUpContinue,
                ["isBrowserRequired"],
                text: "The tenant requires a browser.",
                for: ["browser": .redirect()]
            )
    }()
}
