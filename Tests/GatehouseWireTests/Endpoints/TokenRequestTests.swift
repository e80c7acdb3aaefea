import GatehouseWire
import Testing

@Suite struct TokenRequestTests {
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    private static func read(_ form: String) throws -> TokenRequest {
        try TokenRequest(parameters: Parameters(formEncoded: form))
    }

    @Test(arguments: [
        TokenGrant.authorizationCode(
            Secret("c"),
            redirectURI: "com.example.app:/cb",
            codeVerifier: CodeVerifier(verifier)
        ),
        .authorizationCode(Secret("c"), redirectURI: nil, codeVerifier: nil),
        .refreshToken(Secret("r"), scope: [.openid]), .refreshToken(Secret("r"), scope: nil),
        .clientCredentials(scope: [Scope(rawValue: "api")]), .clientCredentials(scope: nil), .deviceCode(Secret("d")),
        .tokenExchange(TokenExchangeParameters(subject: .init(Secret("s"), .accessToken))),
        .tokenExchange(
            TokenExchangeParameters(
                subject: .init(Secret("s"), .accessToken),
                actor: .init(Secret("a"), .jwt),
                requestedTokenType: .accessToken,
                scope: [.email],
                audiences: ["x", "y"]
            )
        ),
        .jwtBearer(Secret("a.b.c"), scope: nil), .jwtBearer(Secret("a.b.c"), scope: [.email]),
        .other(GrantType(rawValue: "password")),
    ])
    func readsBackEveryGrant(_ grant: TokenGrant) throws {
        let request = TokenRequest(
            grant: grant,
            client: ClientCredentials(clientID: "app", clientSecret: Secret("s")),
            resources: ["https://api.example.com"]
        )
        #expect(try Self.read(request.parameters.formEncoded) == request)
    }

    @Test func usesStandardNames() throws {
        let request = TokenRequest(
            grant: .authorizationCode(Secret("c"), redirectURI: "a:/b", codeVerifier: CodeVerifier(Self.verifier)),
            client: ClientCredentials(clientID: "app")
        )
        #expect(
            request.parameters.formEncoded
                == "grant_type=authorization_code&code=c&redirect_uri=a%3A%2Fb&code_verifier=\(Self.verifier)&client_id=app"
        )
        let device = TokenRequest(grant: .deviceCode(Secret("d")))
        #expect(
            device.parameters.formEncoded
                == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=d"
        )
    }

    @Test(arguments: [
        ("", OAuthErrorCode.invalidRequest, "parameter: grant_type"),
        ("grant_type=", .invalidRequest, "parameter: grant_type"),
        ("grant_type=refresh_token&grant_type=refresh_token", .invalidRequest, "grant_type must not be included"),
        ("grant_type=authorization_code", .invalidRequest, "parameter: code"),
        ("grant_type=authorization_code&code=a&code=b", .invalidRequest, "code must not be included more than once"),
        ("grant_type=authorization_code&code=a&code_verifier=short", .invalidRequest, "code_verifier must be"),
        ("grant_type=refresh_token", .invalidRequest, "parameter: refresh_token"),
        ("grant_type=refresh_token&refresh_token=r&scope=%22", .invalidScope, "scope"),
        ("grant_type=client_credentials&scope=a++b", .invalidScope, "scope"),
        ("grant_type=urn:ietf:params:oauth:grant-type:device_code", .invalidRequest, "parameter: device_code"),
        ("grant_type=refresh_token&refresh_token=r&client_id=a&client_id=b", .invalidRequest, "client_id must not"),
        ("grant_type=refresh_token&refresh_token=r&resource=x", .invalidTarget, "resource"),
    ])
    func rejectsInvalidRequests(form: String, code: OAuthErrorCode, words: String) {
        let error = #expect(throws: OAuthError.self) { try Self.read(form) }
        #expect(error?.code == code)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test func ignoresParametersOfOtherGrants() throws {
        let request = try Self.read("grant_type=refresh_token&refresh_token=r&code=a&code=b&client_info=1")
        #expect(request.grant == .refreshToken(Secret("r"), scope: nil))
    }

    @Test func hidesSecretsInDescription() throws {
        let request = try Self.read("grant_type=refresh_token&refresh_token=topsecret&client_id=a&client_secret=hidden")
        #expect(!"\(request)".contains("topsecret"))
        #expect(!"\(request)".contains("hidden"))
    }
}
