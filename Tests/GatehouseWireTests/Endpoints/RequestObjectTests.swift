import Foundation
import GatehouseWire
import Testing

@Suite struct RequestObjectTests {
    private static func form(_ query: String) throws -> AuthorizationRequestForm {
        try AuthorizationRequestForm(parameters: Parameters(formEncoded: query))
    }

    private static func parameters(_ json: String) throws -> Parameters {
        let claims = try JSONCoding.decode([String: JSONValue].self, from: Data(json.utf8))
        return try RequestObjectParameters(claims: claims).parameters
    }

    @Test func recognizesFormOfRequest() throws {
        #expect(try Self.form("client_id=app&request=&state=x") == .parameters)
        #expect(try Self.form("request=a.b.c") == .object(Secret("a.b.c")))
        let uri = RequestURI(reference: "abc")
        #expect(try Self.form("client_id=app&request_uri=\(uri.rawValue)") == .pushed(uri))
    }

    /// RFC 9101 §5: `request` and `request_uri` must not be used together.
    @Test func rejectsObjectAndReference() {
        #expect(throws: OAuthError(.invalidRequest, "request and request_uri must not be used together.")) {
            try Self.form("request=a.b.c&request_uri=urn:ietf:params:oauth:request_uri:a")
        }
    }

    @Test(arguments: [
        ("request_uri=https%3A%2F%2Fapp.example.com%2Frequest", OAuthErrorCode.invalidRequestURI),
        ("request=a&request=b", .invalidRequest),
        ("request_uri=urn:ietf:params:oauth:request_uri:a&request_uri=b", .invalidRequest),
    ])
    func rejectsOtherForms(_ query: String, _ code: OAuthErrorCode) {
        let error = #expect(throws: OAuthError.self) { try Self.form(query) }
        #expect(error?.code == code)
    }

    @Test func readsParametersOfEveryType() throws {
        let parameters = try Self.parameters(
            """
            {"iss":"app","aud":"https://id.example.com","exp":2,"nbf":1,"iat":1,"jti":"j","sub":"s","client_id":"app",
             "response_type":"code","redirect_uri":"https://app.example.com/cb","max_age":0,"state":null,
             "claims":{"id_token":{"acr":{"essential":true}}},"resource":["https://a.example","https://b.example"],
             "unknown":{"a":[1]}}
            """
        )
        let request = try AuthorizationRequest(parameters: parameters)
        #expect(request.clientID == "app")
        #expect(request.maxAge == 0)
        #expect(request.state == nil)
        #expect(request.claims?.idToken[.acr]?.essential == true)
        #expect(request.resources == ["https://a.example", "https://b.example"])
        #expect(parameters.elements.allSatisfy { !["iss", "sub", "unknown"].contains($0.name) })
    }

    /// RFC 9101 §4: an object must not contain `request` or `request_uri`.
    @Test(arguments: [
        #"{"request":"a.b.c"}"#, #"{"request_uri":"urn:x"}"#, #"{"request":null}"#, #"{"max_age":{}}"#,
        #"{"max_age":1.5}"#, #"{"state":["a"]}"#, #"{"redirect_uri":true}"#, #"{"resource":[1]}"#, #"{"claims":[]}"#,
    ])
    func rejectsInvalidMembers(_ json: String) {
        let error = #expect(throws: OAuthError.self) { try Self.parameters(json) }
        #expect(error?.code == .invalidRequestObject)
    }
}
