package import GatehouseWire

/// Binds a code to whoever asked for it (RFC 7636).
package enum PKCE {
    /// The S256 challenge of a verifier (RFC 7636 §4.2).
    package static func challenge(for verifier: CodeVerifier) -> CodeChallenge {
        CodeChallenge(digest: SHA256Digest.of(verifier.secret.reveal()))
    }

    /// Whether the verifier is the one that the challenge was made from (RFC 7636 §4.6).
    package static func verify(_ verifier: CodeVerifier, against challenge: CodeChallenge) -> Bool {
        let expected = challenge.method == .plain ? verifier.secret.reveal() : Self.challenge(for: verifier).rawValue
        return ConstantTime.equal(expected, challenge.rawValue)
    }
}
