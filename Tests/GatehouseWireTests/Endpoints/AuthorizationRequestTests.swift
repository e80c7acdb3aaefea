import GatehouseWire
import Testing

@Suite struct AuthorizationRequestTests {
    private static let minimal = "response_type=code&client_id=app&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    private static func read(_ query: String) throws -> AuthorizationRequest {
        try AuthorizationRequest(parameters: Parameters(formEncoded: query))
    }

    @Test func readsMinimalRequest() throws {
        let request = try Self.read(Self.minimal)
        #expect(
            request
                == AuthorizationRequest(
                    clientID: "app",
                    redirectURI: RedirectURI(rawValue: "https://app.example.com/cb"),
                    scope: []
                )
        )
    }

    @Test func readsBackWrittenRequest() throws {
        let request = AuthorizationRequest(
            clientID: "app",
            redirectURI: RedirectURI(rawValue: "com.example.app:/cb?x=1"),
            responseMode: .formPost,
            scope: [.openid, .profile],
            state: "a b&c",
            nonce: "n",
            codeChallenge: CodeChallenge(rawValue: Self.challenge),
            prompt: [.login, .consent],
            maxAge: 0,
            loginHint: "someone@example.com",
            idTokenHint: "a.b.c",
            claims: ClaimsRequest(
                userInfo: [.email: .init(essential: true), .name: .init()],
                idToken: [.acr: .init(values: ["1"])]
            ),
            uiLocales: ["de-CH", "en"],
            claimsLocales: ["ja"],
            acrValues: [.multiFactor, .singleFactor],
            display: .popup,
            resources: ["https://api.example.com/", "urn:example:api"],
            dpopKeyThumbprint: Self.challenge
        )
        #expect(try Self.read(request.parameters.formEncoded) == request)
        #expect(request.parameters[.codeChallengeMethod] == "S256")
    }

    @Test func omitsUnsetParameters() {
        let request = AuthorizationRequest(clientID: "app", redirectURI: nil, scope: [.openid])
        #expect(request.parameters.formEncoded == "response_type=code&client_id=app&scope=openid")
    }

    @Test func ignoresUnknownParameters() throws {
        let request = try Self.read(Self.minimal + "&x-client-SKU=1&x-client-SKU=2&utm_source=x&client_info=1")
        #expect(request == (try Self.read(Self.minimal)))
    }

    @Test(arguments: [
        ("response_type=code", OAuthErrorCode.invalidRequest, "parameter: client_id"),
        ("response_type=code&client_id=", .invalidRequest, "parameter: client_id"),
        ("client_id=app", .invalidRequest, "parameter: response_type"),
        ("client_id=app&client_id=app&response_type=code", .invalidRequest, "client_id must not be included"),
        ("client_id=app&response_type=code&redirect_uri=%2Fcb", .invalidRequest, "redirect_uri must be"),
        (
            "client_id=app&response_type=code&redirect_uri=https%3A%2F%2Fa.example%2F%23x", .invalidRequest,
            "redirect_uri"
        ),
        ("client_id=app&response_type=token", .unsupportedResponseType, "response_type"),
        ("client_id=app&response_type=code+id_token", .unsupportedResponseType, "response_type"),
        ("\(minimal)&response_type=code", .invalidRequest, "response_type must not be included more than once"),
        ("\(minimal)&response_mode=jwt", .invalidRequest, "response_mode"),
        ("\(minimal)&scope=openid++email", .invalidScope, "scope"),
        ("\(minimal)&scope=a%22b", .invalidScope, "scope"),
        ("\(minimal)&scope=a&scope=b", .invalidRequest, "scope must not be included more than once"),
        ("\(minimal)&state=a&state=b", .invalidRequest, "state must not be included more than once"),
        ("\(minimal)&nonce=a&nonce=b", .invalidRequest, "nonce must not be included more than once"),
        ("\(minimal)&prompt=none+login", .invalidRequest, "prompt"),
        ("\(minimal)&prompt=create+other", .invalidRequest, "prompt"),
        ("\(minimal)&max_age=-1", .invalidRequest, "max_age"),
        ("\(minimal)&max_age=%2B1", .invalidRequest, "max_age"),
        ("\(minimal)&max_age=1.5", .invalidRequest, "max_age"),
        ("\(minimal)&max_age=99999999999999999999", .invalidRequest, "max_age"),
        ("\(minimal)&code_challenge=\(challenge)", .invalidRequest, "code_challenge_method"),
        (
            "\(minimal)&code_challenge=\(challenge)&code_challenge_method=plain", .invalidRequest,
            "code_challenge_method"
        ),
        ("\(minimal)&code_challenge=short&code_challenge_method=S256", .invalidRequest, "code_challenge must be"),
        ("\(minimal)&code_challenge_method=S256", .invalidRequest, "parameter: code_challenge"),
        ("\(minimal)&claims=%5B%5D", .invalidRequest, "claims"),
        ("\(minimal)&claims=%7B", .invalidRequest, "claims"),
        ("\(minimal)&request=a.b.c", .requestNotSupported, "request"),
        ("\(minimal)&request_uri=https%3A%2F%2Fa.example", .requestURINotSupported, "request_uri"),
        ("\(minimal)&registration=%7B%7D", .registrationNotSupported, "registration"),
        ("\(minimal)&resource=api", .invalidTarget, "resource"),
        ("\(minimal)&dpop_jkt=short", .invalidRequest, "dpop_jkt must be"),
        ("\(minimal)&dpop_jkt=\(challenge)&dpop_jkt=\(challenge)", .invalidRequest, "dpop_jkt must not be included"),
        ("\(minimal)&resource=https%3A%2F%2Fa.example%2F%23x", .invalidTarget, "resource"),
    ])
    func rejectsInvalidRequests(query: String, code: OAuthErrorCode, words: String) {
        let error = #expect(throws: OAuthError.self) { try Self.read(query) }
        #expect(error?.code == code)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("state", 2048), ("nonce", 512), ("scope", 4096), ("login_hint", 512), ("ui_locales", 1024),
        ("acr_values", 1024), ("display", 256),
    ])
    func enforcesLengthLimits(_ name: String, _ limit: Int) throws {
        let longest = String(repeating: "a", count: limit)
        _ = try Self.read("\(Self.minimal)&\(name)=\(longest)")
        #expect(throws: OAuthError(.invalidRequest, "The parameter \(name) exceeds \(limit) bytes.")) {
            try Self.read("\(Self.minimal)&\(name)=\(longest)a")
        }
    }

    @Test func readsEveryPrompt() throws {
        #expect(try Self.read(Self.minimal + "&prompt=none").prompt == [.none])
        let all = "&prompt=login+consent+select_account+create"
        #expect(try Self.read(Self.minimal + all).prompt == [.login, .consent, .selectAccount, .create])
    }
}
