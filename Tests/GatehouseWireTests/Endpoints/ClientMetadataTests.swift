import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct ClientMetadataTests {
    private static let key = #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#

    private static func read(_ json: String) throws -> ClientMetadata {
        try ClientMetadata(body: Data(json.utf8))
    }

    /// The request of the MCP SDK for Python.
    @Test func readsRegistrationOfAgent() throws {
        let metadata = try Self.read(
            """
            {"response_types":["code"],"scope":"files:read offline_access","client_name":"probe",
             "redirect_uris":["http://127.0.0.1:18999/cb"],"grant_types":["authorization_code","refresh_token"],
             "application_type":"native"}
            """
        )
        var expected = ClientMetadata()
        expected.responseTypes = [.code]
        expected.scope = ["files:read", .offlineAccess]
        expected.clientName = "probe"
        expected.redirectURIs = ["http://127.0.0.1:18999/cb"]
        expected.grantTypes = [.authorizationCode, .refreshToken]
        expected.applicationType = .native
        #expect(metadata == expected)
    }

    @Test func usesRegisteredNames() throws {
        let json = """
            {"application_type":"web","backchannel_logout_session_required":true,\
            "backchannel_logout_uri":"https://a.example/logout","client_name":"A",\
            "client_uri":"https://a.example/#/home","contacts":["a@a.example"],"default_acr_values":["phr"],"default_max_age":60,\
            "dpop_bound_access_tokens":true,"grant_types":["client_credentials"],\
            "id_token_signed_response_alg":"ES256",\
            "initiate_login_uri":"https://a.example/login","jwks_uri":"https://a.example/jwks",\
            "logo_uri":"https://a.example/logo","policy_uri":"https://a.example/policy",\
            "post_logout_redirect_uris":["https://a.example/out"],"redirect_uris":["https://a.example/cb"],\
            "request_object_signing_alg":"PS256","require_auth_time":true,\
            "require_pushed_authorization_requests":true,"require_signed_request_object":true,\
            "response_types":["code"],"scope":"openid","sector_identifier_uri":"https://a.example/sector",\
            "software_id":"id","software_statement":"a.b.c","software_version":"1","subject_type":"pairwise",\
            "token_endpoint_auth_method":"private_key_jwt","token_endpoint_auth_signing_alg":"EdDSA",\
            "tos_uri":"https://a.example/tos","userinfo_signed_response_alg":"RS256"}
            """
        let metadata = try Self.read(json)
        #expect(metadata.requiresPushedAuthorizationRequests == true)
        #expect(metadata.bindsAccessTokensToKeys == true)
        #expect(metadata.tokenEndpointAuthMethod == .privateKeyJWT)
        #expect(metadata.subjectType == .pairwise)
        #expect(metadata.defaultACRValues == [.phishingResistant])
        #expect(String(decoding: JSONCoding.encode(metadata), as: UTF8.self) == json)
    }

    @Test func readsKeysByValue() throws {
        let metadata = try Self.read(#"{"jwks":{"keys":[\#(Self.key),{"kty":"future"}]}}"#)
        #expect(metadata.keySet?.keys.first?.keyType == .ellipticCurve)
    }

    /// RFC 7591 §2: unknown members are ignored; texts per language are not used.
    @Test func ignoresUnknownMembers() throws {
        #expect(try Self.read(#"{"client_name#de":7,"x":{"y":[1]},"tls_client_auth_san_dns":"a"}"#) == ClientMetadata())
    }

    @Test func treatsEmptyTextAndNullAsAbsent() throws {
        let json = #"{"client_uri":"","logo_uri":null,"client_name":"","redirect_uris":null,"software_statement":""}"#
        #expect(try Self.read(json) == ClientMetadata())
    }

    @Test(arguments: [
        (#"{"redirect_uris":"https://a.example/cb"}"#, OAuthErrorCode.invalidRedirectURI, "redirect_uris"),
        (#"{"redirect_uris":[7]}"#, .invalidRedirectURI, "redirect_uris"),
        (#"{"redirect_uris":["/cb"]}"#, .invalidRedirectURI, "redirect_uris"),
        (#"{"redirect_uris":["https://a.example/#x"]}"#, .invalidRedirectURI, "redirect_uris"),
        (#"{"redirect_uris":["javascript:alert(1)"]}"#, .invalidRedirectURI, "redirect_uris"),
        (#"{"post_logout_redirect_uris":["x"]}"#, .invalidClientMetadata, "post_logout_redirect_uris"),
        (#"{"client_name":7}"#, .invalidClientMetadata, "client_name"),
        (#"{"client_name":"a\nb"}"#, .invalidClientMetadata, "client_name"),
        (#"{"scope":"a  b"}"#, .invalidClientMetadata, "scope"), (#"{"scope":["a"]}"#, .invalidClientMetadata, "scope"),
        (#"{"contacts":[null]}"#, .invalidClientMetadata, "contacts"),
        (#"{"grant_types":{}}"#, .invalidClientMetadata, "grant_types"),
        (#"{"require_auth_time":"true"}"#, .invalidClientMetadata, "require_auth_time"),
        (#"{"default_max_age":-1}"#, .invalidClientMetadata, "default_max_age"),
        (#"{"default_max_age":"60"}"#, .invalidClientMetadata, "default_max_age"),
        (#"{"jwks":[]}"#, .invalidClientMetadata, "jwks"), (#"{"jwks":{}}"#, .invalidClientMetadata, "jwks"),
        (#"{"jwks_uri":"ftp://a.example"}"#, .invalidClientMetadata, "jwks_uri"),
        (#"{"logo_uri":"data:image/png;base64,AA"}"#, .invalidClientMetadata, "logo_uri"),
        (#"{"client_uri":"a.example"}"#, .invalidClientMetadata, "client_uri"),
        (#"{"backchannel_logout_uri":"https://a@a.example"}"#, .invalidClientMetadata, "backchannel_logout_uri"),
        ("[]", .invalidClientMetadata, "JSON"), ("not json", .invalidClientMetadata, "JSON"),
        ("", .invalidClientMetadata, "JSON"),
    ])
    func rejectsInvalidMembers(_ json: String, code: OAuthErrorCode, words: String) {
        let error = #expect(throws: OAuthError.self) { try Self.read(json) }
        #expect(error?.code == code)
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(error?.status == .badRequest)
    }

    /// RFC 7591 §2: `jwks` and `jwks_uri` must not both be present.
    @Test func rejectsKeysByValueAndReference() {
        #expect(throws: OAuthError(.invalidClientMetadata, "jwks must not be used together with jwks_uri.")) {
            try Self.read(#"{"jwks":{"keys":[]},"jwks_uri":"https://a.example/jwks"}"#)
        }
    }

    @Test(arguments: [
        #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA","d":"AA"}"#, #"{"kty":"oct","k":"AA"}"#,
        #"{"kty":"OKP","crv":"Ed25519","x":"AA","d":"AA"}"#, #"{"kty":"RSA","n":"AA","e":"AQAB","p":"AA"}"#,
    ])
    func rejectsPrivateAndSecretKeys(_ key: String) {
        #expect(throws: OAuthError(.invalidClientMetadata, "jwks must contain public keys only.")) {
            try Self.read(#"{"jwks":{"keys":[\#(Self.key),\#(key)]}}"#)
        }
    }

    @Test(arguments: [
        ("client_name", 1024), ("software_id", 1024), ("software_statement", 16 * 1024), ("scope", 4096),
        ("application_type", 1024),
    ])
    func enforcesLengthLimits(_ member: String, _ limit: Int) throws {
        let longest = String(repeating: "a", count: limit)
        _ = try Self.read(#"{"\#(member)":"\#(longest)"}"#)
        #expect(throws: OAuthError(.invalidClientMetadata, "\(member) exceeds \(limit) bytes.")) {
            try Self.read(#"{"\#(member)":"\#(longest)a"}"#)
        }
    }

    @Test func enforcesElementLimits() throws {
        func list(_ count: Int) -> String {
            Array(repeating: #""https://a.example/cb""#, count: count).joined(separator: ",")
        }
        _ = try Self.read(#"{"redirect_uris":[\#(list(50))]}"#)
        #expect(throws: OAuthError(.invalidRedirectURI, "redirect_uris has more than 50 elements.")) {
            try Self.read(#"{"redirect_uris":[\#(list(51))]}"#)
        }
        #expect(throws: OAuthError(.invalidClientMetadata, "contacts has more than 50 elements.")) {
            try Self.read(#"{"contacts":[\#(list(51))]}"#)
        }
        let keys = Array(repeating: Self.key, count: 51).joined(separator: ",")
        #expect(throws: OAuthError(.invalidClientMetadata, "jwks has more than 50 keys.")) {
            try Self.read(#"{"jwks":{"keys":[\#(keys)]}}"#)
        }
    }

    @Test func enforcesSizeLimit() {
        let json = #"{"x":"\#(String(repeating: "a", count: ClientMetadata.bodyLimit))"}"#
        #expect(throws: OAuthError(.invalidClientMetadata, "The client metadata exceeds 65536 bytes.")) {
            try Self.read(json)
        }
    }
}
