import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct PushedAuthorizationTests {
    private static let request = AuthorizationRequest(
        clientID: "app",
        redirectURI: RedirectURI(rawValue: "https://app.example.com/cb"),
        scope: [.openid],
        resources: ["https://api.example.com", "https://other.example.com"],
        dpopKeyThumbprint: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    )

    private static func read(_ form: String) throws -> PushedAuthorizationRequest {
        try PushedAuthorizationRequest(parameters: Parameters(formEncoded: form))
    }

    @Test func readsBackWrittenRequest() throws {
        let client = ClientCredentials(clientID: "app", clientSecret: Secret("s"))
        let pushed = PushedAuthorizationRequest(Self.request, client: client)
        let read = try Self.read(pushed.parameters.formEncoded)
        #expect(read.client == client)
        #expect(try AuthorizationRequest(parameters: read.authorization) == Self.request)
        #expect(try Self.read(read.parameters.formEncoded) == read)
    }

    @Test func separatesCredentialsFromRequest() throws {
        let read = try Self.read("client_id=app&client_secret=s&client_assertion=a&client_assertion_type=t&state=x")
        #expect(read.authorization.formEncoded == "client_id=app&state=x")
        #expect(read.client.clientSecret == Secret("s"))
        #expect(read.client.clientAssertion == Secret("a"))
    }

    /// RFC 9126 §2.1: `request_uri` must be rejected here.
    @Test(arguments: [
        "request_uri=urn:ietf:params:oauth:request_uri:a", "request_uri=x&request_uri=y", "request_uri=&request_uri=x",
    ])
    func rejectsPushedReference(_ form: String) {
        #expect(throws: OAuthError(.invalidRequest, "The parameter request_uri must not be pushed.")) {
            try Self.read("client_id=app&" + form)
        }
    }

    @Test func rejectsRepeatedCredentials() {
        let error = #expect(throws: OAuthError.self) { try Self.read("client_id=a&client_id=b") }
        #expect(error?.code == .invalidRequest)
    }

    /// RFC 9126 §2.2.
    @Test func writesStandardResponse() throws {
        let response = PushedAuthorizationResponse(requestURI: RequestURI(reference: "abc"), expiresIn: 60)
        let json = #"{"expires_in":60,"request_uri":"urn:ietf:params:oauth:request_uri:abc"}"#
        #expect(String(decoding: response.body(), as: UTF8.self) == json)
        #expect(response.status == .created)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(try PushedAuthorizationResponse(body: Data(json.utf8), fields: [:]) == response)
        #expect(response.requestURI.reference == Secret("abc"))
    }

    @Test(arguments: [
        "{}", #"{"request_uri":"https://example.com","expires_in":1}"#, #"{"request_uri":1,"expires_in":1}"#,
        #"{"request_uri":"urn:ietf:params:oauth:request_uri:a"}"#,
    ])
    func rejectsOtherResponses(_ json: String) {
        #expect(throws: WireError.self) { try PushedAuthorizationResponse(body: Data(json.utf8), fields: [:]) }
    }

    @Test(arguments: [
        "", "abc", "urn:ietf:params:oauth:request_uri:", "URN:ietf:params:oauth:request_uri:a",
        "urn:ietf:params:oauth:request_uri:a b", "urn:ietf:params:oauth:request_uri:ä", "https://example.com/request",
        "urn:ietf:params:oauth:request_uri:" + String(repeating: "a", count: 512),
    ])
    func rejectsOtherReferences(_ text: String) {
        #expect(RequestURI(rawValue: text) == nil)
    }
}
