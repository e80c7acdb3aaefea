import FlyingSocks
import Foundation
import GatehouseConcurrency
import GatehouseWire
import HTTPTypes
import Testing

@testable import Gatehouse

/// The loopback user agent with real connections on 127.0.0.1.
struct LoopbackUserAgentTests {
    @Test func returnsRedirectAndServesResultPage() async throws {
        let browser = RealBrowser { browser, redirectURI in
            let end = try await browser.get("\(redirectURI)?state=right&code=c&iss=x")
            #expect(end.status == 200)
            #expect(end.text.contains("You can close this window"))
            #expect(end.text.hasSuffix("</html>"))
            #expect(!end.text.contains("<script"))
            let policy = try #require(HTTPField.Name("Content-Security-Policy"))
            #expect(end.fields[policy]?.hasPrefix("default-src 'none'; style-src 'sha256-") == true)
        }
        let url = try await redirect(through: browser)
        #expect(url.query() == "state=right&code=c&iss=x")
        #expect((url.host(), url.path()) == ("127.0.0.1", "/callback"))
        try await browser.finished()
        #expect(await isClosed(url))
    }

    @Test func keepsWaitingAfterUnrelatedRequests() async throws {
        let browser = RealBrowser { browser, redirectURI in
            let root = redirectURI.replacing("/callback", with: "")
            #expect(try await browser.get("\(root)/favicon.ico").status == 404)
            #expect(try await browser.get("\(root)/callback/more?state=right&code=c").status == 404)
            #expect(try await browser.get("\(root)/").status == 404)
            #expect(try await browser.send(.post, "\(redirectURI)?state=right&code=c").status == 404)
            let foreign = try await browser.get("\(redirectURI)?state=wrong&code=evil")
            #expect(foreign.status == 400)
            #expect(foreign.text.contains("Wrong sign-in"))
            #expect(try await browser.get("\(redirectURI)?code=evil").status == 400)
            #expect(try await browser.get("\(redirectURI)?state=right&code=valid").status == 200)
        }
        #expect(try await redirect(through: browser).query() == "state=right&code=valid")
        try await browser.finished()
    }

    @Test func returnsErrorRedirect() async throws {
        let browser = RealBrowser { browser, redirectURI in
            let end = try await browser.get("\(redirectURI)?state=right&error=access_denied")
            #expect(end.text.contains("Not signed in"))
        }
        #expect(try await redirect(through: browser).query() == "state=right&error=access_denied")
        try await browser.finished()
    }

    @Test func ignoresIdleConnections() async throws {
        let browser = RealBrowser { browser, redirectURI in
            let port = try #require(URL(string: redirectURI)?.port.flatMap(UInt16.init(exactly:)))
            let idle = try (0..<3).map { _ in try connect(to: port) }
            #expect(try await browser.get("\(redirectURI)?state=right&code=c").status == 200)
            for socket in idle { try socket.close() }
        }
        #expect(try await redirect(through: browser).query() == "state=right&code=c")
        try await browser.finished()
    }

    @Test func servesCompleteResultPage() async throws {
        for _ in 0..<50 {
            let browser = RealBrowser { browser, redirectURI in
                let end = try await browser.get("\(redirectURI)?state=right&code=c")
                #expect(end.text.hasSuffix("</html>"))
            }
            _ = try await redirect(through: browser)
            try await browser.finished()
        }
    }

    @Test func stopsListeningWhenTaskIsCancelled() async throws {
        let shown = Promise<String>()
        let browser = RealBrowser { _, redirectURI in shown.resolve(redirectURI) }
        let task = Task { try await failure { try await redirect(through: browser) } }
        let redirectURI = try #require(await shown.value)
        task.cancel()
        #expect(try await task.value.code == .cancelled)
        #expect(await isClosed(URL(string: redirectURI)))
    }

    @Test func expiresAfterTimeout() async throws {
        let slept = Mutex<[Duration]>([])
        let agent = LoopbackUserAgent(browser: RealBrowser { _, _ in }, timeout: .seconds(30)) { duration in
            slept.withLock { $0.append(duration) }
        }
        let error = try await failure { try await agent.present(request()) }
        #expect((error.code, error.recovery) == (.flowExpired, .signInAgain))
        #expect(slept.withLock { $0 } == [.seconds(30)])
    }

    @Test func throwsWhenBrowserCannotBeOpened() async throws {
        let agent = LoopbackUserAgent(
            browser: SystemBrowserLauncher(environment: ["BROWSER": "false:no-such-browser %s"], fallback: [])
        )
        let error = try await failure { try await agent.present(request()) }
        #expect(error.code == .browserUnavailable)
        #expect(error.underlying == "false exited with status 1; no-such-browser exited with status 127")
    }

    @Test func opensBrowserFromEnvironment() async throws {
        try await Directory.temporary { directory in
            let note = directory.appending(path: "note")
            let browser = SystemBrowserLauncher(environment: ["BROWSER": "false:touch \(note.path)%s"], fallback: [])
            try await browser.open(try #require(URL(string: "x:y")))
            #expect(FileManager.default.fileExists(atPath: note.path + "x:y"))
        }
    }

    @Test(arguments: ["https://127.0.0.1/callback", "http://example.com/callback", "com.example.app:/callback"])
    func rejectsRedirectURIThatIsNotLoopback(text: String) async throws {
        let agent = LoopbackUserAgent(browser: RealBrowser { _, _ in })
        let error = try await failure { try await agent.present(request(redirectURI: URL(string: text))) }
        #expect((error.code, error.recovery) == (.misconfigured, .fixConfiguration))
    }

    @Test func usesRegisteredRedirectPath() async throws {
        let browser = RealBrowser { browser, redirectURI in
            #expect(redirectURI.hasPrefix("http://localhost:"))
            #expect(redirectURI.hasSuffix("/signed/in"))
            let end = try await browser.get("\(redirectURI)?state=right&code=c")
            #expect(end.status == 200)
        }
        let agent = LoopbackUserAgent(browser: browser)
        let result = try await agent.present(request(redirectURI: URL(string: "http://localhost/signed/in")))
        guard case .redirected(let url) = result else { throw AuthError.cancelled() }
        #expect(url.path() == "/signed/in")
        try await browser.finished()
    }

    @Test func returnsOncePageIsShownWithoutRedirect() async throws {
        let request = UserAgentRequest(.signOut, redirectURI: nil, expectsRedirect: false, state: "right") { _ in
            page("none")
        }
        let browser = RealBrowser { _, redirectURI in #expect(redirectURI == "none") }
        #expect(try await LoopbackUserAgent(browser: browser).present(request) == .dismissed)
        try await browser.finished()
    }

    @Test func completesSignIn() async throws {
        let opened = Promise<URL>()
        let app = try TestApp {
            $0.redirectURI = nil
            $0.userAgent = LoopbackUserAgent(browser: OpenedPage(page: opened))
        }
        let signIn = Task { try await app.gatehouse.signIn() }
        let redirect = try app.server.approve(try #require(await opened.value))
        let browser = RealBrowser { _, _ in }
        #expect(try await browser.get(redirect.absoluteString).status == 200)
        #expect(try await signIn.value.account.id == "person-1")
    }

    // MARK: Support

    private func redirect(through browser: RealBrowser) async throws -> URL {
        let presentation = Task { try await LoopbackUserAgent(browser: browser).present(request()) }
        // A failed browser sends nothing more, and its error is more specific than a timeout.
        browser.whenFailed { presentation.cancel() }
        let result = await withTaskCancellationHandler {
            await presentation.result
        } onCancel: {
            presentation.cancel()
        }
        if case .success(.redirected(let url)) = result { return url }
        try await browser.finished()
        _ = try result.get()
        throw AuthError.cancelled()
    }

    private func request(redirectURI: URL? = nil) -> UserAgentRequest {
        UserAgentRequest(.signIn, redirectURI: redirectURI, expectsRedirect: true, state: "right") { chosen in
            page(chosen?.absoluteString ?? "none")
        }
    }

    /// Returns whether no socket listens on the port any more.
    ///
    /// A process started by another test may hold a copy of the socket until it executes its program, hence the
    /// retries.
    private func isClosed(_ url: URL?) async -> Bool {
        guard let port = url?.port.flatMap(UInt16.init(exactly:)) else { return false }
        for _ in 0..<10_000 {
            guard let socket = try? connect(to: port) else { return true }
            try? socket.close()
            await Task.yield()
        }
        return false
    }
}

private func page(_ redirectURI: String) -> URL {
    URL(fileURLWithPath: "/page").appending(query: Parameters([.redirectURI: redirectURI]).formEncoded)
}

private func connect(to port: UInt16) throws -> Socket {
    let socket = try Socket(domain: Int32(sockaddr_in.family))
    try socket.connect(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port))
    return socket
}

/// A launcher that only records the page.
private struct OpenedPage: BrowserLauncher {
    let page: Promise<URL>

    func open(_ url: URL) async throws(AuthError) {
        page.resolve(url)
    }
}

/// A browser that runs the test's script with the redirect URI of the page, over real connections.
private final class RealBrowser: BrowserLauncher {
    typealias Script = @Sendable (RealBrowser, _ redirectURI: String) async throws -> Void

    private let script: Script
    private let task = Mutex<Task<Void, any Error>?>(nil)
    private let failed = Mutex<(@Sendable () -> Void)?>(nil)
    // Sufficient for a busy machine.
    private let transport = URLSessionTransport(timeout: .seconds(120))

    init(_ script: @escaping Script) {
        self.script = script
    }

    func open(_ url: URL) async throws(AuthError) {
        let redirectURI = (try? Parameters(formEncoded: url.query() ?? ""))?[.redirectURI] ?? ""
        task.withLock {
            $0 = Task {
                do {
                    try await script(self, redirectURI)
                } catch {
                    failed.withLock { $0 }?()
                    throw error
                }
            }
        }
    }

    func whenFailed(_ body: @escaping @Sendable () -> Void) {
        failed.withLock { $0 = body }
    }

    func finished() async throws {
        try await task.withLock { $0 }?.value
    }

    func get(_ text: String) async throws -> (status: Int, text: String, fields: HTTPFields) {
        try await send(.get, text)
    }

    func send(
        _ method: HTTPRequest.Method,
        _ text: String
    ) async throws -> (status: Int, text: String, fields: HTTPFields) {
        let url = try #require(URL(string: text))
        let authority = "\(try #require(url.host())):\(try #require(url.port))"
        let path = url.path() + (url.query().map { "?" + $0 } ?? "")
        let request = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
        let (response, data) = try await transport.send(request, body: nil)
        return (response.status.code, String(decoding: data, as: UTF8.self), response.headerFields)
    }
}
