import Foundation
import GatehouseWire
import Testing

@Suite struct ClientInformationTests {
    @Test func usesStandardNames() throws {
        var client = ClientInformation(
            clientID: "app",
            clientSecret: Secret("s"),
            clientIDIssuedAt: UnixTime(seconds: 1),
            clientSecretExpiresAt: UnixTime(seconds: 0)
        )
        client.clientName = "Example App"
        client.applicationType = .native
        client.redirectURIs = ["com.example.app:/cb"]
        client.responseTypes = [.code]
        client.grantTypes = [.authorizationCode]
        client.scope = [.openid, .email]
        client.tokenEndpointAuthMethod = .clientSecretBasic
        client.idTokenSigningAlgorithm = .es256
        let json =
            #"{"application_type":"native","client_id":"app","client_id_issued_at":1,"client_name":"Example App","#
            + #""client_secret":"s","client_secret_expires_at":0,"grant_types":["authorization_code"],"#
            + #""id_token_signed_response_alg":"ES256","redirect_uris":["com.example.app:/cb"],"response_types":["code"],"#
            + #""scope":"openid email","token_endpoint_auth_method":"client_secret_basic"}"#
        #expect(String(decoding: JSONCoding.encode(client), as: UTF8.self) == json)
        #expect(try JSONCoding.decode(ClientInformation.self, from: Data(json.utf8)) == client)
    }

    @Test func readsRegistrationOfOtherServer() throws {
        let json =
            #"{"client_id":"app","jwks":{"keys":[]},"subject_type":"pairwise","registration_client_uri":"x","#
            + #""registration_access_token":"t","tls_client_auth_subject_dn":"cn=x","client_name#de":"y"}"#
        var client = ClientInformation(clientID: "app")
        client.keySet = JSONWebKeySet(keys: [])
        client.subjectType = .pairwise
        client.registrationClientURI = "x"
        client.registrationAccessToken = Secret("t")
        #expect(try JSONCoding.decode(ClientInformation.self, from: Data(json.utf8)) == client)
    }

    @Test(arguments: ["{}", #"{"client_id":7}"#, #"{"client_id":"a","redirect_uris":"x"}"#])
    func rejectsOtherFormats(_ json: String) {
        #expect(throws: WireError.self) { try JSONCoding.decode(ClientInformation.self, from: Data(json.utf8)) }
    }
}
