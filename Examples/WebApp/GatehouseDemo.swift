import FlyingFox
import FlyingSocks
import Foundation
import Gatehouse

/// A web app that signs users in with Gatehouse: an ordinary OpenID client, written with the SDK.
///
/// It requires a server with the client `gatehouse-demo`, such as `gatehouse serve --dev`. `GATEHOUSE_ISSUER` names
/// another server, and `GATEHOUSE_DEMO_PORT` a port other than 8090.
@main
struct GatehouseDemo {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let address = "http://localhost:" + (environment["GATEHOUSE_DEMO_PORT"] ?? "8090")
        guard let issuer = URL(string: environment["GATEHOUSE_ISSUER"] ?? "http://localhost:8080"),
            let home = URL(string: address), let port = home.port.flatMap(UInt16.init(exactly:))
        else {
            FileHandle.standardError.write(Data("GATEHOUSE_ISSUER or GATEHOUSE_DEMO_PORT is invalid.\n".utf8))
            exit(1)
        }
        let site = Site(visitors: Visitors(issuer: issuer, home: home), home: home)
        let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)
        await site.addRoutes(to: server)
        // Unlike print, not buffered if the output is a pipe.
        FileHandle.standardOutput.write(Data("The demo app is at \(address)\n".utf8))
        try await server.run()
    }
}

/// The routes of the app.
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

    /// Returns the front page: the user's profile, or a button to sign in.
    private func front(_ request: HTTPRequest) async -> HTTPResponse {
        guard let visitor = await visitors.visitor(of: request) else { return page(.signedOut(nil)) }
        let message = await visitor.takeMessage()
        do throws(AuthError) {
            guard let session = try await visitor.client.session() else { return page(.signedOut(message)) }
            let user = try await session.user()
            let access = try await session.accessToken()
            return page(.signedIn(user, accessToken: access.value, idToken: try await session.idToken()))
        } catch {
            return page(.signedOut(error.userMessage()))
        }
    }

    /// Redirects the browser to the server's sign-in page.
    private func signIn(_ request: HTTPRequest) async -> HTTPResponse {
        let (visitor, cookie) = await visitors.visitorOrNew(of: request)
        let address = await visitor.start { client throws(AuthError) in
            try await client.signIn(scopes: [.profile, .email])
        }
        return redirect(to: address ?? home, cookie: cookie)
    }

    /// Ends the session here, then redirects the browser to the server's sign-out page.
    private func signOut(_ request: HTTPRequest) async -> HTTPResponse {
        guard let visitor = await visitors.visitor(of: request) else { return redirect(to: home) }
        let address = await visitor.start { client throws(AuthError) in
            try await client.signOut(endingBrowserSession: true)
        }
        return redirect(to: address ?? home)
    }

    /// Processes the redirect of the server and shows the front page.
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
