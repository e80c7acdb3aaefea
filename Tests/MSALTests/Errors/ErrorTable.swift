import GatehouseTesting
import GatehouseWire

/// What every refusal becomes for an app.
enum ErrorTable {
    static let all = signUp + signIn + reset + accessToken

    typealias Answers = KeyValuePairs<String, CannedAnswer>

    /// Rows that differ in the answer alone.
    static func rows(
        _ place: Place,
        at endpoint: NativeEndpoint,
        _ method: String,
        _ flags: Set<String> = [],
        _ state: Row.State = .none,
        text: String = Row.words,
        for answers: Answers
    ) -> [Row] {
        answers.map { name, answer in
            Row(place, "\(name) at \(endpoint.rawValue)", [(endpoint, answer)], method, flags, state, text: text)
        }
    }

    static let unheardOf = CannedAnswer.refusal(OAuthErrorCode(rawValue: "something_else"))

    /// The refusals of new passwords.
    static let passwords: Answers = [
        "too weak": .refusal(.invalidGrant, suberror: .passwordTooWeak),
        "too short": .refusal(.invalidGrant, suberror: .passwordTooShort),
        "too long": .refusal(.invalidGrant, suberror: .passwordTooLong),
        "recently used": .refusal(.invalidGrant, suberror: .passwordRecentlyUsed),
        "banned": .refusal(.invalidGrant, suberror: .passwordBanned),
        "invalid": .refusal(.invalidGrant, suberror: .passwordInvalid),
    ]

    /// Refusals that no property of an error stands for.
    static let others: Answers = [
        "invalid request": .invalidRequest, "invalid client": .invalidClient, "unknown client": .unauthorizedClient,
        "no browser": .unsupportedChallengeType, "unheard of": unheardOf,
    ]

    /// What an answer is called that asks for another proof than the place has.
    static let unexpected = "Unexpected challenge type"
    /// What an answer is called that is none.
    static let unreadable = "Unexpected response body received"
    /// The answer to who has to change the password first.
    static let passwordReset: Answers = ["password has to change": .refusal(.invalidRequest, 50_142)]
    static let passwordResetText = "User password change is required. AADSTS50142: The canned server refuses."

    /// Access tokens: Microsoft's SDK calls each failure general; the properties are told apart here.
    static let accessToken: [Row] = {
        let (place, method) = (Place.accessToken, "onAccessTokenRetrieveError")
        let secondFactor: Answers = [
            "second factor": .mfaRequired, "second factor, by number": .refusal(.invalidGrant, 50_076),
        ]
        return rows(
            place,
            at: .signInToken,
            method,
            ["isRefreshTokenExpired"],
            text: "Refresh token is expired",
            for: ["refused": .invalidGrant]
        )
            + rows(place, at: .signInToken, method, ["isInvalidScope"], for: ["invalid scope": .invalidScope])
            + rows(
                place,
                at: .signInToken,
                method,
                ["isMFARequired"],
                text: "Multi-factor authentication is required. AADSTS50076: The canned server refuses.",
                for: secondFactor
            )
            + rows(place, at: .signInToken, method, text: passwordResetText, for: passwordReset)
            + rows(
                place,
                at: .signInToken,
                method,
                text: passwordResetText,
                for: ["password has to change, as a grant": .refusal(.invalidGrant, 50_142)]
            )
            + rows(
                place,
                at: .signInToken,
                method,
                ["isBrowserRequired"],
                text: "Because.",
                for: ["browser": .redirect(reason: "Because.")]
            )
            + rows(
                place,
                at: .signInToken,
                method,
                ["isBrowserRequired"],
                for: ["interaction": .refusal(.interactionRequired)]
            )
            + rows(place, at: .signInToken, method, for: ["failed": .serverError])
    }()
}
