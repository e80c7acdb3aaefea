import GatehouseWire
import HTTPTypes
import Testing

@Suite struct WWWAuthenticateTests {
    @Test func namesRealmOnlyWithoutToken() {
        let challenge = WWWAuthenticate(.bearer, realm: "https://id.example.com")
        #expect(challenge.encoded == #"Bearer realm="https://id.example.com""#)
    }

    @Test func describesInsufficientToken() {
        let challenge = WWWAuthenticate(
            .bearer,
            realm: "r",
            error: .insufficientScope,
            errorDescription: "Request \"email\"\nfirst.",
            scope: [.openid, .email]
        )
        #expect(
            challenge.encoded
                == #"Bearer realm="r", error="insufficient_scope", error_description="Request 'email'?first.", "#
                + #"scope="openid email""#
        )
    }

    /// RFC 9449 §7.1, RFC 9728 §5.1.
    @Test func offersAlgorithmsAndMetadata() {
        let challenge = WWWAuthenticate(
            .dpop,
            realm: "r",
            error: .useDPoPNonce,
            resourceMetadata: "https://api.example.com/.well-known/oauth-protected-resource",
            algorithms: [.es256, .edDSA]
        )
        let field =
            #"DPoP realm="r", error="use_dpop_nonce", "#
            + #"resource_metadata="https://api.example.com/.well-known/oauth-protected-resource", algs="ES256 EdDSA""#
        #expect(challenge.encoded == field)
    }

    @Test func hasFieldForEachChallenge() {
        var fields = HTTPFields()
        fields.add([WWWAuthenticate(.bearer, realm: "r"), nil, WWWAuthenticate(.dpop, realm: "r")])
        #expect(fields[values: .wwwAuthenticate] == [#"Bearer realm="r""#, #"DPoP realm="r""#])
        #expect(HTTPChallenge.list(parsing: fields[.wwwAuthenticate] ?? "").map(\.scheme) == ["bearer", "dpop"])
    }
}
