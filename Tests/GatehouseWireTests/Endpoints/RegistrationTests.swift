import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct RegistrationTests {
    private static func update(_ json: String) throws -> RegistrationUpdate {
        try RegistrationUpdate(body: Data(json.utf8))
    }

    /// RFC 7591 §3.2.1, RFC 7592 §3.
    @Test func writesStandardResponse() throws {
        var client = ClientInformation(clientID: "app")
        client.registrationAccessToken = Secret("t")
        client.registrationClientURI = "https://id.example.com" + ClientConfigurationEndpoint.path(of: "app")
        client.tokenEndpointAuthMethod = ClientAuthenticationMethod.none
        let response = RegistrationResponse(client: client)
        let json =
            #"{"client_id":"app","registration_access_token":"t","#
            + #""registration_client_uri":"https://id.example.com/oauth2/register/app","#
            + #""token_endpoint_auth_method":"none"}"#
        #expect(String(decoding: response.body(), as: UTF8.self) == json)
        #expect(response.status == .created)
        #expect(response.fields[.cacheControl] == "no-store")
        #expect(try RegistrationResponse(body: Data(json.utf8), fields: [:]) == response)
        #expect(client.status == .ok)
        #expect(client.body() == response.body())
        #expect(!"\(response)".contains(#"Secret("t")"#))
    }

    @Test func encodesIdentifierInPath() {
        #expect(ClientConfigurationEndpoint.path == "/oauth2/register/{client_id}")
        #expect(ClientConfigurationEndpoint.path(of: "a/b c") == "/oauth2/register/a%2Fb%20c")
    }

    @Test func answersDeletionWithoutBody() {
        #expect(RegistrationDeletion().status == .noContent)
        #expect(RegistrationDeletion().body().isEmpty)
        #expect(RegistrationDeletion().fields[.cacheControl] == "no-store")
    }

    @Test func readsBackWrittenUpdate() throws {
        var metadata = ClientMetadata()
        metadata.redirectURIs = ["https://app.example.com/cb"]
        let update = RegistrationUpdate(clientID: "app", clientSecret: Secret("s"), metadata: metadata)
        #expect(try RegistrationUpdate(body: update.body()) == update)
    }

    /// RFC 7592 §2.2: these members must not be included in an update.
    @Test(arguments: [
        #""registration_access_token":"t""#, #""registration_client_uri":"https://a.example""#,
        #""client_secret_expires_at":0"#, #""client_id_issued_at":1"#,
    ])
    func rejectsMembersOfResponse(_ member: String) {
        let error = #expect(throws: OAuthError.self) { try Self.update(#"{"client_id":"app",\#(member)}"#) }
        #expect(error?.code == .invalidClientMetadata)
    }

    @Test(arguments: [
        ("{}", OAuthErrorCode.invalidClientMetadata), (#"{"client_id":7}"#, .invalidClientMetadata),
        (#"{"client_id":"app","client_secret":7}"#, .invalidClientMetadata),
        (#"{"client_id":"app","redirect_uris":["x"]}"#, .invalidRedirectURI),
    ])
    func rejectsInvalidUpdates(_ json: String, _ code: OAuthErrorCode) {
        let error = #expect(throws: OAuthError.self) { try Self.update(json) }
        #expect(error?.code == code)
    }
}
