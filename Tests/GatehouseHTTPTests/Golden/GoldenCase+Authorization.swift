import GatehouseTesting
import GatehouseWire
import HTTPTypes

extension GoldenCase {
    private static let path = "/oauth2/authorize"

    static let authorization = [
        GoldenCase("Authorization/shows-a-page", "A person who is not signed in gets a page (RFC 6749 §4.1.1)") { it in
            await it.exchange(.get, path, query: Web.authorization(), [.accept: "text/html"])
        },
        GoldenCase(
            "Authorization/answers-with-a-code",
            "A person who is signed in goes back with a code (RFC 6749 §4.1.2, RFC 9207 §2)"
        ) { it in
            let browser = try await it.web.signedIn()
            let cookies = try await it.cookies(of: browser)
            return await it.exchange(.get, path, query: Web.authorization(), [.accept: "text/html", .cookie: cookies])
        },
        GoldenCase(
            "Authorization/may-not-ask",
            "With prompt=none nobody is asked, and the app is told why not (OpenID Connect Core §3.1.2.6)"
        ) { it in
            await it.exchange(.get, path, query: Web.authorization([.prompt: "none"]), [.accept: "text/html"])
        },
        GoldenCase(
            "Authorization/unregistered-redirect-uri",
            "An address that is not registered is never sent anything (RFC 6749 §4.1.2.1)"
        ) { it in
            let query = Web.authorization([.redirectURI: "https://elsewhere.example.com/callback"])
            return await it.exchange(.get, path, query: query, [.accept: "text/html"])
        },
        GoldenCase(
            "Authorization/without-pkce",
            "A public client without a code challenge is sent back with an error (RFC 7636 §4.4.1)"
        ) { it in
            let query = Web.authorization([.codeChallenge: nil, .codeChallengeMethod: nil])
            return await it.exchange(.get, path, query: query, [.accept: "text/html"])
        },
        GoldenCase(
            "EndSession/signed-out",
            "The app's own person is signed out and comes back (RP-Initiated Logout §2, §3)"
        ) { it in
            let browser = try await it.web.signedIn()
            let cookies = try await it.cookies(of: browser)
            let tokens = try await it.web.tokens(from: browser)
            let query = Parameters([
                .idTokenHint: tokens.idToken?.reveal(), .postLogoutRedirectURI: Web.callback, .state: "bye",
            ])
            return await it.exchange(.get, "/oauth2/logout", query: query, [.accept: "text/html", .cookie: cookies])
        },
    ]
}
