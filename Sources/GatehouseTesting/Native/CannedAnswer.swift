import Foundation
import GatehouseWire

/// An answer of a server of native authentication, made before anybody asks: for ``CannedNativeAuthAPI``.
public struct CannedAnswer: Sendable {
    /// What an answer can be made of.
    struct Context: Sendable {
        /// Another one each time.
        var continuationToken: Secret
        var correlationID: UUID?
        var now: Date
        var tokens: @Sendable (Person) -> TokenResponse
    }

    /// Whom tokens are about.
    struct Person: Sendable {
        static let ada = Person(
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

    /// An answer of one's own.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - text: The body, which need not be JSON.
    /// - Returns: The answer.
    public static func raw(_ status: Int = 200, _ text: String) -> CannedAnswer {
        CannedAnswer(status) { _ in Data(text.utf8) }
    }
}

extension CannedAnswer {
    /// A flow has begun.
    public static let started = CannedAnswer { EntraStartResponse(continuationToken: $0.continuationToken).body() }

    /// The person has to go on in a browser.
    ///
    /// - Parameter reason: Why; `nil` when the server does not say.
    /// - Returns: The answer.
    public static func redirect(reason: String? = "The tenant wants a browser.") -> CannedAnswer {
        CannedAnswer { _ in EntraAnswer<EntraStartResponse>.redirect(reason: reason).body() }
    }

    /// A code has been sent.
    ///
    /// - Parameters:
    ///   - channel: What carries it.
    ///   - target: Where it went, masked.
    ///   - length: How many digits it has.
    ///   - interval: Seconds until another one can be sent; `nil` when the server does not say.
    /// - Returns: The answer.
    public static func codeSent(
        channel: String = "email",
        to target: String = "a***@e***.com",
        length: Int = 8,
        interval: Int? = 300
    ) -> CannedAnswer {
        CannedAnswer { context in
            EntraChallengeResponse(
                continuationToken: context.continuationToken,
                challenge: .code(.init(channel: channel, target: target, length: length, interval: interval))
            ).body()
        }
    }

    /// A password is wanted.
    public static let passwordWanted = CannedAnswer {
        EntraChallengeResponse(continuationToken: $0.continuationToken, challenge: .password).body()
    }

    /// The account is made.
    public static let signedUp = CannedAnswer {
        EntraSignUpContinueResponse(continuationToken: $0.continuationToken).body()
    }

    /// The account is made, but nobody can be signed in with that.
    public static let signedUpWithoutToken = CannedAnswer { _ in
        EntraSignUpContinueResponse(continuationToken: nil).body()
    }

    /// The code of a password reset was right.
    public static let codeAccepted = CannedAnswer {
        EntraResetContinueResponse(continuationToken: $0.continuationToken, expiresIn: 600).body()
    }

    /// The new password was taken, and is being set.
    ///
    /// - Parameter pollInterval: Seconds between two questions whether it is done.
    /// - Returns: The answer.
    public static func passwordSubmitted(pollInterval: Int = 2) -> CannedAnswer {
        CannedAnswer { context in
            EntraResetSubmitResponse(continuationToken: context.continuationToken, pollInterval: pollInterval).body()
        }
    }

    /// The new password counts.
    public static let pollSucceeded = poll(.succeeded)
    /// The new password is still being set.
    public static let pollInProgress = poll(.inProgress)
    /// The new password is about to be set.
    public static let pollNotStarted = poll(.notStarted)
    /// The new password could not be set.
    public static let pollFailed = poll(.failed)

    private static func poll(_ status: EntraResetPollResponse.Status) -> CannedAnswer {
        CannedAnswer { EntraResetPollResponse(status: status, continuationToken: $0.continuationToken).body() }
    }

    /// The new password counts, but nobody can be signed in with that.
    public static let pollSucceededWithoutToken = CannedAnswer { _ in
        EntraResetPollResponse(status: .succeeded, continuationToken: nil).body()
    }

    /// Tokens of Ada, whose ID token is valid.
    public static let tokens = tokens(of: .ada)

    /// Tokens of somebody, whose ID token is valid.
    ///
    /// - Parameters:
    ///   - id: Who it is, as `sub` and `oid`.
    ///   - name: What the person is called.
    ///   - email: The person's address.
    /// - Returns: The answer.
    public static func tokens(of id: String, name: String, email: String) -> CannedAnswer {
        tokens(of: Person(id: id, name: name, email: email))
    }

    private static func tokens(of person: Person) -> CannedAnswer {
        CannedAnswer { context in
            EntraTokenResponse(
                tokens: context.tokens(person),
                clientInfo: EntraClientInfo(uid: person.id, utid: CannedNativeAuthAPI.tenantID)
            ).body()
        }
    }
}
