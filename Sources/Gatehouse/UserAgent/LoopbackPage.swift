import Foundation
import GatehouseJOSE
import GatehouseWire

/// A page of the loopback server, shown to the user.
struct LoopbackPage: Sendable {
    private let title: String
    private let text: String

    static let nothingHere = LoopbackPage(
        title: "Page not found",
        text: "This address is only used to complete a sign-in. You can close this window."
    )

    static let anotherSignIn = LoopbackPage(
        title: "Wrong sign-in",
        text: "This page belongs to a different sign-in. Continue in the browser window that was opened last."
    )

    /// Returns the page at the end of a sign-in or sign-out, according to the redirect.
    static func end(of purpose: UserAgentRequest.Purpose, _ url: URL) -> LoopbackPage {
        guard purpose == .signIn else {
            return LoopbackPage(title: "Signed out", text: "You can close this window and return to the app.")
        }
        guard case .code? = (try? AuthorizationResponse(callback: url))?.outcome else {
            return LoopbackPage(
                title: "Not signed in",
                text: "Nothing was shared. You can close this window and return to the app or the terminal."
            )
        }
        return LoopbackPage(
            title: "You are signed in",
            text: "You can close this window and return to the app or the terminal."
        )
    }

    /// A policy that allows only this page's own style.
    static let contentSecurityPolicy =
        "default-src 'none'; style-src 'sha256-\(SHA256Digest.of(style).base64EncodedString())'; frame-ancestors 'none'"

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title)</title>
        <style>\(Self.style)</style>
        </head>
        <body><main><h1>\(title)</h1><p>\(text)</p></main></body>
        </html>
        """
    }

    private static let style = """
        :root { color-scheme: light dark; }
        body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; box-sizing: border-box;
          font: 1.0625rem/1.5 system-ui, sans-serif; color: #1d2230; background: #f3f4f7; }
        main { max-width: 24rem; padding: 2rem 2.25rem; border-radius: 1rem; background: #fff;
          box-shadow: 0 1px 2px #0000001a, 0 8px 32px #00000014; }
        h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
        p { margin: 0; color: #4d5567; }
        @media (prefers-color-scheme: dark) {
          body { color: #eceef4; background: #14161c; }
          main { background: #1f222b; box-shadow: none; border: 1px solid #343946; }
          p { color: #b3b9c8; }
        }
        """
}
