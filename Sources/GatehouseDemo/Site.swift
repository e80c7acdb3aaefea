import FlyingFox
import Foundation
import Gatehouse

/// What the app answers at each address.
struct Site: Sendable {
    let visitors: Visitors
    let home: URL

    func addRoutes(to server: HTTPServer) async {
        await server.appendRoute("GET /") { await front($0) }
        await server.appendRoute("POST /sign-in") { await signIn($0) }
        await server.appendRoute("POST /sign-out") { await signOut($0) }
        await server.appendRoute("GET /callback") { await comeBack($0) }
        await server.appendRoute("GET /signed-out") { await comeBack($0) }
        await server.appendRoute("GET /style.css") { _ in
            HTTPResponse(statusCode: .ok, headers: [.contentType: "text/css"], body: Data(Style.sheet.utf8))
        }
    }

    /// The one page: who is signed in, or a button to do so.
    private func front(_ request: HTTPRequest) async -> HTTPResponse {
        guard let visitor = await visitors.visitor(of: request) else { return page(.signedOut(nil)) }
        let message = await visitor.takeMessage()
        do throws(AuthError) {
            guard let session = try await visitor.client.session() else { return page(.signedOut(message)) }
            let user = try await session.user()
            let access = try await session.accessToken()
            return page(.signedIn(user, accessToken: access.value, idToken: try await session.idToken()))
        } catch {
            return page(.signedOut(error.message))
        }
    }

    /// Sends the browser to the server, where the person signs in.
    private func signIn(_ request: HTTPRequest) async -> HTTPResponse {
        let (visitor, cookie) = await visitors.visitorOrNew(of: request)
        let address = await visitor.start { client throws(AuthError) in
            try await client.signIn(scopes: [.profile, .email])
        }
        return redirect(to: address ?? home, cookie: cookie)
    }

    /// Forgets the session here, then sends the browser to the server so that it signs out there too.
    private func signOut(_ request: HTTPRequest) async -> HTTPResponse {
        guard let visitor = await visitors.visitor(of: request) else { return redirect(to: home) }
        let address = await visitor.start { client throws(AuthError) in
            try await client.signOut(endBrowserSession: true)
        }
        return redirect(to: address ?? home)
    }

    /// Takes what the server sent along with the browser, and shows the front page.
    private func comeBack(_ request: HTTPRequest) async -> HTTPResponse {
        if let visitor = await visitors.visitor(of: request),
            let url = URL(string: request.target.rawValue, relativeTo: home)?.absoluteURL
        {
            await visitor.finish(with: url)
        }
        return redirect(to: home)
    }

    private func redirect(to url: URL, cookie: String? = nil) -> HTTPResponse {
        var headers: HTTPHeaders = [.location: url.absoluteString, .cacheControl: "no-store"]
        headers[.setCookie] = cookie
        return HTTPResponse(statusCode: .seeOther, headers: headers)
    }

    private func page(_ page: Page) -> HTTPResponse {
        let headers: HTTPHeaders = [
            .contentType: "text/html; charset=utf-8",
            .cacheControl: "no-store",
            HTTPHeader("Content-Security-Policy"):
                "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
        ]
        return HTTPResponse(statusCode: .ok, headers: headers, body: Data(page.html.utf8))
    }
}
