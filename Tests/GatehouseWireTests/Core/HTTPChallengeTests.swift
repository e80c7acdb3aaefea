import GatehouseWire
import Testing

@Suite struct HTTPChallengeTests {
    @Test func readsParameters() {
        let field = #"bearer  Realm = "a \"b\", c" ,error=invalid_token,, scope="openid email" , extra="""#
        #expect(
            HTTPChallenge.list(parsing: field) == [
                .init(
                    "bearer",
                    ["realm": #"a "b", c"#, "error": "invalid_token", "scope": "openid email", "extra": ""]
                )
            ]
        )
    }

    @Test func separatesChallenges() {
        let field = #"Negotiate YWJj/+==, Basic realm="r", Digest, , DPoP algs="ES256", error="e", Bearer"#
        #expect(
            HTTPChallenge.list(parsing: field) == [
                .init("negotiate", [:]), .init("basic", ["realm": "r"]), .init("digest", [:]),
                .init("dpop", ["algs": "ES256", "error": "e"]), .init("bearer", [:]),
            ]
        )
    }

    @Test func readsOwnChallenges() {
        let own = WWWAuthenticate(
            .bearer,
            realm: "https://id.example.com",
            error: .insufficientUserAuthentication,
            maxAge: 600,
            acrValues: [.multiFactor, .phishingResistant]
        )
        #expect(
            HTTPChallenge.list(parsing: own.encoded) == [
                .init(
                    "bearer",
                    [
                        "realm": "https://id.example.com", "error": "insufficient_user_authentication",
                        "max_age": "600", "acr_values": "urn:gatehouse:acr:2 phr",
                    ]
                )
            ]
        )
    }

    @Test(arguments: ["", " ,, ", "=", "\"", "(Bearer)", "\u{0}"])
    func readsNothingInOtherText(field: String) {
        #expect(HTTPChallenge.list(parsing: field).isEmpty)
    }

    @Test func keepsChallengesBeforeMalformedOne() {
        let field = #"Bearer error="a", Bearer error="unfinished"#
        #expect(HTTPChallenge.list(parsing: field).first == .init("bearer", ["error": "a"]))
        #expect(!HTTPChallenge.list(parsing: field).contains { $0.parameters["error"] == "unfinished" })
    }

    @Test func keepsFirstOfRepeatedParameters() {
        let field = #"Bearer error="a", ERROR="b""#
        #expect(HTTPChallenge.list(parsing: field) == [.init("bearer", ["error": "a"])])
    }
}

extension HTTPChallenge {
    fileprivate init(_ scheme: String, _ parameters: [String: String]) {
        self.init(scheme: scheme, parameters: parameters)
    }
}
