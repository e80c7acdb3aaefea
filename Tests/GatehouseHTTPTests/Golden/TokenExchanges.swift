import GatehouseHTTP
import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// The recorded exchanges of the token endpoint.
enum TokenExchanges {
    static let all = [
        GoldenCase("Token/authorization-code", "Redeems an authorization code (RFC 6749 §4.1.3, RFC 7636 §4.5)") {
            server in
            let browser = try await server.web.signedIn(
                ServerFixture.authorization([.scope: "openid email offline_access"])
            )
            return await server.token(try await server.redemption(of: browser))
        },
        GoldenCase("Token/replayed-code", "Rejects a replayed code and revokes its tokens (RFC 9700 §4.5)") { server in
            let browser = try await server.web.signedIn()
            let form = try await server.redemption(of: browser)
            _ = await server.token(form)
            return await server.token(form)
        },
        GoldenCase("Token/refresh-token", "Refreshes tokens (RFC 6749 §6)") { server in
            let tokens = try await server.tokens()
            server.web.server.clock.advance(by: 3_600)
            return await server.token([
                .grantType: GrantType.refreshToken.rawValue, .refreshToken: tokens.refreshToken?.reveal(),
            ])
        },
        GoldenCase("Token/client-credentials", "Issues a client token (RFC 6749 §4.4)") { server in
            await server.token([.grantType: GrantType.clientCredentials.rawValue], asWeb: true)
        },
        GoldenCase("Token/device-code", "Issues tokens to an approved device (RFC 8628 §3.4)") { server in
            let device = try await server.device()
            let browser = ScriptedBrowser(on: server.web.server)
            await browser.open(device.verificationURI)
            try await browser.submit([PageInput.userCode.rawValue: device.userCode])
            try await ScriptedUser(email: "ada@example.com").signIn(in: browser, on: server.web.server)
            return await server.poll(device)
        },
        GoldenCase("Token/authorization-pending", "Reports a pending authorization (RFC 8628 §3.5)") { server in
            await server.poll(try await server.device())
        },
        GoldenCase("Token/slow-down", "Slows down a device that polls too fast (RFC 8628 §3.5)") { server in
            let device = try await server.device()
            _ = await server.poll(device)
            return await server.poll(device)
        },
        GoldenCase("Token/wrong-secret", "Rejects a wrong client secret (RFC 6749 §5.2)") { server in
            let basic = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret("a guess")).encoded
            let form = Parameters([.grantType: GrantType.clientCredentials.rawValue])
            return await server.exchange(.post, "/oauth2/token", fields: [.authorization: basic], form: form)
        },
        GoldenCase("Token/doubled-parameter", "Rejects a repeated parameter (RFC 6749 §3.2)") { server in
            var form = Parameters([.grantType: GrantType.refreshToken.rawValue, .clientID: "app"])
            form.append(.refreshToken, "one")
            form.append(.refreshToken, "two")
            return await server.exchange(.post, "/oauth2/token", form: form)
        },
        GoldenCase("Token/unsupported-grant", "Rejects an unsupported grant type (RFC 6749 §5.2)") { server in
            await server.token([.grantType: "password"])
        },
        GoldenCase("Token/unsupported-media-type", "Rejects an unsupported media type (RFC 9110 §15.5.16)") { server in
            await server.exchange(.post, "/oauth2/token", fields: [.contentType: "application/json"])
        },
        GoldenCase("Token/preflight", "Allows a cross-origin preflight (Fetch §4.9)") {
            server in
            await server.exchange(
                .options,
                "/oauth2/token",
                fields: [
                    .origin: "https://app.example.com", .accessControlRequestMethod: "POST",
                    .accessControlRequestHeaders: "authorization",
                ]
            )
        },
    ]
}

extension DeterministicServer {
    /// Requests device authorization, and returns the response.
    func device() async throws -> DeviceAuthorizationResponse {
        let exchange = await authorizeDevice()
        return try DeviceAuthorizationResponse(body: exchange.response.body, fields: exchange.response.fields)
    }

    func authorizeDevice() async -> Exchange {
        await exchange(
            .post,
            "/oauth2/device_authorization",
            form: Parameters([.clientID: "app", .scope: "openid email"])
        )
    }

    func poll(_ device: DeviceAuthorizationResponse) async -> Exchange {
        await token([.grantType: GrantType.deviceCode.rawValue, .deviceCode: device.deviceCode.reveal()])
    }
}
