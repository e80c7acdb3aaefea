import FlyingSocks
import Foundation
import GatehouseWire
import HTTPTypes
import Synchronization
import Testing

@testable import Gatehouse

/// The loopback agent with real connections on 127.0.0.1.
struct LoopbackUserAgentTests {
    @Test func bringsTheRedirectBackAndShowsAPage() async throws {
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

    @Test func goesOnWaitingAfterEverythingThatIsNotTheRedirect() async throws {
        let browser = RealBrowser { browser, redirectURI in
            let root = redirectURI.replacing("/callback", with: "")
            #expect(try await browser.get("\(root)/favicon.ico").status == 404)
            #expect(try await browser.get("\(root)/callback/more?state=right&code=c").status == 404)
            #expect(try await browser.get("\(root)/").status == 404)
            #expect(try await browser.send(.post, "\(redirectURI)?state=right&code=c").status == 404)
            let foreign = try await browser.get("\(redirectURI)?state=wrong&code=evil")
            #expect(foreign.status == 400)
            #expect(foreign.text.contains("Not this sign-in"))
            #expect(try await browser.get("\(redirectURI)?code=evil").status == 400)
            #expect(try await browser.get("\(redirectURI)?state=right&code=good").status == 200)
        }
        #expect(try await redirect(through: browser).query() == "state=right&code=good")
        try await browser.finished()
    }

    @Test func aRefusalIsARedirectToo() async throws {
        let browser = RealBrowser { browser, redirectURI in
            let end = try await browser.get("\(redirectURI)?state=right&error=access_denied")
            #expect(end.text.contains("Not signed in"))
        }
        #expect(try await redirect(through: browser).query() == "state=right&error=access_denied")
        try await browser.finished()
    }

    @Test func connectionsThatSendNothingAreNoObstacle() async throws {
        let browser = RealBrowser { browser, redirectURI in
            let port = try #require(URL(string: redirectURI)?.port.flatMap(UInt16.init(exactly:)))
            let idle = try (0..<3).map { _ in try connect(to: port) }
            #expect(try await browser.get("\(redirectURI)?state=right&code=c").status == 200)
            for socket in idle { try socket.close() }
        }
        #expect(try await redirect(through: browser).query() == "state=right&code=c")
        try await browser.finished()
    }

    @Test func thePageArrivesWholeEveryTime() async throws {
        for _ in 0..<50 {
            let browser = RealBrowser { browser, redirectURI in
                let end = try await browser.get("\(redirectURI)?state=right&code=c")
                #expect(end.text.hasSuffix("</html>"))
            }
            _ = try await redirect(through: browser)
            try await browser.finished()
        }
    }

    @Test func cancellingTheTaskEndsTheWait() async throws {
        let shown = OneShot<String>()
        let browser = RealBrowser { _, redirectURI in shown.resolve(redirectURI) }
        let task = Task { try await failure { try await redirect(through: browser) } }
        let redirectURI = try #require(await shown.value)
        task.cancel()
        #expect(try await task.value.code == .cancelled)
        #expect(await isClosed(URL(string: redirectURI)))
    }

    @Test func theWaitIsBounded() async throws {
        let slept = Mutex<[Duration]>([])
        let agent = LoopbackUserAgent(browser: RealBrowser { _, _ in }, timeLimit: .seconds(30)) { duration in
            slept.withLock { $0.append(duration) }
        }
        let error = try await failure { try await agent.present(visit()) }
        #expect((error.code, error.recovery) == (.expired, .interact))
        #expect(slept.withLock { $0 } == [.seconds(30)])
    }

    @Test func aBrowserThatCannotBeOpenedEndsTheWait() async throws {
        let agent = LoopbackUserAgent(
            browser: SystemBrowser(environment: ["BROWSER": "false:no-such-browser %s"], fallback: [])
        )
        let error = try await failure { try await agent.present(visit()) }
        #expect(error.code == .noBrowser)
        #expect(error.underlying == "false ended with status 1; no-such-browser ended with status 127")
    }

    @Test func theBrowserOfTheEnvironmentIsOpened() async throws {
        try await Directory.temporary { directory in
            let note = directory.appending(path: "note")
            let browser = SystemBrowser(environment: ["BROWSER": "false:touch \(note.path)%s"], fallback: [])
            try await browser.open(try #require(URL(string: "x:y")))
            #expect(FileManager.default.fileExists(atPath: note.path + "x:y"))
        }
    }

    @Test(arguments: ["https://127.0.0.1/callback", "http://example.com/callback", "com.example.app:/callback"])
    func aRedirectURIOfAnotherKindIsAMistake(text: String) async throws {
        let agent = LoopbackUserAgent(browser: RealBrowser { _, _ in })
        let error = try await failure { try await agent.present(visit(redirectURI: URL(string: text))) }
        #expect((error.code, error.recovery) == (.misconfigured, .fixConfiguration))
    }

    @Test func thePathThatTheAppIsRegisteredWithIsUsed() async throws {
        let browser = RealBrowser { browser, redirectURI in
            #expect(redirectURI.hasPrefix("http://localhost:"))
            #expect(redirectURI.hasSuffix("/signed/in"))
            let end = try await browser.get("\(redirectURI)?state=right&code=c")
            #expect(end.status == 200)
        }
        let agent = LoopbackUserAgent(browser: browser)
        let answer = try await agent.present(visit(redirectURI: URL(string: "http://localhost/signed/in")))
        guard case .redirect(let url) = answer else { throw AuthError.cancelled() }
        #expect(url.path() == "/signed/in")
        try await browser.finished()
    }

    @Test func aVisitWithoutARedirectIsOverOnceThePageIsShown() async throws {
        let visit = UserAgentVisit(.signOut, redirectURI: nil, expectsRedirect: false, state: "right") { _ in
            page("none")
        }
        let browser = RealBrowser { _, redirectURI in #expect(redirectURI == "none") }
        #expect(try await LoopbackUserAgent(browser: browser).present(visit) == .closed)
        try await browser.finished()
    }

    @Test func aWholeSignInGoesThroughIt() async throws {
        let opened = OneShot<URL>()
        let app = try TestApp {
            $0.redirectURI = nil
            $0.userAgent = LoopbackUserAgent(browser: OpenedPage(page: opened))
        }
        let signIn = Task { try await app.gatehouse.signIn() }
        let redirect = try app.server.agree(to: try #require(await opened.value))
        let browser = RealBrowser { _, _ in }
        #expect(try await browser.get(redirect.absoluteString).status == 200)
        #expect(try await signIn.value.account.id == "person-1")
    }

    // MARK: Support

    private func redirect(through browser: RealBrowser) async throws -> URL {
        let presentation = Task { try await LoopbackUserAgent(browser: browser).present(visit()) }
        // Nothing comes any more from a browser that has failed, and its failure says more than a wait of ten minutes.
        browser.whenFailed { presentation.cancel() }
        let answer = await withTaskCancellationHandler {
            await presentation.result
        } onCancel: {
            presentation.cancel()
        }
        if case .success(.redirect(let url)) = answer { return url }
        try await browser.finished()
        _ = try answer.get()
        throw AuthError.cancelled()
    }

    private func visit(redirectURI: URL? = nil) -> UserAgentVisit {
        UserAgentVisit(.signIn, redirectURI: redirectURI, expectsRedirect: true, state: "right") { chosen in
            page(chosen?.absoluteString ?? "none")
        }
    }

    /// Whether nobody listens there any more.
    ///
    /// A process that another test starts in the meantime may hold a copy of the socket until it runs its program, so it is asked again.
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

/// Only remembers the page.
private struct OpenedPage: BrowserLauncher {
    let page: OneShot<URL>

    func open(_ url: URL) async throws(AuthError) {
        page.resolve(url)
    }
}

/// Does with the redirect URI in the page what the test says, over real connections.
private final class RealBrowser: BrowserLauncher {
    typealias Script = @Sendable (RealBrowser, _ redirectURI: String) async throws -> Void

    private let script: Script
    private let task = Mutex<Task<Void, any Error>?>(nil)
    private let failed = Mutex<(@Sendable () -> Void)?>(nil)
    // As long as a busy machine may need.
    private let transport = URLSessionTransport(timeLimit: 120)

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
