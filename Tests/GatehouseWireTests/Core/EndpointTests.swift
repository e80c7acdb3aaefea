import Foundation
import GatehouseWire
import HTTPTypes
import Testing

@Suite struct EndpointTests {
    private struct Row: Equatable {
        let path: String
        let methods: Set<HTTPRequest.Method>

        init(_ endpoint: any Endpoint.Type) {
            path = endpoint.path
            methods = endpoint.methods
        }

        init(_ path: String, _ methods: Set<HTTPRequest.Method>) {
            self.path = path
            self.methods = methods
        }
    }

    private static var all: [any Endpoint.Type] {
        [
            AuthorizationEndpoint.self, TokenEndpoint.self, RevocationEndpoint.self, IntrospectionEndpoint.self,
            UserInfoEndpoint.self, OpenIDConfigurationEndpoint.self, AuthorizationServerMetadataEndpoint.self,
            KeySetEndpoint.self, DeviceAuthorizationEndpoint.self, EndSessionEndpoint.self, LiveEndpoint.self,
            ReadyEndpoint.self, AppleAppSiteAssociationEndpoint.self, AssetLinksEndpoint.self,
            RelatedOriginsEndpoint.self, PushedAuthorizationEndpoint.self, RegistrationEndpoint.self,
            ClientConfigurationEndpoint.self, ProtectedResourceMetadataEndpoint.self,
        ]
    }

    @Test func usesStandardPaths() {
        #expect(
            Self.all.map { Row($0) } == [
                Row("/oauth2/authorize", [.get, .post]), Row("/oauth2/token", [.post]), Row("/oauth2/revoke", [.post]),
                Row("/oauth2/introspect", [.post]), Row("/oauth2/userinfo", [.get, .post]),
                Row("/.well-known/openid-configuration", [.get]),
                Row("/.well-known/oauth-authorization-server", [.get]), Row("/oauth2/keys", [.get]),
                Row("/oauth2/device_authorization", [.post]), Row("/oauth2/logout", [.get, .post]),
                Row("/health/live", [.get]), Row("/health/ready", [.get]),
                Row("/.well-known/apple-app-site-association", [.get]), Row("/.well-known/assetlinks.json", [.get]),
                Row("/.well-known/webauthn", [.get]), Row("/oauth2/par", [.post]), Row("/oauth2/register", [.post]),
                Row("/oauth2/register/{client_id}", [.get, .put, .delete]),
                Row("/.well-known/oauth-protected-resource", [.get]),
            ]
        )
    }

    @Test func declaresOverloadError() {
        for endpoint in Self.all { #expect(endpoint.errors.contains(.temporarilyUnavailable), "\(endpoint)") }
    }

    @Test(arguments: ["https://id.example.com", "https://id.example.com/"])
    func appendsPathToIssuer(_ issuer: String) throws {
        let issuer = try #require(URL(string: issuer))
        #expect(TokenEndpoint.url(issuer: issuer).absoluteString == "https://id.example.com/oauth2/token")
    }

    @Test func appendsPathToIssuerWithPath() throws {
        let issuer = try #require(URL(string: "https://example.com/tenant"))
        #expect(
            OpenIDConfigurationEndpoint.url(issuer: issuer).absoluteString
                == "https://example.com/tenant/.well-known/openid-configuration"
        )
    }
}
