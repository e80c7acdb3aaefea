import Foundation
import GatehouseJOSE
import GatehouseTestSupport
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseVerifier

/// The metadata and keys of the issuer.
@Suite struct IssuerKeysTests {
    private static let metadata = "/.well-known/oauth-authorization-server"

    private func code(_ harness: VerifierHarness, _ token: String) async -> TokenError.Code? {
        do {
            _ = try await harness.verifier.verify(token)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func fetchesKeysOnceForManyCallers() async throws {
        let harness = try VerifierHarness()
        let tokens = try (0..<100).map { try harness.token(["jti": .string("\($0)")]) }
        harness.issuer.hold()
        async let release: Void = {
            try await waitUntil { !harness.issuer.paths.isEmpty }
            harness.issuer.release()
        }()
        let subjects = try await withThrowingTaskGroup(of: String.self) { group in
            for token in tokens { group.addTask { try await harness.verifier.verify(token).subject } }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        try await release
        #expect(subjects.count == 100)
        #expect(harness.issuer.paths == [Self.metadata, "/keys"])
    }

    @Test func fetchesNewKeysAfterRotation() async throws {
        let harness = try VerifierHarness()
        _ = try await harness.verifier.verify(try harness.token())
        let next = try SigningKey.generate(.es256)
        harness.issuer.keys.append(next)
        harness.time.advance(by: 30)
        #expect(await code(harness, try harness.token(by: next)) == nil)
        #expect(harness.issuer.paths == [Self.metadata, "/keys", "/keys"])
    }

    @Test func fetchesNewKeysOnceForManyCallers() async throws {
        let harness = try VerifierHarness()
        _ = try await harness.verifier.verify(try harness.token())
        let next = try SigningKey.generate(.es256)
        harness.issuer.keys.append(next)
        harness.time.advance(by: 30)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                let token = try harness.token(["jti": .string("\(number)")], by: next)
                group.addTask { _ = try await harness.verifier.verify(token) }
            }
            try await group.waitForAll()
        }
        #expect(harness.issuer.paths == [Self.metadata, "/keys", "/keys"])
    }

    @Test func limitsDownloadsForUnknownKeys() async throws {
        let harness = try VerifierHarness()
        let forged = try harness.token(by: SigningKey.generate(.es256))
        for _ in 0..<10 { #expect(await code(harness, forged) == .invalidToken) }
        #expect(harness.issuer.paths.count == 2)
        harness.time.advance(by: 30)
        for _ in 0..<10 { #expect(await code(harness, forged) == .invalidToken) }
        #expect(harness.issuer.paths.count == 3)
    }

    @Test func usesKnownKeysWhileIssuerIsAway() async throws {
        let harness = try VerifierHarness()
        _ = try await harness.verifier.verify(try harness.token())
        harness.issuer.isAway = true
        harness.time.advance(by: 3_000)
        #expect(await code(harness, try harness.token(["jti": "2"])) == nil)
        harness.time.advance(by: 24 * 60 * 60)
        let late = try harness.token(["exp": .integer(TestTime.start + 1_000_000)])
        #expect(await code(harness, late) == .unavailable)
    }

    /// A key that may exist is not unknown: the token is not invalid.
    @Test func reportsUnknownKeyAsUnavailableWhileIssuerIsAway() async throws {
        let harness = try VerifierHarness()
        _ = try await harness.verifier.verify(try harness.token())
        let next = try SigningKey.generate(.es256)
        harness.issuer.isAway = true
        harness.time.advance(by: 30)
        let token = try harness.token(by: next)
        #expect(await code(harness, token) == .unavailable)
        let requests = harness.issuer.paths.count
        #expect(await code(harness, token) == .unavailable)
        #expect(harness.issuer.paths.count == requests)
        harness.issuer.isAway = false
        harness.issuer.keys.append(next)
        harness.time.advance(by: 5)
        #expect(await code(harness, token) == nil)
    }

    @Test func isUnavailableWithoutKeys() async throws {
        let harness = try VerifierHarness()
        harness.issuer.isAway = true
        let error = await #expect(throws: TokenError.self) { try await harness.verifier.verify(try harness.token()) }
        #expect(error?.code == .unavailable)
        #expect(error?.status == .serviceUnavailable)
        #expect(error?.challenge == nil)
        #expect(error?.headerFields[.retryAfter] == "5")
        #expect(error?.detail?.contains("Unreachable") == true)
        await #expect(throws: TokenError.self) { try await harness.verifier.prepare() }
        harness.issuer.isAway = false
        harness.time.advance(by: 5)
        await #expect(throws: Never.self) { try await harness.verifier.prepare() }
    }

    @Test(arguments: [
        (nil, 600), ("public", 600), ("public, max-age=300", 300), ("max-age=1800", 1_800), ("no-cache", 60),
        ("max-age=5", 60), ("max-age=86400", 3_600),
    ])
    func refreshesKeysInBackgroundAfterLifetimeOfResponse(_ cacheControl: String?, age: TimeInterval) async throws {
        let harness = try VerifierHarness()
        harness.issuer.cacheControl = cacheControl
        _ = try await harness.verifier.verify(try harness.token())
        harness.time.advance(by: age - 1)
        #expect(await code(harness, try harness.token(["jti": "2"])) == nil)
        #expect(harness.issuer.paths.filter { $0 == "/keys" }.count == 1)
        harness.time.advance(by: 1)
        #expect(await code(harness, try harness.token(["jti": "3"])) == nil)
        try await waitUntil { harness.issuer.paths.filter { $0 == "/keys" }.count == 2 }
    }

    /// A key that the issuer withdraws may be compromised.
    @Test func forgetsTokensWhenKeyIsRemoved() async throws {
        let harness = try VerifierHarness()
        let token = try harness.token()
        _ = try await harness.verifier.verify(token)
        let next = try SigningKey.generate(.es256)
        harness.issuer.keys = [next]
        harness.time.advance(by: 30)
        #expect(await code(harness, try harness.token(by: next)) == nil)
        #expect(await code(harness, token) == .invalidToken)
    }

    @Test(arguments: [#"{"keys":[]}"#, #"{"keys":[{"kty":"oct","k":"AAAA"}]}"#, "<html>", "{}"])
    func keepsKeysIfResponseIsFaulty(_ body: String) async throws {
        let harness = try VerifierHarness()
        _ = try await harness.verifier.verify(try harness.token())
        harness.issuer.answer("/keys", with: .ok, body)
        harness.time.advance(by: 700)
        for number in 0..<2 {
            #expect(await code(harness, try harness.token(["jti": .string("\(number)")])) == nil)
            try await waitUntil { harness.issuer.paths.filter { $0 == "/keys" }.count == 2 }
        }
    }

    @Test func fallsBackToOpenIDConfiguration() async throws {
        let harness = try VerifierHarness()
        harness.issuer.answer(Self.metadata, with: .notFound, "")
        var metadata = ServerMetadata(issuer: StubIssuer.url)
        metadata.jwksURI = URL(string: StubIssuer.url + "/keys")
        let body = String(decoding: metadata.body(), as: UTF8.self)
        harness.issuer.answer("/.well-known/openid-configuration", with: .ok, body)
        #expect(await code(harness, try harness.token()) == nil)
        #expect(harness.issuer.paths == [Self.metadata, "/.well-known/openid-configuration", "/keys"])
    }

    /// RFC 8414 §3.3: the issuer of the metadata must be the expected one.
    @Test(arguments: [
        #"{"issuer":"https://other.example.com","jwks_uri":"https://login.example.com/keys"}"#,
        #"{"issuer":"https://login.example.com/","jwks_uri":"https://login.example.com/keys"}"#,
        #"{"issuer":"https://login.example.com","jwks_uri":"http://login.example.com/keys"}"#,
        #"{"issuer":"https://login.example.com"}"#, "[]",
    ])
    func rejectsMetadata(_ body: String) async throws {
        let harness = try VerifierHarness()
        harness.issuer.answer(Self.metadata, with: .ok, body)
        #expect(await code(harness, try harness.token()) == .unavailable)
        #expect(!harness.issuer.paths.contains("/keys"))
    }

    @Test func skipsMetadataWithKeySetURL() async throws {
        let harness = try VerifierHarness { $0.keySetURL = StubIssuer.url + "/keys" }
        #expect(await code(harness, try harness.token()) == nil)
        #expect(harness.issuer.paths == ["/keys"])
    }
}
