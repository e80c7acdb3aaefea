import GatehouseTesting
import GatehouseWire
import HTTPTypes

/// The recorded exchanges of the authorization endpoint.
enum AuthorizationExchanges {
    private static let path = "/oauth2/authorize"

    static let all = [
        GoldenCase("Authorization/shows-a-page", "Shows the sign-in page without a session (RFC 6749 §4.1.1)") {
            server in
            await server.exchange(.get, path, query: ServerFixture.authorization(), fields: [.accept: "text/html"])
        },
        GoldenCase(
            "Authorization/answers-with-a-code",
            "Redirects a signed-in user with a code (RFC 6749 §4.1.2, RFC 9207 §2)"
        ) { server in
            let browser = try await server.web.signedIn()
            let cookies = try await server.cookies(of: browser)
            return await server.exchange(
                .get,
                path,
                query: ServerFixture.authorization(),
                fields: [.accept: "text/html", .cookie: cookies]
            )
        },
        GoldenCase(
            "Authorization/may-not-ask",
            "Reports login_required for prompt=none without a session (OpenID Connect Core §3.1.2.6)"
        ) { server in
            await server.exchange(
                .get,
                path,
                query: ServerFixture.authorization([.prompt: "none"]),
                fields: [.accept: "text/html"]
            )
        },
        GoldenCase(
            "Authorization/unregistered-redirect-uri",
            "Never redirects to an unregistered redirect URI (RFC 6749 §4.1.2.1)"
        ) { server in
            let query = ServerFixture.authorization([.redirectURI: "https://elsewhere.example.com/callback"])
            return await server.exchange(.get, path, query: query, fields: [.accept: "text/html"])
        },
        GoldenCase(
            "Authorization/without-pkce",
            "Rejects a public client without a code challenge (RFC 7636 §4.4.1)"
        ) { server in
            let query = ServerFixture.authorization([.codeChallenge: nil, .codeChallengeMethod: nil])
            return await server.exchange(.get, path, query: query, fields: [.accept: "text/html"])
        },
        GoldenCase(
            "EndSession/signed-out",
            "Signs the user out and redirects to the app (RP-Initiated Logout §2, §3)"
        ) { server in
            let browser = try await server.web.signedIn()
            let cookies = try await server.cookies(of: browser)
            let tokens = try await server.web.tokens(from: browser)
            let query = Parameters([
                .idTokenHint: tokens.idToken?.reveal(), .postLogoutRedirectURI: ServerFixture.callback, .state: "bye",
            ])
            return await server.exchange(
                .get,
                "/oauth2/logout",
                query: query,
                fields: [.accept: "text/html", .cookie: cookies]
            )
        },
    ]
}
