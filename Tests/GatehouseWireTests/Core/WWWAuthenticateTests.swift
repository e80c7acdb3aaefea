import GatehouseWire
import Testing

@Suite struct WWWAuthenticateTests {
    @Test func namesOnlyTheRealmWhenNothingWasSent() {
        let challenge = WWWAuthenticate(.bearer, realm: "https://id.example.com")
        #expect(challenge.encoded == #"Bearer realm="https://id.example.com""#)
    }

    @Test func saysWhyATokenWasNotEnough() {
        let challenge = WWWAuthenticate(
            .bearer,
            realm: "r",
            error: .insufficientScope,
            errorDescription: "Ask for \"email\"\nfirst.",
            scope: [.openid, .email]
        )
        #expect(
            challenge.encoded
                == #"Bearer realm="r", error="insufficient_scope", error_description="Ask for 'email'?first.", "#
                + #"scope="openid email""#
        )
    }
}
