import Crypto
import Foundation
import GatehouseJOSE
import GatehouseWire
import HTTPTypes
import Testing

@testable import GatehouseVerifier

@Suite struct TokenVerifierTests {
    /// Returns the error of a verification.
    private func error(_ harness: VerifierHarness, _ token: String) async -> TokenError? {
        await #expect(throws: TokenError.self) { try await harness.verifier.verify(token) }
    }

    @Test func returnsClaimsOfValidToken() async throws {
        let harness = try VerifierHarness()
        let token = try await harness.verifier.verify(
            try harness.token([
                "sid": "s", "auth_time": .integer(TestTime.start - 5), "acr": "urn:gatehouse:acr:2",
                "amr": ["pwd", "otp"], "act": ["sub": "agent", "act": ["sub": "other", "iss": "i"]], "tenant": "t1",
            ]),
            requiring: ["orders:read"]
        )
        #expect(token.issuer == StubIssuer.url)
        #expect(token.subject == "ada")
        #expect(token.clientID == "shop")
        #expect(!token.isForClientItself)
        #expect(token.scopes == ["orders:read", "orders:write"])
        #expect(token.audience == [StubIssuer.audience])
        #expect(token.expiresAt == Date(timeIntervalSince1970: TimeInterval(TestTime.start + 3_600)))
        #expect(token.issuedAt == Date(timeIntervalSince1970: TimeInterval(TestTime.start)))
        #expect(token.tokenID == "j")
        #expect(token.sessionID == "s")
        #expect(token.authenticatedAt == Date(timeIntervalSince1970: TimeInterval(TestTime.start - 5)))
        #expect(token.acr == .multiFactor)
        #expect(token.amr.map(\.rawValue) == ["pwd", "otp"])
        #expect(token.actors == [.init(subject: "agent", issuer: nil), .init(subject: "other", issuer: "i")])
        #expect(token.keyThumbprint == nil)
        #expect(token[ClaimName(rawValue: "tenant")] == "t1")
        #expect(token.claims[ClaimName(rawValue: "tenant")] == "t1")
    }

    @Test(arguments: [SigningAlgorithm.es256, .edDSA, .rs256, .ps256])
    func acceptsAlgorithm(_ algorithm: SigningAlgorithm) async throws {
        let harness = try VerifierHarness(algorithm)
        #expect(try await harness.verifier.verify(try harness.token()).subject == "ada")
    }

    @Test func rejectsAlgorithmsThatAreNotAllowed() async throws {
        let harness = try VerifierHarness(.rs256) { $0.algorithms = [.es256] }
        #expect(await error(harness, try harness.token())?.code == .invalidToken)
    }

    // MARK: Claims

    /// RFC 9068 §4; the clocks may differ by a minute.
    @Test(
        arguments: [
            ["iss": "https://login.example.com/"], ["iss": "https://other.example.com"], ["iss": .null],
            ["aud": "https://api.example.com"], ["aud": ["a", "b"]], ["aud": .null], ["aud": [1]],
            ["exp": .integer(TestTime.start - 60)], ["exp": .null], ["exp": "soon"],
            ["nbf": .integer(TestTime.start + 61)], ["nbf": true],
            ["iat": .integer(TestTime.start + 61)], ["iat": .null],
            ["sub": .null], ["sub": 7], ["client_id": .null], ["jti": .null], ["scope": ["orders:read"]],
            ["scope": "a  b"],
            ["at_hash": "h"], ["events": [:]], ["cnf": ["kid": "k"]], ["cnf": "k"], ["act": "agent"],
        ] as [[String: JSONValue]]
    )
    func rejectsWrongClaims(_ changes: [String: JSONValue]) async throws {
        let harness = try VerifierHarness()
        let error = await error(harness, try harness.token(changes))
        #expect(error?.code == .invalidToken)
        #expect(error?.status == .unauthorized)
        #expect(error?.message == "The access token is invalid, expired, revoked or for another API.")
    }

    @Test(
        arguments: [
            ["aud": ["other", .string(StubIssuer.audience)]], ["exp": .integer(TestTime.start - 59)],
            ["exp": .double(Double(TestTime.start) + 0.5)], ["nbf": .integer(TestTime.start + 60)], ["scope": .null],
        ] as [[String: JSONValue]]
    )
    func acceptsVariants(_ changes: [String: JSONValue]) async throws {
        let harness = try VerifierHarness()
        let token = try harness.token(changes)
        await #expect(throws: Never.self) { try await harness.verifier.verify(token) }
    }

    // MARK: Forged tokens

    @Test func rejectsForgedTokens() async throws {
        let harness = try VerifierHarness()
        let valid = try harness.token()
        let parts = valid.split(separator: ".").map(String.init)
        let header = #"{"alg":"none","typ":"at+jwt"}"#
        let symmetric = #"{"alg":"HS256","typ":"at+jwt","kid":"\#(harness.key.keyID)"}"#
        let input = Base64URL.encode(Data(symmetric.utf8)) + "." + parts[1]
        let publicKey = SymmetricKey(data: JSONCoding.encode(harness.key.publicJWK))
        let code = Data(HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: publicKey))
        let forged = [
            "x", "a.b.c", valid + "A", parts[0] + "." + parts[1] + ".",
            parts[0] + "." + Base64URL.encode(JSONCoding.encode(VerifierHarness.claims(["sub": "eve"]))) + "."
                + parts[2],
            Base64URL.encode(Data(header.utf8)) + "." + parts[1] + ".",
            input + "." + Base64URL.encode(code), String(repeating: "a", count: 20_000),
        ]
        _ = try await harness.verifier.verify(valid)
        for token in forged {
            let error = await error(harness, token)
            #expect(error?.code == .invalidToken, "\(token.prefix(200))")
        }
        #expect(await error(harness, "")?.code == .invalidRequest)
    }

    @Test(arguments: [JWTType.idToken, .dpopProof, .logoutToken, .clientAuthentication])
    func rejectsOtherTypes(_ type: JWTType) async throws {
        let harness = try VerifierHarness()
        #expect(await error(harness, try harness.token(as: type))?.code == .invalidToken)
    }

    @Test func rejectsSignatureOfAnotherIssuer() async throws {
        let harness = try VerifierHarness()
        let token = try harness.token(by: SigningKey.generate(.es256))
        harness.time.advance(by: 31)
        let error = await error(harness, token)
        #expect(error?.code == .invalidToken)
        #expect(error?.detail == "The issuer has no such key.")
    }

    // MARK: Other issuers

    @Test func acceptsGenericTypeOnlyIfConfigured() async throws {
        let strict = try VerifierHarness()
        let lenient = try VerifierHarness { $0.acceptsGenericType = true }
        let changes: [String: JSONValue] = [
            "jti": .null, "client_id": .null, "azp": "app", "scope": .null, "scp": "a b",
        ]
        #expect(await error(strict, try strict.token(changes, as: .jwt))?.code == .invalidToken)
        let token = try await lenient.verifier.verify(try lenient.token(changes, as: .jwt), requiring: ["b"])
        #expect(token.clientID == "app")
        #expect(token.scopes == ["a", "b"])
        let list = try lenient.token(["scope": ["a", "c"]], as: .jwt)
        #expect(try await lenient.verifier.verify(list).scopes == ["a", "c"])
        #expect(await error(lenient, try lenient.token(["at_hash": "h"], as: .jwt))?.code == .invalidToken)
    }

    // MARK: Requirements

    @Test func rejectsMissingScope() async throws {
        let harness = try VerifierHarness()
        let token = try harness.token(["scope": "orders:read"])
        let error = await #expect(throws: TokenError.self) {
            try await harness.verifier.verify(token, requiring: ["orders:read", "orders:write"])
        }
        #expect(error?.code == .insufficientScope)
        #expect(error?.status == .forbidden)
        #expect(
            error?.challenge
                == #"Bearer realm="https://api.example.com/orders", error="insufficient_scope", "#
                + #"error_description="The access token lacks a required scope.", scope="orders:read orders:write""#
        )
    }

    @Test func requiresRecentAuthentication() async throws {
        let harness = try VerifierHarness()
        let recent = try harness.token(["auth_time": .integer(TestTime.start - 300)])
        let requirement = RequiredAuthentication.within(.seconds(300))
        await #expect(throws: Never.self) { try await harness.verifier.verify(recent, authentication: requirement) }
        harness.time.advance(by: 61)
        for token in [recent, try harness.token()] {
            let error = await #expect(throws: TokenError.self) {
                try await harness.verifier.verify(token, authentication: requirement)
            }
            #expect(error?.code == .insufficientUserAuthentication)
            #expect(error?.status == .unauthorized)
            #expect(error?.challenge?.contains(#"error="insufficient_user_authentication""#) == true)
            #expect(error?.challenge?.contains(#"max_age="300""#) == true)
        }
    }

    @Test func requiresAuthenticationContextClass() async throws {
        let harness = try VerifierHarness()
        let requirement = RequiredAuthentication(acrValues: [.multiFactor, .phishingResistant])
        let strong = try harness.token(["acr": "phr"])
        await #expect(throws: Never.self) { try await harness.verifier.verify(strong, authentication: requirement) }
        let weak = try harness.token(["acr": "urn:gatehouse:acr:1"])
        let error = await #expect(throws: TokenError.self) {
            try await harness.verifier.verify(weak, authentication: requirement)
        }
        #expect(error?.challenge?.contains(#"acr_values="urn:gatehouse:acr:2 phr""#) == true)
    }

    // MARK: Configuration

    @Test(arguments: ["http://login.example.com", "login.example.com", "", "ftp://login.example.com"])
    func rejectsInsecureIssuer(_ issuer: String) {
        #expect(throws: VerifierConfiguration.Invalid.self) { try TokenVerifier(issuer: issuer, audience: "a") }
    }

    @Test func rejectsOtherWrongSettings() {
        let changes: [(inout VerifierConfiguration) -> Void] = [
            { $0.algorithms = [.hs256] }, { $0.dpop.algorithms = [.hs256] }, { $0.publicURL = "api.example.com" },
            { $0.dpop.nonces = .sharedKey(Secret("short")) }, { $0.keySetURL = "http://login.example.com/keys" },
        ]
        for change in changes {
            #expect(throws: VerifierConfiguration.Invalid.self) { try VerifierHarness(configure: change) }
        }
        var configuration = VerifierConfiguration()
        configuration.resource = VerifierConfiguration.ResourceDescription()
        #expect(throws: VerifierConfiguration.Invalid.self) {
            try TokenVerifier(issuer: StubIssuer.url, audience: "orders", configuration: configuration)
        }
    }

    // MARK: Memory

    @Test func remembersVerifiedTokensUntilExpiry() async throws {
        let harness = try VerifierHarness()
        let token = try harness.token(["exp": .integer(TestTime.start + 10)])
        _ = try await harness.verifier.verify(token)
        harness.issuer.isAway = true
        harness.time.advance(by: 69)
        await #expect(throws: Never.self) { try await harness.verifier.verify(token) }
        harness.time.advance(by: 1)
        #expect(await error(harness, token)?.code == .invalidToken)
    }

    @Test func checksRequirementsOfRememberedTokens() async throws {
        let harness = try VerifierHarness()
        let token = try harness.token()
        _ = try await harness.verifier.verify(token)
        let error = await #expect(throws: TokenError.self) {
            try await harness.verifier.verify(token, requiring: ["orders:delete"])
        }
        #expect(error?.code == .insufficientScope)
    }
}
