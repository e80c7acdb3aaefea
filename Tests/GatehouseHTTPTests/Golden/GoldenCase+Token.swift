import GatehouseHTTP
import GatehouseTesting
import GatehouseWire
import HTTPTypes

extension GoldenCase {
    static let token = [
        GoldenCase("Token/authorization-code", "A code becomes tokens (RFC 6749 §4.1.3, RFC 7636 §4.5)") { it in
            let browser = try await it.web.signedIn(Web.authorization([.scope: "openid email offline_access"]))
            return await it.token(try await it.redemption(of: browser))
        },
        GoldenCase("Token/replayed-code", "A code that comes twice takes back what it gave (RFC 9700 §4.5)") { it in
            let browser = try await it.web.signedIn()
            let form = try await it.redemption(of: browser)
            _ = await it.token(form)
            return await it.token(form)
        },
        GoldenCase("Token/refresh-token", "A refresh token becomes fresh tokens (RFC 6749 §6)") { it in
            let tokens = try await it.tokens()
            it.web.server.clock.advance(by: 3_600)
            return await it.token([
                .grantType: GrantType.refreshToken.rawValue, .refreshToken: tokens.refreshToken?.reveal(),
            ])
        },
        GoldenCase("Token/client-credentials", "A client gets a token of its own (RFC 6749 §4.4)") { it in
            await it.token([.grantType: GrantType.clientCredentials.rawValue], asWeb: true)
        },
        GoldenCase("Token/device-code", "A device that was approved gets its tokens (RFC 8628 §3.4)") { it in
            let device = try await it.device()
            let browser = ScriptedBrowser(on: it.web.server)
            await browser.open(device.verificationURI)
            try await browser.submit([PageInput.userCode.rawValue: device.userCode])
            try await ScriptedPerson(email: "ada@example.com").walk(browser, on: it.web.server)
            return await it.poll(device)
        },
        GoldenCase("Token/authorization-pending", "A device has to wait for its person (RFC 8628 §3.5)") { it in
            await it.poll(try await it.device())
        },
        GoldenCase("Token/slow-down", "A device that does not wait has to wait longer (RFC 8628 §3.5)") { it in
            let device = try await it.device()
            _ = await it.poll(device)
            return await it.poll(device)
        },
        GoldenCase("Token/wrong-secret", "A client that cannot prove who it is (RFC 6749 §5.2)") { it in
            let basic = AuthorizationHeader.basic(clientID: "web", clientSecret: Secret("a guess")).encoded
            let form = Parameters([.grantType: GrantType.clientCredentials.rawValue])
            return await it.exchange(.post, "/oauth2/token", [.authorization: basic], form: form)
        },
        GoldenCase("Token/doubled-parameter", "A parameter that comes twice (RFC 6749 §3.2)") { it in
            var form = Parameters([.grantType: GrantType.refreshToken.rawValue, .clientID: "app"])
            form.append(.refreshToken, "one")
            form.append(.refreshToken, "two")
            return await it.exchange(.post, "/oauth2/token", form: form)
        },
        GoldenCase("Token/unsupported-grant", "A grant that the server does not know (RFC 6749 §5.2)") { it in
            await it.token([.grantType: "password"])
        },
        GoldenCase("Token/unsupported-media-type", "A form that is none (RFC 9110 §15.5.16)") { it in
            await it.exchange(.post, "/oauth2/token", [.contentType: "application/json"])
        },
        GoldenCase("Token/preflight", "A browser asks whether an app of another origin may ask (Fetch §4.9)") { it in
            await it.exchange(
                .options,
                "/oauth2/token",
                [
                    .origin: "https://app.example.com", .accessControlRequestMethod: "POST",
                    .accessControlRequestHeaders: "authorization",
                ]
            )
        },
    ]
}

extension Exhibition {
    /// What a device was given to show.
    func device() async throws -> DeviceAuthorizationResponse {
        let exchange = await authorizeDevice()
        return try DeviceAuthorizationResponse(body: exchange.answer.body, fields: exchange.answer.fields)
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
