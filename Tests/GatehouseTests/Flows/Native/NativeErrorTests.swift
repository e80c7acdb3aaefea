import Foundation
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

struct NativeErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var answer: CannedAnswer
        var code: AuthError.Code
        var recovery: AuthError.Recovery
        var serverCode: String?

        init(
            _ name: String,
            _ answer: CannedAnswer,
            _ code: AuthError.Code,
            _ recovery: AuthError.Recovery = .none,
            server: String?
        ) {
            self.name = name
            self.answer = answer
            self.code = code
            self.recovery = recovery
            serverCode = server
        }

        var testDescription: String { name }
    }

    static let rows = [
        Row("invalid request", .invalidRequest, .refused, .fixConfiguration, server: "invalid_request"),
        Row("invalid user name", .invalidUsername, .invalidUsername, server: "invalid_request"),
        Row("invalid client", .invalidClient, .refused, .fixConfiguration, server: "invalid_client"),
        Row("unknown client", .unauthorizedClient, .refused, .fixConfiguration, server: "unauthorized_client"),
        Row(
            "no redirect in the list",
            .unsupportedChallengeType,
            .refused,
            .fixConfiguration,
            server: "unsupported_challenge_type"
        ),
        Row("too slow", .expiredToken, .expired, .interact, server: "expired_token"),
        Row("not a token", .invalidContinuationToken, .expired, .interact, server: "invalid_request"),
        Row("known address", .userAlreadyExists, .userAlreadyExists, server: "user_already_exists"),
        Row("unknown address", .userNotFound, .userNotFound, server: "user_not_found"),
        Row("unknown address by its number", .refusal(.invalidGrant, 50_034), .userNotFound, server: "invalid_grant"),
        Row("no password", .userHasNoPassword, .userHasNoPassword, server: "invalid_request"),
        Row("wrong code", .invalidCode, .wrongCode, server: "invalid_grant"),
        Row("wrong password", .invalidPassword, .wrongPassword, server: "invalid_grant"),
        Row("weak password", .passwordTooWeak, .passwordRefused, server: "invalid_grant"),
        Row(
            "password used before",
            .refusal(.invalidGrant, suberror: .passwordRecentlyUsed),
            .passwordRefused,
            server: "invalid_grant"
        ),
        Row("attributes", .attributesInvalid("city"), .attributesRefused, server: "invalid_grant"),
        Row("something else given", .invalidGrant, .refused, .interact, server: "invalid_grant"),
        Row("scope", .invalidScope, .refused, .fixConfiguration, server: "invalid_scope"),
        Row("second factor", .mfaRequired, .secondFactorRequired, .interact, server: "invalid_grant"),
        Row("registration", .registrationRequired, .registrationRequired, .interact, server: "invalid_grant"),
        Row("too many codes", .tooManyCodes, .rateLimited, .retry(after: .seconds(30)), server: "invalid_request"),
        Row(
            "tried too often",
            .refusal(.invalidGrant, 50_053, retryAfter: 60),
            .rateLimited,
            .retry(after: .seconds(60)),
            server: "invalid_grant"
        ),
        Row(
            "blocked",
            .refusal(.accessDenied, 550_024, suberror: .blockedByReputation),
            .refused,
            .interact,
            server: "access_denied"
        ),
        Row(
            "refused with 401",
            .refusal(.invalidClient, status: 401),
            .refused,
            .fixConfiguration,
            server: "invalid_client"
        ),
        Row(
            "flood",
            .refusal(.slowDown, status: 429, retryAfter: 9),
            .rateLimited,
            .retry(after: .seconds(9)),
            server: "slow_down"
        ),
        Row("failed", .serverError, .serverUnavailable, .retry(after: nil), server: "server_error"),
        Row(
            "overloaded",
            .overloaded,
            .serverUnavailable,
            .retry(after: .seconds(5)),
            server: "temporarily_unavailable"
        ),
        Row("not JSON", .raw(200, "<html>"), .serverUnavailable, .retry(after: nil), server: nil),
        Row(
            "a code without a target",
            .raw(200, #"{"challenge_type":"oob","continuation_token":"t"}"#),
            .serverUnavailable,
            .retry(after: nil),
            server: nil
        ),
        Row(
            "an unknown challenge",
            .raw(200, #"{"challenge_type":"voice","continuation_token":"t"}"#),
            .serverUnavailable,
            .retry(after: nil),
            server: nil
        ),
        Row("a page of a proxy", .raw(400, "<html>"), .serverUnavailable, .retry(after: nil), server: nil),
        Row("a redirect", .raw(302, ""), .misconfigured, .fixConfiguration, server: nil),
    ]

    /// Everything the server may say means the same wherever it says it.
    @Test(arguments: rows)
    func eachRefusalHasItsMeaning(row: Row) async throws {
        let app = CannedApp()
        let step = try await app.signInCode()
        // Twice: what may pass by itself is tried again.
        app.api.queue(row.answer, row.answer, at: .signInChallenge)
        let error = try await failure { try await step.resend() }
        app.api.clear()
        #expect(error.code == row.code)
        #expect(error.recovery == row.recovery)
        #expect(error.serverCode == row.serverCode)
        #expect(error.correlationID == step.correlationID)
        #expect(!error.message.isEmpty && !error.message.contains("AADSTS") && !error.message.contains("\n"))
        // Nothing of that has spoilt the step.
        _ = try await step.submit("12345678")
    }

    @Test func aPageAboutTheErrorIsTold() async throws {
        let app = CannedApp()
        app.api.queue(
            .raw(400, #"{"error":"invalid_request","error_uri":"https://login.example.com/errors/1"}"#),
            at: .signUpStart
        )
        #expect(try await failure { try await app.signUpCode() }.serverPage == "https://login.example.com/errors/1")
    }

    @Test func aFailureThatPassesIsNotEvenNoticedWhereTheRequestMayComeTwice() async throws {
        let app = CannedApp()
        for endpoint in [NativeEndpoint.signUpStart, .signUpChallenge, .resetStart, .resetChallenge, .resetPoll] {
            app.api.queue(.serverError, at: endpoint)
        }
        _ = try await app.signUpCode()
        _ = try await app.gatehouse.resetPassword(email: "a@example.com").submit("12345678").submit("correct horse")
        #expect(app.tokens(.signUpChallenge) == ["token-2", "token-2"])
        #expect(app.calls(.signUpStart).count == 2)
        #expect(app.calls(.resetPoll).count == 2)
    }

    @Test func whatCountsIsNeverSentTwiceByItself() async throws {
        let app = CannedApp()
        let step = try await app.signUpCode()
        app.api.queue(.serverError, at: .signUpContinue)
        #expect(try await failure { try await step.submit("12345678") }.code == .serverUnavailable)
        #expect(app.calls(.signUpContinue).count == 1)
    }

    @Test func noAnswerAtAllIsToldWithTheNameOfTheFlow() async throws {
        let app = CannedApp { $0.transport = UnreachableServer() }
        let id = try #require(UUID(uuidString: "5b1c0d6e-2b57-4f0a-9d3b-6a2f6f0c7a11"))
        let error = try await failure {
            try await app.gatehouse.resetPassword(email: "a@example.com", request: NativeRequest(correlationID: id))
        }
        #expect(error.code == .network)
        #expect(error.correlationID == id)
    }

    @Test func anAppOfLoginWithAmazonHasNoNativeFlows() async throws {
        let issuer = "https://login.example.com"
        let key = try #require(
            AmazonAPIKey(issuer: issuer, clientID: "app", bundleID: "com.example.app", id: "id", issuedAt: 0)
        )
        let gatehouse = GatehouseClient(GatehouseClient.Configuration(amazon: AmazonServer(key: key)))
        #expect(try await failure { try await gatehouse.signUp(email: "a@example.com") }.code == .misconfigured)
    }
}

/// A server that cannot be reached.
private struct UnreachableServer: HTTPTransport {
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        throw TransportError(.unreachable, "no route")
    }
}
