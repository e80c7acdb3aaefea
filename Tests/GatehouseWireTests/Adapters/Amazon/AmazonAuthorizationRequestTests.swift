import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonAuthorizationRequestTests {
    private static let minimal =
        "client_id=app&scope=profile&response_type=code&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb"
    private static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    private static func read(_ query: String) throws -> AmazonAuthorizationRequest {
        try AmazonAuthorizationRequest(parameters: Parameters(formEncoded: query))
    }

    @Test func readsBackWrittenRequest() throws {
        let request = AmazonAuthorizationRequest(
            clientID: "app",
            redirectURI: AmazonRedirect.app(bundleID: "com.example.App"),
            scope: [.profile, .amazonUserID, Scope(rawValue: "alexa::ask:skills:readwrite")],
            scopeData: AmazonScopeData([.postalCode: ["essential": false]]),
            state: "clientId=1&redirectUri=2",
            codeChallenge: CodeChallenge(rawValue: Self.challenge)
        )
        #expect(try Self.read(request.parameters.formEncoded) == request)
        #expect(
            request.parameters.formEncoded
                == "client_id=app&scope=profile%20profile%3Auser_id%20alexa%3A%3Aask%3Askills%3Areadwrite"
                + "&scope_data=%7B%22postal_code%22%3A%7B%22essential%22%3Afalse%7D%7D&response_type=code"
                + "&redirect_uri=amzn-com.example.App%3A%2F%2F%3FmethodName%3Dsignin"
                + "&state=clientId%3D1%26redirectUri%3D2&code_challenge=\(Self.challenge)&code_challenge_method=S256"
        )
    }

    @Test func treatsChallengeWithoutMethodAsPlain() throws {
        let request = try Self.read(Self.minimal + "&code_challenge=\(Self.challenge)")
        #expect(request.codeChallenge == CodeChallenge(rawValue: Self.challenge, method: .plain))
        #expect(request.codeChallenge?.method == .plain)
        let hashed = try Self.read(Self.minimal + "&code_challenge=\(Self.challenge)&code_challenge_method=S256")
        #expect(hashed.codeChallenge?.method == .s256)
    }

    @Test func readsScopesSeparatedByAnyNumberOfSpaces() throws {
        #expect(
            try Self.read("client_id=a&response_type=code&scope=+profile++postal_code+").scope.description
                == "profile postal_code"
        )
    }

    @Test(arguments: [
        (
            "scope=profile&response_type=code", OAuthErrorCode.invalidRequest,
            "The request is missing a required parameter : client_id"
        ),
        ("client_id=a&scope=profile", .invalidRequest, "The request is missing a required parameter : response_type"),
        ("client_id=a&response_type=code", .invalidRequest, "The request is missing a required parameter : scope"),
        (
            "client_id=a&response_type=code&scope=+", .invalidRequest,
            "The request is missing a required parameter : scope"
        ),
        (
            "client_id=a&response_type=token&scope=profile", .unsupportedResponseType,
            "The request has an invalid parameter : response_type"
        ),
        ("\(minimal)&scope=profile", .invalidRequest, "Malformed request"),
        ("\(minimal)&state=a&state=b", .invalidRequest, "Malformed request"),
        ("\(minimal)&scope_data=%5B%5D", .invalidRequest, "The request has an invalid parameter : scope_data"),
        (
            "\(minimal)&scope_data=%7B%22profile%22%3A1%7D", .invalidRequest,
            "The request has an invalid parameter : scope_data"
        ),
        ("\(minimal)&code_challenge=short", .invalidRequest, "The request has an invalid parameter : code_challenge"),
        (
            "\(minimal)&code_challenge=short&code_challenge_method=S256", .invalidRequest,
            "The request has an invalid parameter : code_challenge"
        ),
        (
            "\(minimal)&code_challenge=\(challenge)&code_challenge_method=S512", .invalidRequest,
            "The request has an invalid parameter : code_challenge_method"
        ),
        ("client_id=a&response_type=code&scope=a%22", .invalidScope, "An unknown scope was requested"),
    ])
    func rejectsInvalidRequests(query: String, code: OAuthErrorCode, text: String) {
        #expect(throws: OAuthError(code, text)) { try Self.read(query) }
    }

    @Test func beginsResponseWithCodeAndContainsGrantedScope() throws {
        let uri = try #require(AmazonRedirect.app(bundleID: "com.example.app"))
        let response = AuthorizationResponse(
            redirectURI: uri,
            outcome: .code(Secret("c")),
            state: "s",
            issuer: "https://id.example.com",
            scope: [.profile, .postalCode],
            wireProtocol: .amazon
        )
        #expect(
            response.location
                == "amzn-com.example.app://?methodName=signin&code=c&scope=profile+postal_code&state=s"
        )
        #expect(response.status == .found)
        let read = try AuthorizationResponse(
            callback: #require(
                URL(string: "amzn-com.example.app://?methodName=signin&code=c&scope=profile+postal_code&state=s")
            )
        )
        #expect(read.outcome == .code(Secret("c")))
        #expect(read.scope == [.profile, .postalCode])
        #expect(read.state == "s")
    }
}
