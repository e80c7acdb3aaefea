import Gatehouse
import Testing

@Suite struct AuthenticationChallengeTests {
    @Test func readsRequiredSignIn() {
        let field =
            #"Bearer error="insufficient_user_authentication", error_description="Sign in again.", max_age="300", "#
            + #"acr_values="urn:gatehouse:acr:2 phr""#
        #expect(
            AuthenticationChallenge(wwwAuthenticate: field)
                == AuthenticationChallenge(maxAge: .seconds(300), acrValues: [.multiFactor, .phishingResistant])
        )
    }

    @Test func findsChallengeAmongOthers() {
        let field = #"Basic realm="a", DPoP algs="ES256", error=insufficient_user_authentication, max_age=60"#
        #expect(AuthenticationChallenge(wwwAuthenticate: field) == AuthenticationChallenge(maxAge: .seconds(60)))
    }

    @Test func acceptsAnyAgeForRequiredClass() {
        let field = #"Bearer error="insufficient_user_authentication", acr_values="phr""#
        #expect(
            AuthenticationChallenge(wwwAuthenticate: field)
                == AuthenticationChallenge(maxAge: nil, acrValues: [.phishingResistant])
        )
    }

    @Test(arguments: ["", #", max_age="soon""#])
    func requiresNewSignInWithoutDetails(parameters: String) {
        let field = #"Bearer error="insufficient_user_authentication""# + parameters
        #expect(AuthenticationChallenge(wwwAuthenticate: field) == AuthenticationChallenge(maxAge: .zero))
    }

    @Test(
        arguments: [
            "", "Bearer", #"Bearer error="invalid_token", max_age="300""#,
            #"Basic error="insufficient_user_authentication""#, "insufficient_user_authentication",
        ]
    )
    func ignoresOtherChallenges(field: String) {
        #expect(AuthenticationChallenge(wwwAuthenticate: field) == nil)
    }
}
