import GatehouseWire
import Testing

@Suite struct TokenQueryTests {
    private static func read(_ form: String) throws -> TokenQuery {
        try TokenQuery(parameters: Parameters(formEncoded: form))
    }

    @Test func readsBackWhatItWrites() throws {
        let request = TokenQuery(
            token: Secret("t&1"),
            tokenTypeHint: .refreshToken,
            client: ClientCredentials(clientID: "app", clientSecret: Secret("s"))
        )
        #expect(
            request.parameters.formEncoded
                == "token=t%261&token_type_hint=refresh_token&client_id=app&client_secret=s"
        )
        #expect(try Self.read(request.parameters.formEncoded) == request)
    }

    @Test func keepsAHintItDoesNotKnow() throws {
        #expect(try Self.read("token=t&token_type_hint=pat").tokenTypeHint == TokenTypeHint(rawValue: "pat"))
    }

    @Test(arguments: [
        ("", "The parameter token is missing."), ("token=", "The parameter token is missing."),
        ("token=a&token=b", "The parameter token was sent more than once."),
        ("token=a&token_type_hint=b&token_type_hint=b", "The parameter token_type_hint was sent more than once."),
    ])
    func refuses(_ form: String, _ description: String) {
        #expect(throws: OAuthError(.invalidRequest, description)) { try Self.read(form) }
    }
}
