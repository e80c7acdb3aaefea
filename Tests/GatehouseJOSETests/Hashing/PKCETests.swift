import GatehouseJOSE
import GatehouseWire
import Testing

@Suite struct PKCETests {
    /// RFC 7636, Appendix B.
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test func agreesWithTheExampleOfTheRFC() throws {
        let verifier = try #require(CodeVerifier(Self.verifier))
        #expect(PKCE.challenge(for: verifier).rawValue == Self.challenge)
    }

    @Test func acceptsTheVerifierOfTheChallengeAlone() throws {
        let challenge = try #require(CodeChallenge(rawValue: Self.challenge))
        #expect(PKCE.verify(try #require(CodeVerifier(Self.verifier)), against: challenge))
        #expect(!PKCE.verify(try #require(CodeVerifier(Self.challenge)), against: challenge))
        #expect(!PKCE.verify(try #require(CodeVerifier(Self.verifier + "A")), against: challenge))
    }

    @Test func aPlainChallengeIsTheVerifierItself() throws {
        let challenge = try #require(CodeChallenge(rawValue: Self.verifier, method: .plain))
        #expect(PKCE.verify(try #require(CodeVerifier(Self.verifier)), against: challenge))
        #expect(!PKCE.verify(try #require(CodeVerifier(Self.challenge)), against: challenge))
        let hashed = try #require(CodeChallenge(rawValue: Self.challenge, method: .plain))
        #expect(!PKCE.verify(try #require(CodeVerifier(Self.verifier)), against: hashed))
    }

    @Test func readsTheRandomBytesOfTheRFC() {
        let bytes: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191,
            240, 91, 88, 5, 88, 83, 132, 141, 121,
        ]
        #expect(CodeVerifier(random: bytes).secret.reveal() == Self.verifier)
    }
}
