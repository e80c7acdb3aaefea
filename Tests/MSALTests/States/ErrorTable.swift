import GatehouseTesting
import GatehouseWire

/// The error of the facade for every error of the server.
enum ErrorTable {
    static let all =
        SignUpErrors.all + SignInErrors.all + ResetPasswordErrors.all + SecondFactorErrors.all
        + accessToken

    typealias Responses = KeyValuePairs<String, StubResponse>

    static let unknownError = StubResponse.failure(OAuthErrorCode(rawValue: "something_else"))

    /// The rejections of new passwords.
    static let passwords: Responses = [
        "too weak": .failure(.invalidGrant, suberror: .passwordTooWeak),
        "too short": .failure(.invalidGrant, suberror: .passwordTooShort),
        "too long": .failure(.invalidGrant, suberror: .passwordTooLong),
        "recently used": .failure(.invalidGrant, suberror: .passwordRecentlyUsed),
        "banned": .failure(.invalidGrant, suberror: .passwordBanned),
        "invalid": .failure(.invalidGrant, suberror: .passwordInvalid),
    ]

    /// Errors without a property of their own.
    static let otherErrors: Responses = [
        "invalid request": .invalidRequest, "invalid client": .invalidClient, "unknown client": .unauthorizedClient,
        "browser not supported": .unsupportedChallengeType, "unknown error": unknownError,
    ]

    /// The text for a challenge that the call does not support.
    static let unexpectedChallenge = "Unexpected challenge type"
    /// The text for a malformed response.
    static let unreadableResponse = "Unexpected response body received"
    /// The response for a user who must change the password first.
    static let passwordReset: Responses = ["password change required": .failure(.invalidRequest, 50_142)]
    static let passwordResetText = "User password change is required. AADSTS50142: The stub server rejects the request."

    /// Access tokens: Microsoft's SDK reports each failure as general, the facade distinguishes them.
    static let accessToken: [Row] = {
        let call = FailingCall(.accessToken, "onAccessTokenRetrieveError")
        let secondFactor: Responses = [
            "second factor": .mfaRequired, "second factor, by number": .failure(.invalidGrant, 50_076),
        ]
        return call.rows(
            at: .signInToken,
            ["isRefreshTokenExpired"],
            text: "Refresh token is expired",
            for: ["rejected": .invalidGrant]
        )
            + call.rows(at: .signInToken, ["isInvalidScope"], for: ["invalid scope": .invalidScope])
            + call.rows(
                at: .signInToken,
                ["isMFARequired"],
                text: "Multi-factor authentication is required. AADSTS50076: The stub server rejects the request.",
                for: secondFactor
            )
            + call.rows(at: .signInToken, text: passwordResetText, for: passwordReset)
            + call.rows(
                at: .signInToken,
                text: passwordResetText,
                for: ["password change required, as a grant": .failure(.invalidGrant, 50_142)]
            )
            + call.rows(
                at: .signInToken,
                ["isBrowserRequired"],
                text: "Because.",
                for: ["browser": .redirect(reason: "Because.")]
            )
            + call.rows(
                at: .signInToken,
                ["isBrowserRequired"],
                for: ["interaction": .failure(.interactionRequired)]
            )
            + call.rows(at: .signInToken, for: ["failed": .serverError])
    }()
}

/// A call of the API and the method of its delegate that reports errors.
struct FailingCall {
    let site: CallSite
    let method: String
    /// The responses before the one that differs.
    let previous: [(NativeEndpoint, StubResponse)]

    init(_ site: CallSite, _ method: String, after previous: [(NativeEndpoint, StubResponse)] = []) {
        self.site = site
        self.method = method
        self.previous = previous
    }

    /// Creates rows that differ in the response only.
    func rows(
        at endpoint: NativeEndpoint,
        _ flags: Set<String> = [],
        _ state: Row.State = .none,
        text: String = Row.words,
        for responses: ErrorTable.Responses
    ) -> [Row] {
        responses.map { name, response in
            Row(
                site,
                "\(name) at \(endpoint.rawValue)",
                previous + [(endpoint, response)],
                method,
                flags,
                state,
                text: text
            )
        }
    }
}
