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
        text: String? = Row.words,
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

    /// Access tokens: Microsoft's SDK calls each failure general; the three properties are told apart here.
    static let accessToken: [Row] =
        rows(
            .accessToken,
            at: .signInToken,
            "onAccessTokenRetrieveError",
            ["isRefreshTokenExpired"],
            text: nil,
            for: ["refused": .invalidGrant]
        )
        + rows(
            .accessToken,
            at: .signInToken,
            "onAccessTokenRetrieveError",
            ["isInvalidScope"],
            for: ["invalid scope": .invalidScope]
        )
        + rows(.accessToken, at: .signInToken, "onAccessTokenRetrieveError", text: nil, for: ["failed": .serverError])
}
