import GatehouseWire
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
}
