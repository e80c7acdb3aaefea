import Foundation
import Gatehouse

/// What a person sees.
enum Page {
    case signedOut(String?)
    case signedIn(User, accessToken: String, idToken: String?)

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Gatehouse demo</title>
        <link rel="stylesheet" href="/style.css">
        </head>
        <body>
        <main>
        <p class="brand">Gatehouse demo</p>
        \(content)
        </main>
        </body>
        </html>
        """
    }

    private var content: String {
        switch self {
        case .signedOut(let message):
            """
            <h1>Hello</h1>
            \(message.map { "<p class=\"message\" role=\"status\">\(escape($0))</p>" } ?? "")
            <p>Sign in, and this app greets you by name.</p>
            <form method="post" action="/sign-in"><button>Sign in</button></form>
            """
        case .signedIn(let user, let accessToken, let idToken):
            """
            <h1>Hello, \(escape(user.name ?? user.email ?? "there"))</h1>
            <h2>Your profile</h2>
            <dl>
            \(rows(of: user))
            </dl>
            <details><summary>What the access token says</summary><pre>\(escape(TokenClaims.text(of: accessToken)))</pre></details>
            <details><summary>What the ID token says</summary><pre>\(escape(idToken.map(TokenClaims.text) ?? "There is none."))</pre></details>
            <form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>
            """
        }
    }

    private func rows(of user: User) -> String {
        var claims: [String: JSONValue] = [:]
        if let data = try? JSONEncoder().encode(user.claims) {
            claims = (try? JSONDecoder().decode([String: JSONValue].self, from: data)) ?? [:]
        }
        if case .integer(let seconds)? = claims[ClaimName.updatedAt.rawValue] {
            claims[ClaimName.updatedAt.rawValue] = .string(
                Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            )
        }
        claims["sub"] = .string(user.id)
        return claims.sorted { $0.key < $1.key }.map { name, value in
            "<div><dt>\(escape(name))</dt><dd>\(escape(TokenClaims.text(of: value)))</dd></div>"
        }.joined(separator: "\n")
    }

    /// The text with nothing in it that HTML would read; by scalars, because a character may be a quote with an accent on it.
    private func escape(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { html, scalar in
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            default: html.unicodeScalars.append(scalar)
            }
        }
    }
}
