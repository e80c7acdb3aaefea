import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct AmazonTokenRequestTests {
    private static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    private static let invalidCode = "The request has an invalid grant parameter : code"

    private static func read(_ form: String) throws -> AmazonTokenRequest {
        try AmazonTokenRequest(parameters: Parameters(formEncoded: form))
    }

    @Test(arguments: [
        AmazonTokenRequest(
            grant: .authorizationCode(
                Secret("c"),
                redirectURI: "amzn-a://?methodName=signin",
                codeVerifier: CodeVerifier(verifier)
            ),
            client: ClientCredentials(clientID: "app")
        ),
        AmazonTokenRequest(
            grant: .refreshToken(Secret("Atzr|r"), scope: nil),
            client: ClientCredentials(clientID: "a", clientSecret: Secret("s"))
        ),
        AmazonTokenRequest(grant: .refreshToken(Secret("Atzr|r"), scope: [.profile])),
        AmazonTokenRequest(grant: .clientCredentials(scope: [Scope(rawValue: "api::x")])),
        AmazonTokenRequest(grant: .deviceCode(Secret("d")), userCode: "ABCD-EFGH"),
        AmazonTokenRequest(grant: .other(GrantType(rawValue: "password"))),
    ])
    func readsBackEveryGrantAsFormAndJSON(_ request: AmazonTokenRequest) throws {
        #expect(try Self.read(request.parameters.formEncoded) == request)
        #expect(try AmazonTokenRequest(parameters: Parameters(json: request.parameters.json)) == request)
    }

    @Test func writesAmazonsNameOfDeviceGrant() {
        let request = AmazonTokenRequest(grant: .deviceCode(Secret("d")), userCode: "u")
        #expect(request.parameters.formEncoded == "grant_type=device_code&device_code=d&user_code=u")
        #expect(
            String(decoding: request.parameters.json, as: UTF8.self)
                == #"{"device_code":"d","grant_type":"device_code","user_code":"u"}"#
        )
    }

    @Test(arguments: [
        ("", OAuthErrorCode.invalidRequest, "The request is missing a required parameter : grant_type"),
        ("grant_type=authorization_code", .invalidRequest, "The request is missing a required parameter : code"),
        ("grant_type=refresh_token", .invalidRequest, "The request is missing a required parameter : refresh_token"),
        (
            "grant_type=device_code&user_code=u", .invalidRequest,
            "The request is missing a required parameter : device_code"
        ),
        (
            "grant_type=device_code&device_code=u", .invalidRequest,
            "The request is missing a required parameter : user_code"
        ),
        ("grant_type=refresh_token&refresh_token=a&refresh_token=b", .invalidRequest, "Malformed request"),
        ("grant_type=authorization_code&code=c&code_verifier=short", .invalidGrant, invalidCode),
        ("grant_type=refresh_token&refresh_token=r&scope=%22", .invalidScope, "An unknown scope was requested"),
    ])
    func rejectsInvalidRequests(form: String, code: OAuthErrorCode, text: String) {
        #expect(throws: OAuthError(code, text)) { try Self.read(form) }
    }

    @Test func readsOtherJSONMembersAsText() throws {
        let body = Data(#"{"a":1,"b":true,"c":null,"scope_data":{"x":{"essential":false}},"s":"t"}"#.utf8)
        #expect(
            try Parameters(json: body).elements.map { "\($0.name)=\($0.value)" }
                == ["a=1", "b=true", "s=t", #"scope_data={"x":{"essential":false}}"#]
        )
    }

    @Test(arguments: ["", "[]", "1", "{", #"{"a":"\u0000"}"#]) func rejectsJSONThatIsNotAForm(_ body: String) {
        #expect(throws: WireError.self) { try Parameters(json: Data(body.utf8)) }
    }

    @Test func enforcesFormLimitsForJSON() {
        let many = Dictionary(uniqueKeysWithValues: (0..<101).map { ("n\($0)", "v") })
        #expect(throws: WireError("There are more than 100 parameters.")) {
            try Parameters(json: JSONCoding.encode(many))
        }
        let long = ["a": String(repeating: "b", count: 16 * 1024 + 1)]
        #expect(throws: WireError("The value of a parameter exceeds 16384 bytes.")) {
            try Parameters(json: JSONCoding.encode(long))
        }
        let name = [String(repeating: "b", count: 257): "a"]
        #expect(throws: WireError("A name in the JSON exceeds 256 bytes.")) {
            try Parameters(json: JSONCoding.encode(name))
        }
    }

    @Test func readsLifetimeFromStringOfDigits() throws {
        let body = Data(
            #"{"access_token":"Atza|a","refresh_token":"Atzr|r","token_type":"bearer","expires_in":"3600"}"#.utf8
        )
        let response = try TokenResponse(body: body, fields: [:])
        #expect(
            response
                == TokenResponse(
                    accessToken: Secret("Atza|a"),
                    expiresIn: 3600,
                    refreshToken: Secret("Atzr|r"),
                    scope: nil
                )
        )
    }
}
