import GatehouseStore
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// The recorded exchanges of metadata, resources and health.
enum ResourceExchanges {
    static let metadata = [
        GoldenCase("Discovery/openid-configuration", "Returns the server metadata (OpenID Connect Discovery §4)") {
            server in
            await server.exchange(.get, "/.well-known/openid-configuration", fields: [.accept: "application/json"])
        },
        GoldenCase("KeySet/keys", "Returns the public signing keys (RFC 7517 §5)") { server in
            await server.exchange(.get, "/oauth2/keys", fields: [.accept: "application/json"])
        },
        GoldenCase("OpenAPI/openapi", "Describes the server's own JSON APIs (OpenAPI 3.1)") { server in
            await server.exchange(.get, "/openapi.json", fields: [.accept: "application/json"])
        },
        GoldenCase("Association/apple-app-site-association", "Lists the apps on Apple platforms") { server in
            try await server.addMobileApp()
            return await server.exchange(.get, "/.well-known/apple-app-site-association")
        },
        GoldenCase("Association/assetlinks", "Lists the Android apps (Digital Asset Links)") { server in
            try await server.addMobileApp()
            return await server.exchange(.get, "/.well-known/assetlinks.json")
        },
        GoldenCase("Association/without-apps", "Serves no association without mobile apps") { server in
            await server.exchange(.get, "/.well-known/apple-app-site-association")
        },
        GoldenCase("Health/live", "Reports that the process is alive") { server in
            await server.exchange(.get, "/health/live")
        },
        GoldenCase("Health/ready", "Reports that the store is readable and writable") { server in
            await server.exchange(.get, "/health/ready")
        },
    ]

    static let resources = [
        GoldenCase("UserInfo/profile", "Returns the user's claims (OpenID Connect Core §5.3)") { server in
            let tokens = try await server.tokens()
            let bearer = AuthorizationHeader.bearer(tokens.accessToken).encoded
            return await server.exchange(.get, "/oauth2/userinfo", fields: [.authorization: bearer])
        },
        GoldenCase("UserInfo/without-a-token", "Requires an access token (RFC 6750 §3)") { server in
            await server.exchange(.get, "/oauth2/userinfo")
        },
        GoldenCase("UserInfo/expired-token", "Rejects an access token after one hour (RFC 6750 §3.1)") { server in
            let tokens = try await server.tokens()
            server.web.server.clock.advance(by: 3_600)
            let bearer = AuthorizationHeader.bearer(tokens.accessToken).encoded
            return await server.exchange(.get, "/oauth2/userinfo", fields: [.authorization: bearer])
        },
        GoldenCase("Introspection/active", "Returns the properties of an active token (RFC 7662 §2.2)") { server in
            await server.introspect(try await server.tokens().accessToken.reveal())
        },
        GoldenCase("Introspection/inactive", "Returns only active=false for an invalid token (RFC 7662 §2.2)") {
            server in
            await server.introspect("whatever this is")
        },
        GoldenCase("Revocation/revoked", "Ends the session when its refresh token is revoked (RFC 7009 §2.2)") {
            server in
            let tokens = try await server.tokens()
            return await server.exchange(
                .post,
                "/oauth2/revoke",
                form: Parameters([
                    .token: tokens.refreshToken?.reveal(), .tokenTypeHint: "refresh_token", .clientID: "app",
                ])
            )
        },
        GoldenCase("DeviceAuthorization/authorized", "Issues a user code to a device (RFC 8628 §3.2)") { server in
            await server.authorizeDevice()
        },
    ]

    static let other = [
        GoldenCase("Errors/not-found", "Reports an unknown path") { server in
            await server.exchange(.get, "/oauth2/nothing", fields: [.accept: "text/html"])
        },
        GoldenCase("Errors/method-not-allowed", "Lists the allowed methods (RFC 9110 §15.5.6)") {
            server in
            await server.exchange(.get, "/oauth2/token")
        },
        GoldenCase("Errors/too-many-requests", "Limits the request rate (RFC 6585 §4)") { server in
            for _ in 0..<1_200 { _ = await server.exchange(.get, "/oauth2/keys") }
            return await server.exchange(.get, "/oauth2/keys")
        },
    ]
}

extension DeterministicServer {
    /// Registers a client with a mobile app on each platform.
    fileprivate func addMobileApp() async throws {
        var client = Client.app(
            "mobile",
            redirectURIs: ["https://login.example.com/mobile/callback", "com.example.app:/callback"],
            createdAt: web.server.clock.now
        )
        let fingerprint = (0..<32).map { String(0xA0 + $0, radix: 16, uppercase: true) }.joined(separator: ":")
        client.mobileApps = MobileApps(
            appleAppIDs: ["A1B2C3D4E5.com.example.app"],
            androidApps: [MobileApps.AndroidApp(packageName: "com.example.app", fingerprints: [fingerprint])]
        )
        try await web.server.add(client)
    }

    fileprivate func introspect(_ token: String) async -> Exchange {
        await exchange(
            .post,
            "/oauth2/introspect",
            fields: [.authorization: Self.basic],
            form: Parameters([.token: token])
        )
    }
}
