/// Metadata documents of servers.
enum Fixtures {
    /// A server with additional, unusual and missing members.
    static let otherServer = """
        {
          "issuer": "https://accounts.example.com",
          "authorization_endpoint": "https://accounts.example.com/o/oauth2/v2/auth",
          "device_authorization_endpoint": "https://oauth2.example.com/device/code",
          "token_endpoint": "https://oauth2.example.com/token",
          "userinfo_endpoint": "https://openid.example.com/v1/userinfo",
          "revocation_endpoint": "https://oauth2.example.com/revoke",
          "jwks_uri": "https://www.example.com/oauth2/v3/certs",
          "response_types_supported": ["code", "token", "id_token", "code token", "none"],
          "subject_types_supported": ["public"],
          "id_token_signing_alg_values_supported": ["RS256", "PS512"],
          "scopes_supported": ["openid", "email", "profile"],
          "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic", "private_key_jwt"],
          "claims_supported": ["aud", "email", "sub"],
          "code_challenge_methods_supported": ["plain", "S256"],
          "mtls_endpoint_aliases": {"token_endpoint": "https://mtls.example.com/token"},
          "tls_client_certificate_bound_access_tokens": true,
          "check_session_iframe": "https://accounts.example.com/frame"
        }
        """

    /// The metadata that this server writes for the members set in the test.
    static let ownServer = """
        {"authorization_endpoint":"https://id.example.com/oauth2/authorize",\
        "authorization_response_iss_parameter_supported":true,"code_challenge_methods_supported":["S256"],\
        "grant_types_supported":["authorization_code","refresh_token"],\
        "id_token_signing_alg_values_supported":["ES256","RS256"],"issuer":"https://id.example.com",\
        "jwks_uri":"https://id.example.com/oauth2/keys","response_types_supported":["code"],\
        "subject_types_supported":["public"],"token_endpoint":"https://id.example.com/oauth2/token"}
        """
}
