import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct ClientAssertionTests {
    private static let jwtBearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
    private static let assertion = token(#"{"alg":"ES256"}"#, #"{"sub":"app","iss":"app"}"#)

    private static func token(_ header: String, _ claims: String) -> String {
        [header, claims, "signature"].map { Base64URL.encode(Data($0.utf8)) }.joined(separator: ".")
    }

    private static func read(_ form: String, authorization: String? = nil) throws -> ClientAuthentication {
        let parameters = try Parameters(formEncoded: form)
        return try ClientAuthentication(
            form: ClientCredentials(parameters: parameters),
            authorization: authorization
        )
    }

    private static func form(_ token: String = assertion, type: String = jwtBearer) -> String {
        "client_assertion=\(token)&client_assertion_type=\(type)"
    }

    /// RFC 7521 §4.2: `client_id` is unnecessary, because the subject identifies the client.
    @Test(arguments: ["", "&client_id=app"]) func identifiesClientBySubject(_ more: String) throws {
        let client = try Self.read(Self.form() + more)
        #expect(client.clientID == "app")
        #expect(client.method == .privateKeyJWT)
        #expect(client.clientSecret == nil)
        #expect(client.assertion?.token == Secret(Self.assertion))
        #expect(client.assertion?.algorithm == .es256)
    }

    @Test func readsBackWrittenAssertion() throws {
        let client = ClientAuthentication.assertion(try ClientAssertion(Secret(Self.assertion)))
        var parameters = Parameters()
        client.form.append(to: &parameters)
        #expect(parameters.elements.map(\.name) == ["client_assertion_type", "client_assertion"])
        #expect(try Self.read(parameters.formEncoded) == client)
        #expect(client.fields == [:])
    }

    @Test(arguments: [
        ("HS256", ClientAuthenticationMethod.clientSecretJWT), ("RS256", .privateKeyJWT), ("none", .privateKeyJWT),
    ])
    func derivesMethodFromAlgorithm(_ algorithm: String, _ method: ClientAuthenticationMethod) throws {
        let token = Self.token(#"{"alg":"\#(algorithm)"}"#, #"{"sub":"app"}"#)
        #expect(try Self.read(Self.form(token)).method == method)
    }

    /// RFC 6749 §2.3: a client must not use more than one method in a request.
    @Test func rejectsTwoMethods() {
        let basic = AuthorizationHeader.basic(clientID: "app", clientSecret: Secret("s")).encoded
        let error = OAuthError(.invalidRequest, "Only one authentication method may be used per request.")
        #expect(throws: error) { try Self.read(Self.form() + "&client_secret=s") }
        #expect(throws: error) { try Self.read(Self.form(), authorization: basic) }
        #expect(throws: error) { try Self.read(Self.form() + "&client_secret=s", authorization: basic) }
    }

    /// RFC 7521 §4.2: `client_id` must identify the client of the assertion.
    @Test func rejectsAssertionOfOtherClient() {
        let error = OAuthError(.invalidClient, "client_id does not match the subject of the client assertion.")
        #expect(throws: error) { try Self.read(Self.form() + "&client_id=other") }
        let header = AuthorizationHeader.basic(clientID: "other", clientSecret: Secret("")).encoded
        #expect(throws: error) { try Self.read(Self.form(), authorization: header) }
    }

    /// The Kelvin sign is canonically equivalent to the letter K.
    @Test func comparesClientIdentifiersByteForByte() {
        let token = Self.token(#"{"alg":"ES256"}"#, #"{"sub":"K"}"#)
        let error = #expect(throws: OAuthError.self) { try Self.read(Self.form(token) + "&client_id=%E2%84%AA") }
        #expect(error?.code == .invalidClient)
    }

    @Test func rejectsIncompleteParameters() {
        #expect(throws: OAuthError(.invalidRequest, "Missing required parameter: client_assertion_type.")) {
            try Self.read("client_id=app&client_assertion=\(Self.assertion)")
        }
        #expect(throws: OAuthError(.invalidRequest, "Missing required parameter: client_assertion.")) {
            try Self.read("client_id=app&client_assertion_type=\(Self.jwtBearer)")
        }
        #expect(throws: OAuthError.self) { try Self.read("\(Self.form())&client_assertion=\(Self.assertion)") }
    }

    @Test func rejectsOtherAssertionTypes() {
        let saml = "urn:ietf:params:oauth:client-assertion-type:saml2-bearer"
        let error = #expect(throws: OAuthError.self) { try Self.read(Self.form(type: saml)) }
        #expect(error?.code == .invalidClient)
    }

    @Test(arguments: [
        "a", "a.b", "a.b.c", "....", token("{}", #"{"sub":"app"}"#), token(#"{"alg":"ES256"}"#, "{}"),
        token(#"{"alg":"ES256"}"#, #"{"sub":""}"#), token(#"{"alg":"ES256"}"#, #"{"sub":7}"#),
        token(#"{"alg":1}"#, #"{"sub":"app"}"#), token("[]", #"{"sub":"app"}"#), token(#"{"alg":"ES256"}"#, "[]"),
        token(#"{"alg":"ES256"}"#, #"{"sub":"app"}"#) + ".e",
        token(#"{"alg":"ES256","alg":"none"}"#, #"{"sub":"app"}"#),
        token(#"{"alg":"ES256"}"#, #"{"sub":"app","sub":"other"}"#),
    ])
    func rejectsUnreadableAssertions(_ token: String) {
        let error = #expect(throws: OAuthError.self) { try Self.read(Self.form(token)) }
        #expect(error?.code == .invalidClient)
        #expect(error?.status == .unauthorized)
    }

    @Test func rejectsOverlongAssertion() {
        let text = String(repeating: "a", count: ClientAssertion.limit + 1)
        #expect(throws: OAuthError.self) { try ClientAssertion(Secret(text)) }
    }

    @Test func rejectsDeeplyNestedPayload() {
        let nested = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(UnverifiedJWT(Self.token(#"{"alg":"ES256"}"#, #"{"sub":"app","x":\#(nested)}"#)) == nil)
    }

    @Test func hidesAssertionInDescription() throws {
        #expect(!"\(try Self.read(Self.form()))".contains(Self.assertion))
    }
}
