import Foundation
import Gatehouse

/// The content of the front page.
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
            <details><summary>Access token claims</summary><pre>\(escape(TokenClaims.text(of: accessToken)))</pre></details>
            <details><summary>ID token claims</summary><pre>\(escape(idToken.map(TokenClaims.text) ?? "There is no ID token."))</pre></details>
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

    /// Escapes text for HTML; by scalars, because a character may be a quotation mark with a combining accent.
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

/// The style sheet of the app, in light and dark.
enum Style {
    static let sheet = """
        :root { color-scheme: light dark; --ink: #1c2433; --soft: #5a6478; --paper: #fff; --back: #eef1f6; --line: #dde2ea;
          --accent: #2f5bd7; --on-accent: #fff; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e9ecf3; --soft: #a3acbd; --paper: #1d212b; --back: #12151c; --line: #343b4a; --accent: #8fabff;
            --on-accent: #10182b; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; min-height: 100vh; padding: 1.25rem; display: grid; align-content: center;
          justify-content: center; grid-template-columns: minmax(0, 40rem); background: var(--back);
          color: var(--ink); font: 1.0625rem/1.5 system-ui, sans-serif; }
        main { padding: 2.25rem; border: 1px solid var(--line); border-radius: 1.25rem;
          background: var(--paper); }
        .brand { margin: 0 0 1.75rem; color: var(--soft); font-size: .875rem; letter-spacing: .02em; }
        h1 { margin: 0 0 .75rem; font-size: 2rem; line-height: 1.15; letter-spacing: -.02em; overflow-wrap: anywhere; }
        h2 { margin: 1.75rem 0 .5rem; font-size: 1rem; }
        p { margin: 0 0 1.5rem; }
        .message { padding: .625rem .875rem; border-left: 3px solid var(--accent); background: var(--back); }
        dl { margin: 0 0 1.5rem; }
        dl div { display: grid; grid-template-columns: 11rem 1fr; gap: .25rem 1rem; padding: .5rem 0;
          border-top: 1px solid var(--line); }
        dt { color: var(--soft); overflow-wrap: anywhere; }
        dd { margin: 0; overflow-wrap: anywhere; }
        details { border-top: 1px solid var(--line); }
        summary { padding: .75rem 0; cursor: pointer; }
        pre { margin: 0 0 1rem; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: .5rem; background: var(--back);
          font: .875rem/1.5 ui-monospace, monospace; }
        button { min-height: 2.75rem; padding: .5rem 1.5rem; border: 1px solid transparent; border-radius: .625rem;
          background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
        button.quiet { margin-top: 1.5rem; border-color: var(--line); background: none; color: inherit; }
        button:hover { filter: brightness(1.08); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        @media (max-width: 34rem) { main { padding: 1.5rem; } dl div { grid-template-columns: 1fr; } }
        """
}
