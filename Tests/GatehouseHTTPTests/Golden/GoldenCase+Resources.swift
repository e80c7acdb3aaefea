import GatehouseTesting
import GatehouseWire
import HTTPTypes

extension GoldenCase {
    static let metadata = [
        GoldenCase("Discovery/openid-configuration", "What the server can do (OpenID Connect Discovery §4)") { it in
            await it.exchange(.get, "/.well-known/openid-configuration", [.accept: "application/json"])
        },
        GoldenCase("KeySet/keys", "The keys that tokens are checked with (RFC 7517 §5)") { it in
            await it.exchange(.get, "/oauth2/keys", [.accept: "application/json"])
        },
        GoldenCase("Health/live", "The process answers") { it in await it.exchange(.get, "/health/live") },
        GoldenCase("Health/ready", "The process can read and write its store") { it in
            await it.exchange(.get, "/health/ready")
        },
    ]

    static let resources = [
        GoldenCase("UserInfo/profile", "Who the person is (OpenID Connect Core §5.3)") { it in
            let tokens = try await it.tokens()
            let bearer = AuthorizationHeader.bearer(tokens.accessToken).encoded
            return await it.exchange(.get, "/oauth2/userinfo", [.authorization: bearer])
        },
        GoldenCase("UserInfo/without-a-token", "Nobody is told without a token (RFC 6750 §3)") { it in
            await it.exchange(.get, "/oauth2/userinfo")
        },
        GoldenCase("UserInfo/expired-token", "An access token lives for an hour (RFC 6750 §3.1)") { it in
            let tokens = try await it.tokens()
            it.web.server.clock.advance(by: 3_600)
            let bearer = AuthorizationHeader.bearer(tokens.accessToken).encoded
            return await it.exchange(.get, "/oauth2/userinfo", [.authorization: bearer])
        },
        GoldenCase("Introspection/active", "A token that is good, and what for (RFC 7662 §2.2)") { it in
            await it.introspect(try await it.tokens().accessToken.reveal())
        },
        GoldenCase("Introspection/inactive", "A token that is not says no more than that (RFC 7662 §2.2)") { it in
            await it.introspect("whatever this is")
        },
        GoldenCase("Revocation/revoked", "A refresh token takes its session with it (RFC 7009 §2.2)") { it in
            let tokens = try await it.tokens()
            return await it.exchange(
                .post,
                "/oauth2/revoke",
                form: Parameters([
                    .token: tokens.refreshToken?.reveal(), .tokenTypeHint: "refresh_token", .clientID: "app",
                ])
            )
        },
        GoldenCase("DeviceAuthorization/authorized", "A device gets a code to show (RFC 8628 §3.2)") { it in
            await it.authorizeDevice()
        },
    ]

    static let other = [
        GoldenCase("Errors/not-found", "There is nothing at this address") { it in
            await it.exchange(.get, "/oauth2/nothing", [.accept: "text/html"])
        },
        GoldenCase("Errors/method-not-allowed", "A method that an address does not answer (RFC 9110 §15.5.6)") { it in
            await it.exchange(.get, "/oauth2/token")
        },
        GoldenCase("Errors/too-many-requests", "Who asks too often has to wait (RFC 6585 §4)") { it in
            for _ in 0..<1_200 { _ = await it.exchange(.get, "/oauth2/keys") }
            return await it.exchange(.get, "/oauth2/keys")
        },
    ]
}

extension Exhibition {
    fileprivate func introspect(_ token: String) async -> Exchange {
        await exchange(
            .post,
            "/oauth2/introspect",
            [.authorization: Self.basic],
            form: Parameters([.token: token])
        )
    }
}
