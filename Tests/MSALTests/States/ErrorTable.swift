import GatehouseTesting
import GatehouseWire

/// The error of the facade for every error of the server.
enum ErrorTable {
    static let all = signUp + signIn + reset + accessToken

    typealias Responses = KeyValuePairs<String, StubResponse>

    /// Creates rows that differ in the response only.
    static func rows(
        _ site: CallSite,
        at endpoint: NativeEndpoint,
        _ method: String,
        _ flags: Set<String> = [],
        _ state: Row.State = .none,
        text: String = Row.words,
        for responses: Responses
    ) -> [Row] {
        responses.map { name, response in
            Row(site, "\(name) at \(endpoint.rawValue)", [(endpoint, response)], method, flags, state, text: text)
        }
    }

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
        let (site, method) = (CallSite.accessToken, "onAccessTokenRetrieveError")
        let secondFactor: Responses = [
            "second factor": .mfaRequired, "second factor, by number": .failure(.invalidGrant, 50_076),
        ]
        return rows(
            site,
            at: .signInToken,
            method,
            ["isRefreshTokenExpired"],
            text: "Refresh token is expired",
            for: ["rejected": .invalidGrant]
        )
            + rows(site, at: .signInToken, method, ["isInvalidScope"], for: ["invalid scope": .invalidScope])
            + rows(
                site,
                at: .signInToken,
                method,
                ["isMFARequired"],
                text: "Multi-factor authentication is required. AADSTS50076: The stub server rejects the request.",
                for: secondFactor
            )
            + rows(site, at: .signInToken, method, text: passwordResetText, for: passwordReset)
            + rows(
                site,
                at: .signInToken,
                method,
                text: passwordResetText,
                for: ["password change required, as a grant": .failure(.invalidGrant, 50_142)]
            )
            + rows(
                site,
                at: .signInToken,
                method,
                ["isBrowserRequired"],
                text: "Because.",
                for: ["browser": .redirect(reason: "Because.")]
            )
            + rows(
                site,
                at: .signInToken,
                method,
                ["isBrowserRequired"],
                for: ["interaction": .failure(.interactionRequired)]
            )
            + rows(site, at: .signInToken, method, for: ["failed": .serverError])
    }()
}
