import Foundation
import GatehouseWire

/// A prepared response of a ``StubNativeAuthServer``.
public struct StubResponse: Sendable {
    /// The values that a response can use.
    struct Context: Sendable {
        /// A new token for each response.
        var continuationToken: Secret
        var correlationID: UUID?
        var now: Date
        var tokens: @Sendable (User) -> TokenResponse
    }

    /// The user of issued tokens.
    struct User: Sendable {
        static let ada = User(
            id: "3f1c0d6e-2b57-4f0a-9d3b-6a2f6f0c7a11",
            name: "Ada",
            email: "ada@example.com"
        )

        var id: String
        var name: String
        var email: String
    }

    let status: Int
    let body: @Sendable (Context) -> Data
    var retryAfter: Int?

    init(_ status: Int = 200, retryAfter: Int? = nil, _ body: @escaping @Sendable (Context) -> Data) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }

    /// Returns a response with a custom body.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - text: The body, which need not be JSON.
    /// - Returns: The response.
    public static func raw(_ status: Int = 200, _ text: String) -> StubResponse {
        StubResponse(status) { _ in Data(text.utf8) }
    }
}

extension StubResponse {
    /// The flow has started.
    public static let started = StubResponse { EntraStartResponse(continuationToken: $0.continuationToken).body() }

    /// Returns the response of a server that requires a browser.
    ///
    /// - Parameter reason: The reason; `nil` for none.
    /// - Returns: The response.
    public static func redirect(reason: String? = "The tenant requires a browser.") -> StubResponse {
        StubResponse { _ in EntraResponse<EntraStartResponse>.redirect(reason: reason).body() }
    }

    /// Returns the response for a code that was sent.
    ///
    /// - Parameters:
    ///   - channel: The channel of the code.
    ///   - target: The masked destination.
    ///   - length: The number of digits.
    ///   - interval: The seconds until another code can be sent; `nil` for none.
    /// - Returns: The response.
    public static func codeSent(
        channel: String = "email",
        to target: String = "a***@e***.com",
        length: Int = 8,
        interval: Int? = 300
    ) -> StubResponse {
        StubResponse { context in
            EntraChallengeResponse(
                continuationToken: context.continuationToken,
                challenge: .code(.init(channel: channel, target: target, length: length, interval: interval))
            ).body()
        }
    }

    /// The challenge is a password.
    public static let passwordRequired = StubResponse {
        EntraChallengeResponse(continuationToken: $0.continuationToken, challenge: .password).body()
    }

    /// Returns the second factors that the user can prove, or, in an enrolment, that the user can choose from.
    ///
    /// - Parameter methods: The methods; by default, codes by email and by SMS.
    /// - Returns: The response.
    public static func methods(of methods: [Method] = [.email, .sms]) -> StubResponse {
        StubResponse {
            EntraMethodsResponse(continuationToken: $0.continuationToken, methods: methods.map(\.wire)).body()
        }
    }

    /// A second factor of a ``StubNativeAuthServer``.
    public struct Method: Sendable {
        fileprivate let wire: EntraAuthenticationMethod

        /// Creates a factor with codes.
        ///
        /// - Parameters:
        ///   - id: The identifier.
        ///   - channel: The channel of the codes.
        ///   - hint: The masked destination; in an enrolment, a proposed one.
        public init(id: String, channel: String, hint: String?) {
            wire = EntraAuthenticationMethod(id: id, channel: channel, loginHint: hint)
        }

        /// Codes by email.
        public static let email = Self(
            id: "method-1",
            channel: EntraChallengeResponse.SentCode.email,
            hint: "a***@e***.com"
        )
        /// Codes by SMS.
        public static let sms = Self(id: "method-2", channel: EntraChallengeResponse.SentCode.sms, hint: "+1********6")
        /// Codes by email, in an enrolment.
        public static let newEmail = Self(
            id: "email",
            channel: EntraChallengeResponse.SentCode.email,
            hint: "ada@example.com"
        )
        /// Codes by SMS, in an enrolment.
        public static let newSMS = Self(id: "sms", channel: EntraChallengeResponse.SentCode.sms, hint: nil)
    }

    /// Returns the response for a code that was sent to the contact of a new second factor.
    ///
    /// - Parameters:
    ///   - channel: The channel of the code.
    ///   - target: The contact.
    ///   - length: The number of digits.
    /// - Returns: The response.
    public static func registrationCodeSent(
        channel: String = "email",
        to target: String = "ada@example.com",
        length: Int = 8
    ) -> StubResponse {
        StubResponse { context in
            EntraRegistrationChallengeResponse(
                continuationToken: context.continuationToken,
                challenge: .code(.init(channel: channel, target: target, length: length, interval: nil))
            ).body()
        }
    }

    /// The contact of a new second factor is verified already.
    public static let preverified = StubResponse {
        EntraRegistrationChallengeResponse(continuationToken: $0.continuationToken, challenge: .preverified).body()
    }

    /// The second factor is enrolled.
    public static let registered = StubResponse {
        EntraRegistrationContinueResponse(continuationToken: $0.continuationToken).body()
    }

    /// The account is created.
    public static let signedUp = StubResponse {
        EntraSignUpContinueResponse(continuationToken: $0.continuationToken).body()
    }

    /// The account is created, without a continuation token for a sign-in.
    public static let signedUpWithoutToken = StubResponse { _ in
        EntraSignUpContinueResponse(continuationToken: nil).body()
    }

    /// The code of a password reset was correct.
    public static let codeAccepted = StubResponse {
        EntraResetContinueResponse(continuationToken: $0.continuationToken, expiresIn: 600).body()
    }

    /// Returns the response for a new password that is being set.
    ///
    /// - Parameter pollInterval: The seconds between polls.
    /// - Returns: The response.
    public static func passwordSubmitted(pollInterval: Int = 2) -> StubResponse {
        StubResponse { context in
            EntraResetSubmitResponse(continuationToken: context.continuationToken, pollInterval: pollInterval).body()
        }
    }

    /// The new password is set.
    public static let pollSucceeded = poll(.succeeded)
    /// The new password is still being set.
    public static let pollInProgress = poll(.inProgress)
    /// The new password will be set.
    public static let pollNotStarted = poll(.notStarted)
    /// The new password could not be set.
    public static let pollFailed = poll(.failed)

    private static func poll(_ status: EntraResetPollResponse.Status) -> StubResponse {
        StubResponse { EntraResetPollResponse(status: status, continuationToken: $0.continuationToken).body() }
    }

    /// The new password is set, without a continuation token for a sign-in.
    public static let pollSucceededWithoutToken = StubResponse { _ in
        EntraResetPollResponse(status: .succeeded, continuationToken: nil).body()
    }

    /// Tokens of the user Ada, with a valid ID token.
    public static let tokens = tokens(of: .ada)

    /// Returns tokens of a user, with a valid ID token.
    ///
    /// - Parameters:
    ///   - id: The user identifier, for `sub` and `oid`.
    ///   - name: The user's name.
    ///   - email: The user's email address.
    /// - Returns: The response.
    public static func tokens(of id: String, name: String, email: String) -> StubResponse {
        tokens(of: User(id: id, name: name, email: email))
    }

    private static func tokens(of user: User) -> StubResponse {
        StubResponse { context in
            EntraTokenResponse(
                tokens: context.tokens(user),
                clientInfo: EntraClientInfo(uid: user.id, utid: StubNativeAuthServer.tenantID)
            ).body()
        }
    }
}
