import GatehouseWire
import Testing

@Suite struct TokenExchangeTests {
    private static let grant = "grant_type=urn:ietf:params:oauth:grant-type:token-exchange"
    private static let type = "urn:ietf:params:oauth:token-type:access_token"
    private static let subject = "subject_token=s&subject_token_type=\(type)"

    private static func read(_ form: String) throws -> TokenRequest {
        try TokenRequest(parameters: Parameters(formEncoded: form))
    }

    @Test func readsSubjectOnly() throws {
        let exchange = TokenExchangeParameters(subject: .init(Secret("s"), .accessToken))
        #expect(try Self.read("\(Self.grant)&\(Self.subject)").grant == .tokenExchange(exchange))
    }

    @Test func readsEveryParameter() throws {
        let form =
            "\(Self.grant)&resource=https://a.example&audience=x&audience=y&scope=a&\(Self.subject)"
            + "&requested_token_type=urn:ietf:params:oauth:token-type:jwt"
            + "&actor_token=t&actor_token_type=urn:ietf:params:oauth:token-type:id_token"
        let request = try Self.read(form)
        let exchange = TokenExchangeParameters(
            subject: .init(Secret("s"), .accessToken),
            actor: .init(Secret("t"), .idToken),
            requestedTokenType: .jwt,
            scope: ["a"],
            audiences: ["x", "y"]
        )
        #expect(request.grant == .tokenExchange(exchange))
        #expect(request.resources == ["https://a.example"])
    }

    /// RFC 8693 §2.1: a type is required with its token, and must not be sent without it.
    @Test(arguments: [
        ("", OAuthErrorCode.invalidRequest, "parameter: subject_token."),
        ("subject_token=s", .invalidRequest, "parameter: subject_token_type."),
        ("subject_token_type=\(type)", .invalidRequest, "parameter: subject_token."),
        ("\(subject)&actor_token=t", .invalidRequest, "parameter: actor_token_type."),
        ("\(subject)&actor_token_type=\(type)", .invalidRequest, "parameter: actor_token."),
        ("\(subject)&subject_token=t", .invalidRequest, "subject_token must not be included more than once"),
        ("\(subject)&requested_token_type=a&requested_token_type=b", .invalidRequest, "requested_token_type"),
        ("\(subject)&scope=a%22", .invalidScope, "scope"), ("\(subject)&resource=x", .invalidTarget, "resource"),
        ("\(subject)&audience=" + String(repeating: "a", count: 2049), .invalidTarget, "audience"),
    ])
    func rejectsInvalidRequests(_ form: String, code: OAuthErrorCode, words: String) {
        let error = #expect(throws: OAuthError.self) { try Self.read("\(Self.grant)&\(form)") }
        #expect(error?.code == code)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    /// RFC 7523 §2.1.
    @Test func requiresAssertionOfJWTBearerGrant() throws {
        let grant = "grant_type=urn:ietf:params:oauth:grant-type:jwt-bearer"
        #expect(try Self.read("\(grant)&assertion=a.b.c&scope=x").grant == .jwtBearer(Secret("a.b.c"), scope: ["x"]))
        for form in ["", "&assertion=", "&assertion=a&assertion=b"] {
            let error = #expect(throws: OAuthError.self) { try Self.read(grant + form) }
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test func hidesTokensInDescription() throws {
        let request = try Self.read("\(Self.grant)&subject_token=topsecret&subject_token_type=\(Self.type)")
        #expect(!"\(request)".contains("topsecret"))
    }
}
