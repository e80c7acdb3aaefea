import Foundation
import GatehouseJOSE
import GatehouseTestSupport
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseVerifier

/// Tokens that the issuer introspects (RFC 7662).
@Suite struct IntrospectionTests {
    private static let active =
        #"{"active":true,"sub":"ada","client_id":"shop","scope":"orders:read","exp":1700003600,"tenant":"t1"}"#
    private static let inactive = #"{"active":false}"#

    private func harness(
        _ body: String = active,
        _ status: HTTPResponse.Status = .ok,
        tokens: VerifierConfiguration.Introspection.Tokens = .opaque,
        concurrentRequests: Int = 64
    ) throws -> VerifierHarness {
        let harness = try VerifierHarness {
            $0.introspection = .init(
                clientID: "orders-api",
                clientSecret: Secret("secret"),
                tokens: tokens,
                concurrentRequests: concurrentRequests
            )
        }
        harness.issuer.answer("/introspect", with: status, body)
        return harness
    }

    private func error(_ harness: VerifierHarness, _ token: String) async -> TokenError? {
        await #expect(throws: TokenError.self) { try await harness.verifier.verify(token) }
    }

    private func count(_ harness: VerifierHarness) -> Int {
        harness.issuer.paths.filter { $0 == "/introspect" }.count
    }

    @Test func returnsClaimsOfActiveToken() async throws {
        let harness = try harness()
        let token = try await harness.verifier.verify("opaque", requiring: ["orders:read"])
        #expect(token.subject == "ada")
        #expect(token.issuer == StubIssuer.url)
        #expect(token.audience == [StubIssuer.audience])
        #expect(token[ClaimName(rawValue: "tenant")] == "t1")
        #expect(harness.issuer.bodies.last == "token=opaque&token_type_hint=access_token")
        let authorization = harness.issuer.requests.last?.headerFields[.authorization]
        #expect(authorization == "Basic " + Data("orders-api:secret".utf8).base64EncodedString())
    }

    @Test func usesResponseForLimitedTime() async throws {
        let harness = try harness()
        _ = try await harness.verifier.verify("opaque")
        harness.issuer.answer("/introspect", with: .ok, Self.inactive)
        harness.time.advance(by: 29)
        await #expect(throws: Never.self) { try await harness.verifier.verify("opaque") }
        harness.time.advance(by: 1)
        #expect(await error(harness, "opaque")?.code == .invalidToken)
        #expect(await error(harness, "opaque")?.code == .invalidToken)
        #expect(count(harness) == 2)
    }

    @Test func introspectsOnceForManyCallers() async throws {
        let harness = try harness()
        harness.issuer.hold()
        async let release: Void = {
            try await waitUntil { !harness.issuer.paths.isEmpty }
            harness.issuer.release()
        }()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { _ = try await harness.verifier.verify("opaque") } }
            try await group.waitForAll()
        }
        try await release
        #expect(count(harness) == 1)
    }

    /// The refusal of the API's own credentials, or an error of the server, says nothing about the token.
    @Test(arguments: [
        (HTTPResponse.Status.unauthorized, #"{"error":"invalid_client"}"#), (.internalServerError, ""), (.ok, "<html>"),
        (.ok, "{}"), (.ok, #"{"active":"true"}"#), (.ok, #"{"active":true,"exp":"soon","sub":"a"}"#),
        (.ok, #"{"active":true}"#),
    ])
    func isUnavailableWithoutVerdict(status: HTTPResponse.Status, body: String) async throws {
        let harness = try harness(body, status)
        #expect(await error(harness, "opaque")?.code == .unavailable)
    }

    @Test(arguments: [
        #"{"active":true,"sub":"a","aud":"https://other.example.com"}"#,
        #"{"active":true,"sub":"a","iss":"https://other.example.com"}"#, #"{"active":true,"sub":"a","exp":1}"#,
    ])
    func rejectsTokenOfOthers(_ body: String) async throws {
        let harness = try harness(body)
        #expect(await error(harness, "opaque")?.code == .invalidToken)
    }

    @Test func rejectsBoundOpaqueTokenAsBearerToken() async throws {
        let harness = try harness(#"{"active":true,"sub":"a","cnf":{"jkt":"k"}}"#)
        #expect(await error(harness, "opaque")?.code == .invalidToken)
    }

    @Test func limitsConcurrentRequests() async throws {
        let harness = try harness(concurrentRequests: 1)
        _ = try await harness.verifier.verify("first")
        harness.issuer.hold()
        async let second = harness.verifier.verify("second")
        try await waitUntil { count(harness) == 2 }
        #expect(await error(harness, "third")?.code == .unavailable)
        harness.issuer.release()
        #expect(try await second.subject == "ada")
    }

    @Test func verifiesSignedTokensLocally() async throws {
        let harness = try harness()
        _ = try await harness.verifier.verify(try harness.token())
        #expect(count(harness) == 0)
        // Dots alone make no JWT.
        _ = try await harness.verifier.verify("at.a.b")
        #expect(count(harness) == 1)
    }

    @Test func introspectsSignedTokensIfConfigured() async throws {
        let harness = try harness(Self.inactive, tokens: .all)
        #expect(await error(harness, try harness.token())?.code == .invalidToken)
        #expect(count(harness) == 1)
    }

    @Test func rejectsOpaqueTokensWithoutIntrospection() async throws {
        let harness = try VerifierHarness()
        #expect(await error(harness, "opaque")?.code == .invalidToken)
    }
}
