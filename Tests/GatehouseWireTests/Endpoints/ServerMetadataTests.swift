import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct ServerMetadataTests {
    @Test func readsMetadataOfOtherServer() throws {
        let metadata = try ServerMetadata(body: Data(Fixtures.otherServer.utf8), fields: [:])
        #expect(metadata.issuer == "https://accounts.example.com")
        #expect(metadata.tokenEndpoint?.absoluteString == "https://oauth2.example.com/token")
        #expect(metadata.deviceAuthorizationEndpoint?.absoluteString == "https://oauth2.example.com/device/code")
        #expect(metadata.endSessionEndpoint == nil)
        #expect(metadata.grantTypesSupported == nil)
        #expect(metadata.idTokenSigningAlgorithms == [.rs256, SigningAlgorithm(rawValue: "PS512")])
        #expect(metadata.codeChallengeMethodsSupported == [.plain, .s256])
        #expect(metadata.claimsSupported == [.audience, .email, .subject])
        #expect(metadata.issuerParameterSupported == nil)
    }

    @Test func writesMetadata() throws {
        let issuer = try #require(URL(string: "https://id.example.com"))
        let metadata = ServerMetadata(
            issuer: "https://id.example.com",
            authorizationEndpoint: AuthorizationEndpoint.url(issuer: issuer),
            tokenEndpoint: TokenEndpoint.url(issuer: issuer),
            jwksURI: KeySetEndpoint.url(issuer: issuer),
            responseTypesSupported: [.code],
            grantTypesSupported: [.authorizationCode, .refreshToken],
            subjectTypesSupported: [.public],
            idTokenSigningAlgorithms: [.es256, .rs256],
            codeChallengeMethodsSupported: [.s256],
            issuerParameterSupported: true
        )
        #expect(String(decoding: metadata.body(), as: UTF8.self) == Fixtures.ownServer)
        #expect(try ServerMetadata(body: metadata.body(), fields: [:]) == metadata)
        #expect(metadata.fields == [.contentType: "application/json", .cacheControl: "public, max-age=300"])
    }

    @Test func usesRegisteredNamesOfFlags() throws {
        let json = """
            {"backchannel_logout_session_supported":true,"backchannel_logout_supported":true,\
            "client_id_metadata_document_supported":true,"dpop_signing_alg_values_supported":["ES256"],\
            "introspection_endpoint_auth_signing_alg_values_supported":["ES256"],"issuer":"https://id.example.com",\
            "protected_resources":["https://api.example.com"],\
            "pushed_authorization_request_endpoint":"https://id.example.com/oauth2/par",\
            "request_object_signing_alg_values_supported":["PS256"],"require_pushed_authorization_requests":false,\
            "require_signed_request_object":false,\
            "revocation_endpoint_auth_signing_alg_values_supported":["ES256"],"subject_types_supported":["pairwise"],\
            "token_endpoint_auth_signing_alg_values_supported":["ES256"],\
            "userinfo_signing_alg_values_supported":["RS256"]}
            """
        let metadata = try ServerMetadata(body: Data(json.utf8), fields: [:])
        #expect(metadata.clientIDMetadataDocumentSupported == true)
        #expect(metadata.backChannelLogoutSessionSupported == true)
        #expect(metadata.requiresPushedAuthorizationRequests == false)
        #expect(metadata.dpopSigningAlgorithms == [.es256])
        #expect(metadata.protectedResources == ["https://api.example.com"])
        #expect(String(decoding: metadata.body(), as: UTF8.self) == json)
    }

    @Test(arguments: ["{}", #"{"issuer":1}"#, #"{"issuer":"i","token_endpoint":7}"#, "[]", "not json"])
    func rejectsOtherFormats(_ json: String) {
        #expect(throws: WireError.self) { try ServerMetadata(body: Data(json.utf8), fields: [:]) }
    }
}
