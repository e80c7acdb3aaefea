import Foundation
import GatehouseTesting
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

struct NativeErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var response: StubResponse
        var code: AuthError.Code
        var recovery: AuthError.Recovery
        var serverCode: String?

        init(
            _ name: String,
            _ response: StubResponse,
            _ code: AuthError.Code,
            _ recovery: AuthError.Recovery = .none,
            server: String?
        ) {
            self.name = name
            self.response = response
            self.code = code
            self.recovery = recovery
            serverCode = server
        }

        var testDescription: String { name }
    }

    static let rows = [
        Row("invalid request", .invalidRequest, .requestRejected, .fixConfiguration, server: "invalid_request"),
        Row("invalid user name", .invalidUsername, .invalidUsername, server: "invalid_request"),
        Row("invalid client", .invalidClient, .requestRejected, .fixConfiguration, server: "invalid_client"),
        Row("unknown client", .unauthorizedClient, .requestRejected, .fixConfiguration, server: "unauthorized_client"),
        Row(
            "no redirect in the list",
            .unsupportedChallengeType,
            .requestRejected,
            .fixConfiguration,
            server: "unsupported_challenge_type"
        ),
        Row("too slow", .expiredToken, .flowExpired, .signInAgain, server: "expired_token"),
        Row("not a token", .invalidContinuationToken, .flowExpired, .signInAgain, server: "invalid_request"),
        Row("known address", .userAlreadyExists, .userAlreadyExists, server: "user_already_exists"),
        Row("unknown address", .userNotFound, .userNotFound, server: "user_not_found"),
        Row("unknown address by its number", .failure(.invalidGrant, 50_034), .userNotFound, server: "invalid_grant"),
        Row("no password", .passwordNotSet, .passwordNotSet, server: "invalid_request"),
        Row("wrong code", .invalidCode, .wrongCode, server: "invalid_grant"),
        Row("wrong password", .invalidPassword, .wrongPassword, server: "invalid_grant"),
        Row("weak password", .passwordTooWeak, .passwordRejected, server: "invalid_grant"),
        Row(
            "password used before",
            .failure(.invalidGrant, suberror: .passwordRecentlyUsed),
            .passwordRejected,
            server: "invalid_grant"
        ),
        Row("attributes", .attributesInvalid("city"), .attributesRejected, server: "invalid_grant"),
        Row("something else given", .invalidGrant, .requestRejected, .signInAgain, server: "invalid_grant"),
        Row("scope", .invalidScope, .requestRejected, .fixConfiguration, server: "invalid_scope"),
        Row("second factor", .mfaRequired, .secondFactorRequired, .signInAgain, server: "invalid_grant"),
        Row(
            "registration",
            .registrationRequired,
            .secondFactorEnrollmentRequired,
            .signInAgain,
            server: "invalid_grant"
        ),
        Row("invalid contact", .invalidContact, .invalidAddress, server: "invalid_request"),
        Row("too many codes", .tooManyCodes, .rateLimited, .retry(after: .seconds(30)), server: "invalid_request"),
        Row(
            "tried too often",
            .failure(.invalidGrant, 50_053, retryAfter: 60),
            .rateLimited,
            .retry(after: .seconds(60)),
            server: "invalid_grant"
        ),
        Row(
            "blocked",
            .contactBlocked,
            .factorBlocked,
            server: "access_denied"
        ),
        Row(
            "refused with 401",
            .failure(.invalidClient, status: 401),
            .requestRejected,
            .fixConfiguration,
            server: "invalid_client"
        ),
        Row(
            "flood",
            .failure(.slowDown, status: 429, retryAfter: 9),
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

    /// Errors map to the same code at every endpoint.
    @Test(arguments: rows)
    func mapsServerErrors(row: Row) async throws {
        let app = NativeTestApp()
        let step = try await app.signInCode()
        // Twice, because the client retries transient failures.
        app.api.queue(row.response, row.response, at: .signInChallenge)
        let error = try await failure { try await step.resend() }
        app.api.clear()
        #expect(error.code == row.code)
        #expect(error.recovery == row.recovery)
        #expect(error.response?.error == row.serverCode)
        #expect(error.correlationID == step.correlationID)
        #expect(!error.message.isEmpty && !error.message.contains("AADSTS") && !error.message.contains("\n"))
        // The step remains usable.
        _ = try await step.submit("12345678")
    }

    @Test func reportsErrorURI() async throws {
        let app = NativeTestApp()
        app.api.queue(
            .raw(400, #"{"error":"invalid_request","error_uri":"https://login.example.com/errors/1"}"#),
            at: .signUpStart
        )
        #expect(try await failure { try await app.signUpCode() }.serverPage == "https://login.example.com/errors/1")
    }

    @Test func retriesIdempotentRequestsAfterTransientFailure() async throws {
        let app = NativeTestApp()
        for endpoint in [NativeEndpoint.signUpStart, .signUpChallenge, .resetStart, .resetChallenge, .resetPoll] {
            app.api.queue(.serverError, at: endpoint)
        }
        _ = try await app.signUpCode()
        _ = try await app.gatehouse.resetPassword(email: "a@example.com").submit("12345678").submit("correct horse")
        #expect(app.tokens(.signUpChallenge) == ["token-2", "token-2"])
        #expect(app.calls(.signUpStart).count == 2)
        #expect(app.calls(.resetPoll).count == 2)
    }

    @Test func neverRetriesNonIdempotentRequests() async throws {
        let app = NativeTestApp()
        let step = try await app.signUpCode()
        app.api.queue(.serverError, at: .signUpContinue)
        #expect(try await failure { try await step.submit("12345678") }.code == .serverUnavailable)
        #expect(app.calls(.signUpContinue).count == 1)
    }

    @Test func reportsNetworkFailureWithCorrelationID() async throws {
        let app = NativeTestApp { $0.transport = UnreachableServer() }
        let id = try #require(UUID(uuidString: "5b1c0d6e-2b57-4f0a-9d3b-6a2f6f0c7a11"))
        let error = try await failure {
            try await app.gatehouse.native.startReset("a@example.com", correlationID: id)
        }
        #expect(error.code == .network)
        #expect(error.correlationID == id)
    }

    @Test func rejectsNativeFlowsForAmazonAdapter() async throws {
        let issuer = "https://login.example.com"
        let key = try #require(
            AmazonAPIKey(issuer: issuer, clientID: "app", bundleID: "com.example.app", id: "id", issuedAt: 0)
        )
        let gatehouse = GatehouseClient(configuration: GatehouseClient.Configuration(amazon: AmazonServer(key: key)))
        #expect(try await failure { try await gatehouse.signUp(email: "a@example.com") }.code == .misconfigured)
    }
}

/// A server that cannot be reached.
private struct UnreachableServer: HTTPTransport {
    func send(_ request: HTTPRequest, body: Data?) async throws(TransportError) -> (HTTPResponse, Data) {
        throw TransportError(.unreachable, "no route")
    }
}
