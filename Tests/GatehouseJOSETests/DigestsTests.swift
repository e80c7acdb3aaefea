import Foundation
import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct PKCETests {
    /// RFC 7636, Appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test func matchesExampleOfRFC7636() throws {
        let verifier = try #require(CodeVerifier(Self.verifier))
        #expect(PKCE.challenge(for: verifier).rawValue == Self.challenge)
    }

    @Test func acceptsOnlyMatchingVerifier() throws {
        let challenge = try #require(CodeChallenge(rawValue: Self.challenge))
        #expect(PKCE.verify(try #require(CodeVerifier(Self.verifier)), against: challenge))
        #expect(!PKCE.verify(try #require(CodeVerifier(Self.challenge)), against: challenge))
        #expect(!PKCE.verify(try #require(CodeVerifier(Self.verifier + "A")), against: challenge))
    }

    @Test func comparesPlainChallengeWithVerifier() throws {
        let challenge = try #require(CodeChallenge(rawValue: Self.verifier, method: .plain))
        #expect(PKCE.verify(try #require(CodeVerifier(Self.verifier)), against: challenge))
        #expect(!PKCE.verify(try #require(CodeVerifier(Self.challenge)), against: challenge))
        let hashed = try #require(CodeChallenge(rawValue: Self.challenge, method: .plain))
        #expect(!PKCE.verify(try #require(CodeVerifier(Self.verifier)), against: hashed))
    }

    @Test func createsVerifierFromRandomBytesOfRFC7636() {
        let bytes: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
            240, 91, 88, 5, 88, 83, 132, 141, 121,
        ]
        #expect(CodeVerifier(random: bytes).secret.reveal() == Self.verifier)
    }
}

@Suite struct SHA256DigestTests {
    @Test func matchesExampleOfStandard() {
        let expected: [UInt8] = [
            0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA, 0x41, 0x41, 0x40, 0xDE, 0x5D, 0xAE, 0x22, 0x23, 0xB0, 0x03,
            0x61, 0xA3, 0x96, 0x17, 0x7A, 0x9C, 0xB4, 0x10, 0xFF, 0x61, 0xF2, 0x00, 0x15, 0xAD,
        ]
        #expect(SHA256Digest.of("abc") == Data(expected))
        #expect(SHA256Digest.of(Data("abc".utf8)) == Data(expected))
    }

    /// OpenID Connect Core, Appendix A.3: the access token and `at_hash` of its example.
    @Test func matchesTokenHashExampleOfStandard() {
        let token = Secret("jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
        #expect(SHA256Digest.tokenHash(token) == "77QmUPtjPfzWtF2AnpK9RQ")
    }
}

@Suite struct ConstantTimeTests {
    @Test(arguments: [
        ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "", false), ("abc", "abd", false),
        ("abc", "ab", false),
        ("\u{E9}", "e\u{301}", false),
    ])
    func comparesEveryByte(left: String, right: String, equal: Bool) {
        #expect(ConstantTime.equal(left, right) == equal)
        #expect(ConstantTime.equal(Data(left.utf8), Array(right.utf8)) == equal)
    }
}
