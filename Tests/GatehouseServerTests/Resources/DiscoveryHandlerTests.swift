import Foundation
import GatehouseServer
import GatehouseStore
import GatehouseWire
import Testing

@Suite struct DiscoveryHandlerTests {
    private static let methods: [JSONValue] = [
        "client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt",
    ]
    private static let algorithms: [JSONValue] = ["ES256", "EdDSA", "PS256", "ES384", "RS256"]

    @Test func listsCapabilities() async throws {
        let server = try ServerHarness()
        let metadata = server.identity.discovery.metadata
        let members = try JSONDecoder().decode([String: JSONValue].self, from: metadata.body())
        let expected: [String: JSONValue] = [
            "issuer": "https://id.example.com",
            "authorization_endpoint": "https://id.example.com/oauth2/authorize",
            "token_endpoint": "https://id.example.com/oauth2/token",
            "userinfo_endpoint": "https://id.example.com/oauth2/userinfo",
            "jwks_uri": "https://id.example.com/oauth2/keys",
            "revocation_endpoint": "https://id.example.com/oauth2/revoke",
            "introspection_endpoint": "https://id.example.com/oauth2/introspect",
            "device_authorization_endpoint": "https://id.example.com/oauth2/device_authorization",
            "authorization_challenge_endpoint": "https://id.example.com/oauth2/authorize-challenge",
            "end_session_endpoint": "https://id.example.com/oauth2/logout",
            "scopes_supported": ["openid", "profile", "email", "phone", "address", "offline_access", "account"],
            "response_types_supported": ["code"],
            "response_modes_supported": ["query", "fragment", "form_post"],
            "grant_types_supported": [
                "authorization_code", "refresh_token", "client_credentials",
                "urn:ietf:params:oauth:grant-type:device_code", "urn:ietf:params:oauth:grant-type:token-exchange",
                "urn:ietf:params:oauth:grant-type:jwt-bearer",
            ],
            "acr_values_supported": ["urn:gatehouse:acr:1", "urn:gatehouse:acr:2", "phr", "phrh"],
            "subject_types_supported": ["public", "pairwise"],
            "id_token_signing_alg_values_supported": ["ES256", "RS256", "PS256", "EdDSA"],
            "userinfo_signing_alg_values_supported": ["ES256", "RS256", "PS256", "EdDSA"],
            "token_endpoint_auth_methods_supported": .array(Self.methods + ["none"]),
            "token_endpoint_auth_signing_alg_values_supported": .array(Self.algorithms + ["HS256"]),
            "revocation_endpoint_auth_methods_supported": .array(Self.methods + ["none"]),
            "revocation_endpoint_auth_signing_alg_values_supported": .array(Self.algorithms + ["HS256"]),
            "introspection_endpoint_auth_methods_supported": .array(Self.methods),
            "introspection_endpoint_auth_signing_alg_values_supported": .array(Self.algorithms + ["HS256"]),
            "request_object_signing_alg_values_supported": .array(Self.algorithms),
            "dpop_signing_alg_values_supported": ["ES256", "EdDSA", "PS256"],
            "pushed_authorization_request_endpoint": "https://id.example.com/oauth2/par",
            "display_values_supported": ["page"],
            "prompt_values_supported": ["none", "login", "consent", "select_account", "create"],
            "claims_supported": [
                "sub", "name", "family_name", "given_name", "middle_name", "nickname", "preferred_username",
                "profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale", "updated_at", "email",
                "email_verified", "phone_number", "phone_number_verified", "address", "iss", "aud", "exp", "iat",
                "auth_time", "nonce", "acr", "amr", "sid", "at_hash",
            ],
            "ui_locales_supported": ["en", "de", "ja", "zh-Hans"],
            "code_challenge_methods_supported": ["S256"],
            "claims_parameter_supported": true,
            "request_parameter_supported": true,
            "request_uri_parameter_supported": false,
            "authorization_response_iss_parameter_supported": true,
            "backchannel_logout_supported": true,
            "backchannel_logout_session_supported": true,
        ]
        #expect(members == expected)
    }

    @Test func listsOnlyClassesThatSignInsReach() throws {
        var settings = ServerSettings(
            issuer: ServerHarness.issuer,
            isDevelopment: false,
            mailFrom: "no-reply@example.com"
        )
        settings.factors.secondFactor = .required
        let metadata = try ServerHarness(settings: settings).identity.discovery.metadata
        #expect(metadata.acrValuesSupported == [.multiFactor, .phishingResistant, .hardwareProtected])
    }
}
