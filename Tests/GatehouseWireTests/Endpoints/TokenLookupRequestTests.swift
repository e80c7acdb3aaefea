import GatehouseWire
import Testing

@Suite struct TokenLookupRequestTests {
    private static func read(_ form: String) throws -> TokenLookupRequest {
        try TokenLookupRequest(parameters: Parameters(formEncoded: form))
    }

    @Test func readsBackWrittenRequest() throws {
        let request = TokenLookupRequest(
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

    @Test func preservesUnknownHint() throws {
        #expect(try Self.read("token=t&token_type_hint=pat").tokenTypeHint == TokenTypeHint(rawValue: "pat"))
    }

    @Test(arguments: [
        ("", "Missing required parameter: token."), ("token=", "Missing required parameter: token."),
        ("token=a&token=b", "The parameter token must not be included more than once."),
        (
            "token=a&token_type_hint=b&token_type_hint=b",
            "The parameter token_type_hint must not be included more than once."
        ),
    ])
    func rejectsInvalidRequests(_ form: String, _ description: String) {
        #expect(throws: OAuthError(.invalidRequest, description)) { try Self.read(form) }
    }
}
